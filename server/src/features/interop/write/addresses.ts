import { sql } from 'kysely';

import { writes } from '../../../platform/db/writes.ts';
import { digestOf } from '../shared/references.ts';
import { insertRows, newIds, updateRows } from './bulk.ts';

import type { Db } from '../../../platform/db/client.ts';
import type { PostalAddress } from '../fhir/contact.ts';
import type { Columns } from '../fhir/draft.ts';
import type { ProviderAddress } from '../fhir/practitioner.ts';

const table = 'healthcare_provider_address_info';
const idColumn = 'healthcare_provider_address_info_id';

const listedColumnsOf = writes<ProviderAddress, typeof table, keyof PostalPlace>()({
  address_label: 'address_label',
  office_phone: 'office_phone',
  fax_number: 'fax_number',
  is_mailing: (isMailing = false) => ({ is_mailing: isMailing, is_archived: false }),
});

/** The addresses a record lists for a provider. */
export interface ProviderPlaces {
  providerId: number;
  /** `practitioner`, or `role:` and the role's key. Each record updates only its own addresses. */
  owner: string;
  addresses: readonly ProviderAddress[];
  /** Whether these addresses are used only if the provider has none yet. */
  onlyIfNone: boolean;
  /** Whether the record would list a mailing address; if not, existing ones are kept. Default: true. */
  statesMailing?: boolean;
}

interface KeptAddress {
  id: number;
  providerId: number;
  owner: string;
  place: string;
  isArchived: boolean;
  isMailing: boolean;
}

// A practitioner's own address and the location of a role are usually the same place. It is stored once, for the role, which
// knows its name and telephone. An address that a record no longer lists is archived, not deleted, because referrals may refer
// to it.

/** Writes the addresses of new and changed records. */
export async function writeAddresses(db: Db, all: readonly ProviderPlaces[]): Promise<void> {
  const settled = await findSettled(
    db,
    all.filter(({ onlyIfNone }) => onlyIfNone).map(({ providerId }) => providerId),
  );
  const places = all.filter(({ onlyIfNone, providerId }) => !onlyIfNone || !settled.has(providerId));
  if (places.length === 0) return;
  const kept = await loadAddresses(
    db,
    places.map(({ providerId }) => providerId),
  );
  const news: NewAddress[] = [];
  const changes: ChangedAddress[] = [];
  const archived: Columns[] = [];
  for (const { providerId, owner, addresses, statesMailing = true } of places) {
    const ofProvider = kept.get(providerId) ?? [];
    const wanted = new Map(addresses.filter(isPlace).map((address) => [placeOf(address), address]));
    for (const [place, address] of wanted) {
      const columns = { ...listedColumnsOf(address), source_key: `${owner}|${place}` };
      const same = ofProvider.filter(
        (item) => item.place === place && (!item.isArchived || item.owner === owner || isEdited(item)),
      );
      const mine = same.find((item) => item.owner === owner) ?? same.find((item) => isTakenOver(item, owner));
      if (mine !== undefined) changes.push({ id: mine.id, providerId, address, columns });
      else if (same.length === 0) news.push({ address, columns: { healthcare_provider_id: providerId, ...columns } });
    }
    const mayBeGone = (item: KeptAddress) =>
      item.owner === owner && !item.isArchived && (statesMailing || !item.isMailing);
    const gone = ofProvider.filter((item) => mayBeGone(item) && !wanted.has(item.place));
    archived.push(...gone.map(({ id }) => ({ [idColumn]: id, is_archived: true })));
  }
  await updateRows(db, table, idColumn, archived);
  const changedIds = new Set(changes.map(({ id }) => id));
  const others = await findListed(
    db,
    places.map(({ providerId }) => providerId),
  );
  const listed = new Set(others.filter(({ id }) => !changedIds.has(id)).map(linkKey));
  await updateChanged(db, changes, listed);
  await insertNew(db, news, listed);
}

/** Providers who already have an address. */
async function findSettled(db: Db, providerIds: readonly number[]): Promise<Set<number>> {
  if (providerIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select distinct healthcare_provider_id as id from healthcare_provider_address_info
    where healthcare_provider_id = any(${providerIds}::bigint[]) and not is_archived`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

interface ChangedAddress {
  id: number;
  providerId: number;
  address: PostalPlace;
  columns: Columns;
}

/** @param listed places the providers have; the changed ones are added */
async function updateChanged(db: Db, changes: readonly ChangedAddress[], listed: Set<string>): Promise<void> {
  // The role's location often has coordinates that the practitioner's own address lacked.
  const placeIds = await sharedAddresses(
    db,
    changes.map(({ address }) => address),
  );
  const moved = changes.map(({ id, providerId, columns }, index) => {
    const addressId = placeIds[index] ?? null;
    const key = linkKey({ providerId, addressId });
    // A provider has each place once, even if the record spells it in two ways or a user has added it by hand.
    const isSecond = listed.has(key);
    listed.add(key);
    return { [idColumn]: id, ...columns, address_id: addressId, ...(isSecond && { is_archived: true }) };
  });
  await updateRows(db, table, idColumn, moved);
}

interface NewAddress {
  address: PostalPlace;
  columns: Columns & { healthcare_provider_id: number };
}

async function insertNew(db: Db, news: readonly NewAddress[], listed: Set<string>): Promise<void> {
  // If two new roles of one provider are at the same place, only the first is written.
  const distinct = [
    ...Map.groupBy(
      news,
      ({ columns }) => `${columns.healthcare_provider_id}|${partsOf(columns.source_key).place}`,
    ).values(),
  ];
  const rows = distinct.map(([first]) => first).filter((row) => row !== undefined);
  const addressIds = await sharedAddresses(
    db,
    rows.map(({ address }) => address),
  );
  const missing: Columns[] = [];
  for (const [index, { columns }] of rows.entries()) {
    const addressId = addressIds[index] ?? null;
    const key = linkKey({ providerId: columns.healthcare_provider_id, addressId });
    if (!listed.has(key)) missing.push({ address_id: addressId, ...columns });
    listed.add(key);
  }
  const ids = await newIds(db, table, idColumn, missing.length);
  await insertRows(
    db,
    table,
    missing.map((link, index) => ({ [idColumn]: ids[index] ?? null, ...link })),
  );
}

const linkKey = ({ providerId, addressId }: { providerId: number; addressId: number | null }) =>
  `${providerId}|${addressId}`;

/** Current addresses of these providers, including those a user added by hand. */
async function findListed(db: Db, providerIds: readonly number[]) {
  return db
    .selectFrom('healthcare_provider_address_info')
    .select([
      'healthcare_provider_address_info_id as id',
      'healthcare_provider_id as providerId',
      'address_id as addressId',
    ])
    .where('healthcare_provider_id', '=', sql<number>`any(${providerIds}::bigint[])`)
    .where('is_archived', '=', false)
    .execute();
}

/** Address lines and coordinates of a place. */
export type PostalPlace = PostalAddress & { latitude?: number | null; longitude?: number | null };

/** The ids of these places, in the same order; missing ones are inserted. */
export async function sharedAddresses(db: Db, places: readonly PostalPlace[]): Promise<number[]> {
  if (places.length === 0) return [];
  // Inserted in key order, so that two imports do not deadlock on each other's new places.
  const { rows } = await sql<{ id: number }>`
    with given as materialized (
      select given.*, row_number() over () as number
      from json_to_recordset(${JSON.stringify(places)}::json) as given (address1 text, address2 text, city text, state text,
        zipcode text, latitude double precision, longitude double precision)),
    shared as materialized (
      select number, shared_address(array[address1, address2], city, state, zipcode, latitude, longitude) as id
      from (select * from given order by address_place_key(address1, address2, city, state, zipcode), number) as ordered)
    select id from shared order by number`.execute(db);
  return rows.map(({ id }) => id);
}

/** Changed or removed by a user: it stays as it is, and the place is not added again. */
function isEdited(item: KeptAddress): boolean {
  return item.owner.startsWith('edited-');
}

function isTakenOver(item: KeptAddress, owner: string): boolean {
  return item.owner === 'practitioner' && owner !== 'practitioner';
}

/** Imported addresses of these providers, locked against edits. */
async function loadAddresses(db: Db, providerIds: readonly number[]): Promise<Map<number, KeptAddress[]>> {
  const found = await db
    .selectFrom('healthcare_provider_address_info')
    .select([
      'healthcare_provider_address_info_id as id',
      'healthcare_provider_id as providerId',
      'source_key as key',
      'is_archived as isArchived',
      'is_mailing as isMailing',
    ])
    .where('healthcare_provider_id', '=', sql<number>`any(${providerIds}::bigint[])`)
    .where('source_key', 'is not', null)
    .orderBy('is_archived')
    .orderBy('healthcare_provider_address_info_id')
    .forNoKeyUpdate()
    .execute();
  const kept = found.map(({ key, ...link }) => ({ ...link, ...partsOf(key) }));
  return Map.groupBy(kept, ({ providerId }) => providerId);
}

function partsOf(key: unknown): { owner: string; place: string } {
  const text = String(key);
  const bar = text.lastIndexOf('|');
  return { owner: text.slice(0, bar), place: text.slice(bar + 1) };
}

export function isPlace(address: PostalAddress): boolean {
  return address.address1 !== null || address.city !== null || address.zipcode !== null;
}

/** Equal for different spellings of one place: ignores case, punctuation and the last four digits of the ZIP. */
function placeOf({ address1, address2, city, zipcode }: ProviderAddress): string {
  const words = [address1, address2, city, zipcode?.slice(0, 5)].map((part) =>
    part
      ?.toUpperCase()
      .replaceAll(/[^A-Z0-9]+/g, ' ')
      .trim(),
  );
  return digestOf(words).slice(0, 22);
}
