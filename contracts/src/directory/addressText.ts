import type { ProviderAddress } from '../directory.ts';

type Lines = Pick<ProviderAddress, 'address1' | 'address2' | 'city' | 'state' | 'zipCode'>;

/** "12 Main St, Suite 4" */
export const streetText = ({ address1, address2 }: Lines): string => [address1, address2].filter(Boolean).join(', ');

/** "Boston, MA 02115" */
export function townText({ city, state, zipCode }: Lines): string {
  return [city, [state, zipCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
}

/** "12 Main St, Suite 4, Boston, MA 02115"; empty if nothing is known. */
export function addressText(address: Lines | null): string {
  return address === null ? '' : [streetText(address), townText(address)].filter(Boolean).join(', ');
}
