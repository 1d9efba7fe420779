import type { ProviderAddress } from '@careloop/contracts/directory';
import { formatPhone } from '@careloop/contracts/fields';

type Lines = Pick<ProviderAddress, 'address1' | 'address2' | 'city' | 'state' | 'zipCode'>;

/** "12 Main St, Suite 4, Boston, MA 02115"; empty if nothing is known. */
export function addressText(address: Lines | null): string {
  if (address === null) return '';
  const stateAndZip = [address.state, address.zipCode].filter(Boolean).join(' ');
  return [address.address1, address.address2, address.city, stateAndZip].filter(Boolean).join(', ');
}

interface WithPhones {
  address: Pick<ProviderAddress, 'officePhone'> | null;
  officePhone?: string | null | undefined;
}

/** The phone of the address, or else the provider's; empty if neither is known. */
export const officePhoneText = (provider: WithPhones | null): string =>
  formatPhone(provider?.address?.officePhone ?? provider?.officePhone);
