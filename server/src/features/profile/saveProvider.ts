import type { SavedProvider } from '@careloop/contracts/profile/saving';
import { profileTexts } from '@careloop/contracts/profile/texts';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import type { Db } from '../../platform/db/client.ts';
import { invalidInput } from '../../platform/errors.ts';
import { changeAddressOf, changeProvider } from '../directory/shared/changeProvider.ts';
import { namedBelow } from './namedBelow.ts';
import type { ProfileRow } from './policy.ts';
import { findCommon } from './shared/queries/profile.ts';

/** Saves the provider's record of a profile by the rules of the directory, to which it belongs. */
export async function saveProvider(
  db: Db,
  actor: Actor,
  { userId }: Authorized<ProfileRow, 'edit'>,
  { healthcareProviderId: sentId, addresses = [], healthcareProviderSpecialtyName: _name, ...fields }: SavedProvider,
): Promise<void> {
  const { healthcareProviderId } = await findCommon(db, userId);
  if (sentId !== undefined && sentId !== healthcareProviderId)
    throw invalidInput({ 'providerData.healthcareProviderId': profileTexts.otherProvider });
  if (healthcareProviderId === null) throw invalidInput({ providerData: profileTexts.noProvider });
  if (Object.values(fields).some((value) => value !== undefined))
    await namedBelow('providerData', changeProvider(db, actor, healthcareProviderId, fields));
  for (const [index, { healthcareProviderAddressInfoId: infoId, address }] of addresses.entries()) {
    const { label, addressId, ...lines } = address;
    const sent = { addressLabel: label, addressId: infoId ? null : addressId, ...lines };
    const change = changeAddressOf(db, actor, healthcareProviderId, { infoId: infoId ?? null, ...sent });
    await namedBelow(`providerData.addresses.${index}.address`, change);
  }
}
