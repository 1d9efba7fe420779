import type { Config } from '../../../config/config.ts';
import type { PowerBi } from './port.ts';
import { powerBiRest } from './powerBiRest.ts';

/** Null if not configured; then there are no Power BI reports. */
export function choosePowerBi({ powerBi }: Pick<Config, 'powerBi'>): PowerBi | null {
  return powerBi === undefined ? null : powerBiRest(powerBi);
}
