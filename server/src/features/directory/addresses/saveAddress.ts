import { addressDialogTexts, mostAddresses } from '@careloop/contracts/directory/addresses';
import type { saveProviderAddress } from '@careloop/contracts/directory/changes';
import type { InputOf, OutputOf } from '@careloop/contracts/endpoint';
import { addressNumberRules } from '@careloop/contracts/fields/address';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { authorize } from '../../../core/access/authorize.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { writes } from '../../../platform/db/writes.ts';
import {
  invalidInput,
  refused,
  requireValidAddress,
  requireValidTexts,
  requireVersion,
} from '../../../platform/errors.ts';
import { findLastChangeOfLink, findLink, lockLink, findProviderRules } from './queries/addresses.ts';
import type { LinkRow } from './queries/addresses.ts';
import { savingPlaces } from '../policy.ts';
import { mayChangeKnown } from '../shared/providerPolicy.ts';
import type { AddressRules } from '../policy.ts';
import { addressColumns, editedKey, onlyOnce, requireUnlisted } from './moveLinks.ts';
import {
  addLocalPlace,
  addSharedPlace,
  changePlace,
  isEnteredForAll,
  isSamePlace,
  placeKeyOf,
  placeToAdd,
  removeLocalPlace,
} from './changePlace.ts';
import type { PlaceLines } from './changePlace.ts';

type Input = InputOf<typeof saveProviderAddress>;
type Saved = OutputOf<typeof saveProviderAddress>;

/** The address to save: the provider's link to a place, locked until the transaction ends, or null for a new one. */
export interface AddressToSave extends AddressRules {
  link: LinkRow | null;
}

/** @throws AppError if the provider or address does not exist */
export async function findAddressToSave(db: Db, actor: Actor, input: Input): Promise<AddressToSave> {
  const rules = await findProviderRules(db, input.healthcareProviderId, true);
  if (rules === undefined) throw refused(addressDialogTexts.noProvider);
  const { healthcareProviderAddressInfoId: infoId } = input;
  if (!infoId) return { ...rules, link: null };
  const link = await lockLink(db, actor, infoId);
  if (link === undefined || link.healthcareProviderId !== input.healthcareProviderId) {
    throw refused(addressDialogTexts.notFound);
  }
  return { ...rules, isPlaceOfOthers: link.isPlaceOfOthers, link };
}

/** Adds, changes or removes an address of a provider. Imports do not overwrite what was saved here. */
export async function saveAddress(
  db: Db,
  actor: Actor,
  row: Authorized<AddressToSave, 'edit'>,
  input: Input,
): Promise<Saved> {
  const { link } = row;
  if (link === null) {
    if (isEnteredForAll(input)) authorize(actor, savingPlaces, 'changePlace', row);
    return onlyOnce(add(db, actor, input));
  }
  await requireVersion(input.version ?? 0, link.version, addressDialogTexts.changed, () =>
    findLastChangeOfLink(db, link.healthcareProviderAddressInfoId),
  );
  if (input.isArchived) return archive(db, actor, link);
  requireValidTexts(addressNumberRules, input, { officePhone: link.officePhone, faxNumber: link.fax });
  requireValidAddress(input, link, true);
  const allowance = mayChangeKnown(actor, row);
  if (allowance !== true && link.fax !== null && link.fax !== input.faxNumber)
    throw invalidInput({ faxNumber: allowance });
  return onlyOnce(change(db, actor, row, link, input));
}

async function add(db: Db, actor: Actor, input: Input): Promise<Saved> {
  const kept = await db
    .selectFrom('healthcare_provider_address_info')
    .select('address_id')
    .where('healthcare_provider_id', '=', input.healthcareProviderId)
    .where('is_archived', '=', false)
    .execute();
  if (kept.length >= mostAddresses) throw refused(addressDialogTexts.tooMany);
  if (isEnteredLocally(input) && (await hasSamePlace(db, input))) throw refused(addressDialogTexts.isListed);
  const addressId = await placeToAdd(db, input);
  if (kept.some((one) => one.address_id === addressId)) throw refused(addressDialogTexts.isListed);
  const { id } = await db
    .insertInto('healthcare_provider_address_info')
    .values({
      healthcare_provider_id: input.healthcareProviderId,
      address_id: addressId,
      ...linkColumnsOf(input),
      ...changedBy(actor),
    })
    .returning('healthcare_provider_address_info_id as id')
    .executeTakeFirstOrThrow();
  return saved(db, actor, id, 'address_added', { isLocal: isEnteredLocally(input) });
}

const isEnteredLocally = ({ addressId, saveLocally }: Input) => saveLocally && !addressId;

/** Whether the provider has an address with these lines; a private place is a new one each time. */
async function hasSamePlace(db: Db, { healthcareProviderId, ...lines }: Input): Promise<boolean> {
  const row = await db
    .selectFrom('healthcare_provider_address_info as l')
    .innerJoin('address as a', 'a.address_id', 'l.address_id')
    .select('a.address_id')
    .where('l.healthcare_provider_id', '=', healthcareProviderId)
    .where('l.is_archived', '=', false)
    .where('a.place_key', '=', placeKeyOf(lines))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function change(db: Db, actor: Actor, row: AddressToSave, link: LinkRow, input: Input): Promise<Saved> {
  const addressId = await placeOfChange(db, actor, row, link, input);
  // `changePlace` checks this itself before it merges a shared place with another, and a new place is not listed yet.
  if (!link.isShared || link.isArchived) await requireUnlisted(db, link, addressId);
  await db
    .updateTable('healthcare_provider_address_info')
    .set({
      address_id: addressId,
      ...linkColumnsOf(input),
      ...changedBy(actor),
      is_archived: false,
      source_key: editedKey,
      version: sql<number>`version + 1`,
    })
    .where('healthcare_provider_address_info_id', '=', link.healthcareProviderAddressInfoId)
    .execute();
  if (addressId !== link.addressId) await removeLocalPlace(db, link.addressId);
  const details = { isLocal: input.saveLocally, isPlaceChanged: !isSamePlace(link, input) };
  return saved(db, actor, link.healthcareProviderAddressInfoId, 'address_saved', details);
}

/** The provider's place after the change: the same, another one, or the same with other lines. */
async function placeOfChange(db: Db, actor: Actor, row: AddressToSave, link: LinkRow, input: Input): Promise<number> {
  const isSame = isSamePlace(link, input);
  if (input.saveLocally) {
    if (isSame || !link.isShared) return isSame ? link.addressId : changePlace(db, link, input);
    return addLocalPlace(db, input);
  }
  if (link.isShared && isSame) return link.addressId;
  authorize(actor, savingPlaces, 'changePlace', row);
  return link.isShared ? changePlace(db, link, input) : addSharedPlace(db, input);
}

async function archive(db: Db, actor: Actor, link: LinkRow): Promise<Saved> {
  await db
    .updateTable('healthcare_provider_address_info')
    .set({ is_archived: true, source_key: editedKey, version: sql<number>`version + 1`, ...changedBy(actor) })
    .where('healthcare_provider_address_info_id', '=', link.healthcareProviderAddressInfoId)
    .execute();
  return saved(db, actor, link.healthcareProviderAddressInfoId, 'address_archived', {});
}

const changedBy = (actor: Actor) => ({ changed_by_user_id: actor.userId, changed_at: new Date() });

const linkColumnsOf = writes<
  Input,
  'healthcare_provider_address_info',
  | keyof PlaceLines
  | 'healthcareProviderId'
  | 'healthcareProviderAddressInfoId'
  | 'addressId'
  | 'saveLocally'
  | 'isArchived'
  | 'version'
>()(addressColumns);

async function saved(
  db: Db,
  actor: Actor,
  infoId: number,
  what: 'address_added' | 'address_saved' | 'address_archived',
  details: Record<string, unknown>,
): Promise<Saved> {
  const link = await findLink(db, actor, infoId);
  if (link === undefined) throw refused(addressDialogTexts.notFound);
  const { addressId, healthcareProviderId, addressLabel, address1, address2, city, state, zipcode } = link;
  await record(db, actor, {
    action: `provider.${what}`,
    subjectType: 'healthcare_provider',
    subjectId: healthcareProviderId,
    details: { healthcareProviderAddressInfoId: infoId, addressId, ...details },
  });
  const { officePhone, fax, locationCode, isArchived, version } = link;
  return {
    address: { addressId, label: addressLabel, address1, address2, city, state, zipcode },
    healthcareProviderAddressInfo: {
      healthcareProviderAddressInfoId: infoId,
      healthcareProviderId,
      addressId,
      officePhone,
      fax,
      locationCode,
      isArchived,
      version,
    },
  };
}
