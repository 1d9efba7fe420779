import type { Config } from '../../config.ts';
import type { PowerBi } from './port.ts';
import { powerBiRest } from './powerBiRest.ts';

/** Null where it is not set up: there are no such reports. */
export function choosePowerBi({ powerBi }: Pick<Config, 'powerBi'>): PowerBi | null {
  return powerBi === undefined ? null : powerBiRest(powerBi);
}
