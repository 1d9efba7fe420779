import { lookupPageSize } from '@careloop/contracts/administration/lookups';
import type { LookupFilter } from '@careloop/contracts/administration/lookups';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { isForClients } from '../../../core/access/sharedLookups.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';
import { containsWordPrefix } from '../../../platform/db/containsWordPrefix.ts';
import type { ListedEntry, Lookup } from './lookup.ts';

/** Whether the administrator may manage an entry: those of another client do not exist for them. */
function isOpen({ clientIds }: Actor, { parent, isShared }: Lookup): RawBuilder<boolean> {
  if (isShared) return isForClients(clientIds, 's.client_id');
  return parent === 'client_id' ? sql<boolean>`s.client_id = any(${clientIds}::bigint[])` : sql<boolean>`true`;
}

/** The client or carrier of an entry, in the input of a call. */
export interface ParentIds {
  clientId?: number | null | undefined;
  insuranceCarrierId?: number;
}

const parentKeys = { client_id: 'clientId', insurance_carrier_id: 'insuranceCarrierId' } as const;

/** The client or carrier that an entry belongs to, for a list that has one. */
export function parentIdOf({ parent }: Lookup, input: ParentIds): number | undefined {
  return parent === undefined ? undefined : (input[parentKeys[parent]] ?? undefined);
}

/**
 * One page, in the order of the list. The name must contain the whole search term, from the start of a word on, or the code
 * must start with it.
 */
export async function listEntries<Entry extends ListedEntry>(
  db: Db,
  actor: Actor,
  lookup: Lookup<Entry>,
  filter: LookupFilter & ParentIds,
) {
  const { searchTerm, state, page } = filter;
  const conditions = [isOpen(actor, lookup)];
  if (lookup.parent !== undefined) {
    conditions.push(sql`s.${sql.ref(lookup.parent)} = ${parentIdOf(lookup, filter)}`);
  }
  if (searchTerm !== '') {
    const isNamed = containsWordPrefix(sql`s.${sql.ref(lookup.name)}`, searchTerm);
    conditions.push(
      lookup.code === undefined
        ? isNamed
        : sql`(${isNamed} or starts_with(lower(s.${sql.ref(lookup.code)}), ${searchTerm.toLowerCase()}))`,
    );
  }
  if (state !== undefined) conditions.push(sql`s.${sql.ref(lookup.archived)} = ${state === 'archived'}`);
  const from = sql`${sql.table(lookup.table)} s where ${sql.join(conditions, sql` and `)}`;
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(db),
    lookup.entry
      .from`${from} order by ${lookup.order} limit ${lookupPageSize} offset ${(page - 1) * lookupPageSize}`.execute(db),
  ]);
  const totalItemCount = counted.rows[0]?.total ?? 0;
  return { items: found.rows, totalItemCount, hasMore: page * lookupPageSize < totalItemCount };
}

export async function findEntry<Entry extends ListedEntry>(
  db: Db,
  actor: Actor,
  lookup: Lookup<Entry>,
  id: number,
): Promise<Entry | undefined> {
  const found = lookup.entry.from`${sql.table(lookup.table)} s
    where s.${sql.ref(lookup.id)} = ${id} and ${isOpen(actor, lookup)}`;
  return (await found.execute(db)).rows[0];
}

/** Like `findEntry`, but locks the row. An entry of another parent than the given one is not found. */
export async function lockEntry<Entry extends ListedEntry>(
  db: Db,
  actor: Actor,
  lookup: Lookup<Entry>,
  { id, parentId }: { id: number; parentId?: number | undefined },
): Promise<Entry | undefined> {
  const isOfParent =
    lookup.parent === undefined || parentId === undefined ? sql`` : sql`and s.${sql.ref(lookup.parent)} = ${parentId}`;
  const found = lookup.entry.from`${sql.table(lookup.table)} s
    where s.${sql.ref(lookup.id)} = ${id} and ${isOpen(actor, lookup)} ${isOfParent} for no key update`;
  return (await found.execute(db)).rows[0];
}

/** Whether the administrator may add entries to this client or carrier. */
export async function isParentOpen(db: Db, actor: Actor, { parent }: Lookup, parentId: number | undefined) {
  if (parent === undefined) return true;
  if (parentId === undefined) return false;
  if (parent === 'client_id') return actor.clientIds.includes(parentId);
  const carrier = db
    .selectFrom('insurance_carrier')
    .select('version')
    .where('insurance_carrier_id', '=', parentId)
    .where(isForClients(actor.clientIds));
  return (await carrier.executeTakeFirst()) !== undefined;
}

interface LastChange {
  changedByUserId: number;
  changedBy: string;
  changedAt: Date;
  what: string;
}

export async function findLastChange(db: Db, lookup: Lookup, id: number): Promise<LastChange | undefined> {
  const change = shape<LastChange, { s: 'health_condition'; u: 'user_account' }>({
    changedByUserId: 'u.user_id',
    changedBy: sql`u.first_name || ' ' || u.last_name`,
    changedAt: sql`s.updated_at`,
    what: sql`case when s.${sql.ref(lookup.archived)} then 'archived' else 'edited' end`,
  });
  const found = change.from`${sql.table(lookup.table)} s join user_account u on u.user_id = s.updated_by_user_id
    where s.${sql.ref(lookup.id)} = ${id}`;
  return (await found.execute(db)).rows[0];
}
