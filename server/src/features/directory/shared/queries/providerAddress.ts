import type { ProviderAddress } from '@careloop/contracts/directory';
import { sql } from 'kysely';

import { shape } from '../../../../platform/db/shape.ts';

/** A provider's addresses: each place with the provider's link to it. */
export const providerAddressTables = sql`healthcare_provider_address_info l join address a using (address_id)`;

interface ProviderAddressTables {
  a: 'address';
  l: 'healthcare_provider_address_info';
}

export const providerAddress = shape<ProviderAddress, ProviderAddressTables>({
  addressId: 'a.address_id',
  addressLabel: 'l.address_label',
  address1: 'a.address1',
  address2: 'a.address2',
  city: 'a.city',
  state: 'a.state',
  zipCode: 'a.zipcode',
  officePhone: 'l.office_phone',
  faxNumber: 'l.fax_number',
});
