import { sql } from 'kysely';

import { addressDialogTexts } from '@careloop/contracts/directory/addresses';
import type { addressOnFile } from '@careloop/contracts/fields/address';

import type { Db } from '../../../platform/db/client.ts';
import { onConstraint } from '../../../platform/db/errors.ts';
import { refused } from '../../../platform/errors.ts';
import { coordinatesOfZip } from '../../../core/geography/zipCoordinates.ts';
import { moveLinks, requireUnlisted } from './moveLinks.ts';
import type { ProviderLink } from './moveLinks.ts';
import { streetKey } from './streetKey.ts';

/** The address lines of a place. */
export type PlaceLines = Record<keyof typeof addressOnFile, string | null>;

export function isSamePlace(one: PlaceLines, other: PlaceLines): boolean {
  const lines = ['address1', 'address2', 'city', 'state', 'zipcode'] as const;
  return lines.every((line) => (one[line] ?? '') === (other[line] ?? ''));
}

function columnsOf({ address1, address2, city, state, zipcode }: PlaceLines) {
  const at = coordinatesOfZip(zipcode);
  const position = { latitude: at?.latitude ?? null, longitude: at?.longitude ?? null };
  return { address1, address2, city, state, zipcode, ...position };
}

/** Adds a place used by one provider only. */
export async function addLocalPlace(db: Db, lines: PlaceLines): Promise<number> {
  const { address_id } = await db
    .insertInto('address')
    .values({ ...columnsOf(lines), is_shared: false })
    .returning('address_id')
    .executeTakeFirstOrThrow();
  return address_id;
}

/** Returns the shared place with these lines; adds it if there is none. */
export async function addSharedPlace(db: Db, lines: PlaceLines): Promise<number> {
  const { address1, address2, city, state, zipcode, latitude, longitude } = columnsOf(lines);
  const { rows } = await sql<{ id: number }>`select shared_address(array[${address1}, ${address2}]::text[],
    ${city}::text, ${state}::text, ${zipcode}::text, ${latitude}::float8, ${longitude}::float8) as id`.execute(db);
  return rows[0]?.id ?? addLocalPlace(db, lines);
}

/** A place for a new address of a provider. */
interface NewPlace extends PlaceLines {
  /** The place the user selected; its lines do not change. */
  addressId?: number | null | undefined;
  saveLocally: boolean;
}

/** Whether the lines of a new address are saved as a shared place. */
export const isEnteredForAll = ({ addressId, saveLocally }: Pick<NewPlace, 'addressId' | 'saveLocally'>): boolean =>
  !addressId && !saveLocally;

/** Returns the place the user selected, or one with these lines. */
export async function placeToAdd(db: Db, input: NewPlace): Promise<number> {
  if (!input.addressId) return input.saveLocally ? addLocalPlace(db, input) : addSharedPlace(db, input);
  const place = await db
    .selectFrom('address')
    .select('address_id')
    .where('address_id', '=', input.addressId)
    .where('is_shared', '=', true)
    .executeTakeFirst();
  if (place === undefined) throw refused(addressDialogTexts.notFound);
  return place.address_id;
}

/**
 * Changes the lines of a link's place for everyone there. If another shared place has these lines, everyone is moved to it.
 * @returns the id of the place with these lines
 * @throws AppError if the link's provider already has that other place
 */
export async function changePlace(db: Db, link: ProviderLink, lines: PlaceLines): Promise<number> {
  const { addressId } = link;
  const own = await lockPlace(db, addressId);
  const other = own.is_shared ? await findOtherPlace(db, addressId, lines) : undefined;
  if (other === undefined) await setLines(db, own, lines);
  else await requireUnlisted(db, link, other);
  await moveLinks(db, addressId, other ?? addressId);
  return other ?? addressId;
}

async function lockPlace(db: Db, addressId: number) {
  return db
    .selectFrom('address')
    .select(['address_id', 'address1', 'zipcode', 'is_shared', 'latitude'])
    .where('address_id', '=', addressId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

const streetOf = ({ address1, zipcode }: Pick<PlaceLines, 'address1' | 'zipcode'>) =>
  `${address1 && streetKey(address1)}|${zipcode?.slice(0, 5)}`;

/** The position, which may be more precise than the ZIP code, is kept while street and ZIP code stay the same. */
async function setLines(db: Db, own: Awaited<ReturnType<typeof lockPlace>>, lines: PlaceLines): Promise<void> {
  const { latitude, longitude, ...columns } = columnsOf(lines);
  const isKept = own.latitude !== null && streetOf(own) === streetOf(lines);
  const update = db
    .updateTable('address')
    .set({ ...columns, ...(!isKept && { latitude, longitude }), version: sql<number>`version + 1` })
    .where('address_id', '=', own.address_id);
  // A place with these lines may have been added since the lookup.
  await onConstraint(update.execute(), { address_shared_place: () => refused(addressDialogTexts.sameTime) });
}

/** Equal for lines that name the same place, regardless of spelling. */
export const placeKeyOf = ({ address1, address2, city, state, zipcode }: PlaceLines) =>
  sql<string>`address_place_key(${address1}, ${address2}, ${city}, ${state}, ${zipcode})`;

async function findOtherPlace(db: Db, addressId: number, lines: PlaceLines): Promise<number | undefined> {
  const other = await db
    .selectFrom('address')
    .select('address_id')
    .where('is_shared', '=', true)
    .where('address_id', '<>', addressId)
    .where('place_key', '=', placeKeyOf(lines))
    .executeTakeFirst();
  return other?.address_id;
}

/** Removes a place used by one provider only, after the provider has left it. */
export async function removeLocalPlace(db: Db, addressId: number): Promise<void> {
  await db
    .deleteFrom('address')
    .where('address_id', '=', addressId)
    .where('is_shared', '=', false)
    .where(sql<boolean>`not exists (select from healthcare_provider_address_info l where l.address_id = ${addressId})`)
    .execute();
}
