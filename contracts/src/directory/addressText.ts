import type { ProviderAddress } from '../directory.ts';

type Lines = Pick<ProviderAddress, 'address1' | 'address2' | 'city' | 'state' | 'zipCode'>;

/** "12 Main St, Suite 4, Boston, MA 02115"; empty if nothing is known. */
export function addressText(address: Lines | null): string {
  if (address === null) return '';
  const stateAndZip = [address.state, address.zipCode].filter(Boolean).join(' ');
  return [address.address1, address.address2, address.city, stateAndZip].filter(Boolean).join(', ');
}
