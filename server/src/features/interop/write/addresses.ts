import { sql } from 'kysely';

import { digestOf } from '../fhir/references.ts';
import { insertRows, newIds, updateRows } from './bulk.ts';

import type { Db } from '../../../db/client.ts';
import type { Columns } from '../fhir/draft.ts';
import type { ProviderAddress } from '../fhir/practitioner.ts';

/** The places a record says a provider works at. */
export interface ProviderPlaces {
  providerId: number;
  /** `practitioner`, or `role:` and the role's name. Each record looks after its own addresses only. */
  owner: string;
  addresses: readonly ProviderAddress[];
  /** Whether a provider who has any address keeps them as they are. */
  onlyIfNone: boolean;
}

interface KeptAddress {
  id: number;
  providerId: number;
  owner: string;
  place: string;
}

// A practitioner's own address and the location of a role are usually one place. It is kept once, for the role, which knows
// its name and telephone. An address that is told no more is archived: referrals may point at it.

/** Writes the addresses of records that are new or changed. */
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
  const news: Columns[] = [];
  const changes: Columns[] = [];
  const archived: Columns[] = [];
  for (const { providerId, owner, addresses } of places) {
    const ofProvider = kept.get(providerId) ?? [];
    const wanted = new Map(addresses.filter(isPlace).map((address) => [placeOf(address), address]));
    for (const [place, address] of wanted) {
      const columns = { ...address, is_archived: false, source_key: `${owner}|${place}` };
      const same = ofProvider.filter((item) => item.place === place);
      const mine = same.find((item) => item.owner === owner) ?? same.find((item) => isTakenOver(item, owner));
      if (mine !== undefined) changes.push({ address_id: mine.id, ...columns });
      else if (same.length === 0) news.push({ healthcare_provider_id: providerId, ...columns });
    }
    const gone = ofProvider.filter((item) => item.owner === owner && !wanted.has(item.place));
    archived.push(...gone.map(({ id }) => ({ address_id: id, is_archived: true })));
  }
  await insertNew(db, news);
  await updateRows(db, 'healthcare_provider_address', 'address_id', changes);
  await updateRows(db, 'healthcare_provider_address', 'address_id', archived);
}

/** Providers who have an address. */
async function findSettled(db: Db, providerIds: readonly number[]): Promise<Set<number>> {
  if (providerIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    select distinct healthcare_provider_id as id from healthcare_provider_address
    where healthcare_provider_id = any(${providerIds}::bigint[]) and not is_archived`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

async function insertNew(db: Db, news: readonly Columns[]): Promise<void> {
  // Two roles of one provider at one place, both new: the first tells it.
  const distinct = [
    ...Map.groupBy(news, (row) => `${row.healthcare_provider_id}|${partsOf(row.source_key).place}`).values(),
  ];
  const rows = distinct.map(([first]) => first).filter((row) => row !== undefined);
  const ids = await newIds(db, 'healthcare_provider_address', 'address_id', rows.length);
  await insertRows(
    db,
    'healthcare_provider_address',
    rows.map((row, index) => ({ address_id: ids[index] ?? null, ...row })),
  );
}

function isTakenOver(item: KeptAddress, owner: string): boolean {
  return item.owner === 'practitioner' && owner !== 'practitioner';
}

async function loadAddresses(db: Db, providerIds: readonly number[]): Promise<Map<number, KeptAddress[]>> {
  const found = await db
    .selectFrom('healthcare_provider_address')
    .select(['address_id as id', 'healthcare_provider_id as providerId', 'source_key as key'])
    .where('healthcare_provider_id', '=', sql<number>`any(${providerIds}::bigint[])`)
    .where('source_key', 'is not', null)
    .where('is_archived', '=', false)
    .orderBy('address_id')
    .execute();
  const kept = found.map(({ id, providerId, key }) => ({ id, providerId, ...partsOf(key) }));
  return Map.groupBy(kept, ({ providerId }) => providerId);
}

function partsOf(key: unknown): { owner: string; place: string } {
  const text = String(key);
  const bar = text.lastIndexOf('|');
  return { owner: text.slice(0, bar), place: text.slice(bar + 1) };
}

function isPlace(address: ProviderAddress): boolean {
  return address.address1 !== null || address.city !== null || address.zipcode !== null;
}

/** The same for one place however it is spelled: case, spaces and the last four digits of the ZIP do not count. */
function placeOf({ address1, address2, city, zipcode }: ProviderAddress): string {
  const words = [address1, address2, city, zipcode?.slice(0, 5)].map((part) =>
    part
      ?.toUpperCase()
      .replaceAll(/[^A-Z0-9]+/g, ' ')
      .trim(),
  );
  return digestOf(words).slice(0, 22);
}
