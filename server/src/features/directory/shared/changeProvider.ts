import type { saveProvider, saveProviderAddress } from '@careloop/contracts/directory/changes';
import type { InputOf } from '@careloop/contracts/endpoint';

import type { Actor } from '../../../platform/identity/actor.ts';
import { authorize } from '../../../core/access/authorize.ts';
import type { Db } from '../../../platform/db/client.ts';
import { findAddressToSave, saveAddress } from '../addresses/saveAddress.ts';
import { isSamePlace } from '../addresses/changePlace.ts';
import { addressPolicy } from '../policy.ts';
import { editProvider } from '../providers/saveProvider.ts';
import { providerPolicy } from './providerPolicy.ts';
import { findProvider, lockProvider } from './queries/providers.ts';

// For other features: changes parts of a provider's record, by the same rules as the directory's own calls.

type Fields = Pick<
  InputOf<typeof saveProvider>,
  'acceptsNewPatients' | 'deaNumber' | 'degree' | 'gender' | 'licenseNumber' | 'npiNumber'
> & { healthcareProviderSpecialtyId: number | null };
type SomeFields = { [Field in keyof Fields]?: Fields[Field] | undefined } & { version?: number | undefined };

/** Saves the given fields of a provider; the others stay as they are. */
export async function changeProvider(
  db: Db,
  actor: Actor,
  healthcareProviderId: number,
  fields: SomeFields,
): Promise<void> {
  const provider = authorize(actor, providerPolicy, 'edit', await lockProvider(db, healthcareProviderId));
  const kept = await findProvider(db, actor, healthcareProviderId);
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const after: typeof kept = { ...kept, ...given };
  await editProvider(db, actor, provider, {
    ...after,
    version: fields.version ?? provider.version,
    // No specialty has this id, so a provider without one is asked for it.
    healthcareProviderSpecialtyId: after.healthcareProviderSpecialtyId ?? 0,
    healthcareProviderTagIds: kept.tags.map((tag) => tag.healthcareProviderTagId),
    // Undefined: unchanged.
    privateNotes: undefined,
    addresses: [],
    createStubUser: false,
  });
}

type Lines = Pick<
  InputOf<typeof saveProviderAddress>,
  'addressLabel' | 'address1' | 'address2' | 'city' | 'state' | 'zipcode'
>;

/**
 * Adds an address to a provider, or changes its label and lines, for this provider only: a place that others share stays as it
 * is.
 * @param address `infoId`: null for a new one; `addressId`: the place of a new one, if it is in the directory
 */
export async function changeAddressOf(
  db: Db,
  actor: Actor,
  healthcareProviderId: number,
  { infoId, addressId, ...lines }: Lines & { infoId: number | null; addressId?: number | null | undefined },
): Promise<void> {
  const own = { healthcareProviderId, saveLocally: true, isArchived: false };
  const nothing = { officePhone: null, faxNumber: null, locationCode: null };
  const sent = { ...own, ...nothing, ...lines, healthcareProviderAddressInfoId: infoId, addressId };
  const row = authorize(actor, addressPolicy, 'edit', await findAddressToSave(db, actor, sent));
  const { link } = row;
  if (link === null) return void (await saveAddress(db, actor, row, sent));
  if (link.addressLabel === lines.addressLabel && isSamePlace(link, lines)) return;
  const { officePhone, fax: faxNumber, locationCode, version } = link;
  await saveAddress(db, actor, row, { ...sent, officePhone, faxNumber, locationCode, version });
}
