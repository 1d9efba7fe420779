import type { Config } from '../../../config/config.ts';
import type { AddressStandardizer } from './port.ts';
import { publication28 } from './publication28.ts';
import { uspsStandardizer } from './usps.ts';

/** The USPS standardizer if configured, otherwise the built-in one. */
export function chooseStandardizer({ usps }: Pick<Config, 'usps'>): AddressStandardizer {
  return usps === undefined ? publication28 : uspsStandardizer(usps);
}
