import type { Config } from '../../../config/config.ts';
import { builtInAntivirus } from './builtIn.ts';
import { clamAntivirus } from './clamav.ts';
import type { Antivirus } from './port.ts';

/** ClamAV if configured, otherwise the built-in scanner. */
export function chooseAntivirus({ clamav }: Pick<Config, 'clamav'>): Antivirus {
  return clamav === undefined ? builtInAntivirus : clamAntivirus(clamav);
}
