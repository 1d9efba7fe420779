import type { ProviderAddress } from '@careloop/contracts/directory';
import { formatPhone } from '@careloop/contracts/fields';

interface WithPhones {
  address: Pick<ProviderAddress, 'officePhone'> | null;
  officePhone?: string | null | undefined;
}

/** The phone of the address, or else the provider's; empty if neither is known. */
export const officePhoneText = (provider: WithPhones | null): string =>
  formatPhone(provider?.address?.officePhone ?? provider?.officePhone);
