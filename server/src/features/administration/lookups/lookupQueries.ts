import { defaultPermissions } from '@careloop/contracts/administration/defaultPermissions';
import { lookupPageSize } from '@careloop/contracts/administration/lookups';
import type { listSpecialties, ListedUserType, LookupEntry } from '@careloop/contracts/administration/lookups';
import { userTypeLabels } from '@careloop/contracts/codes';
import type { UserType } from '@careloop/contracts/codes';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import type { Actor } from '../../../access/actor.ts';
import type { Db } from '../../../db/client.ts';
import { shape } from '../../../db/shape.ts';
import type { Shape } from '../../../db/shape.ts';

/** An editable lookup list: its table, and how its rows are read. */
export interface Lookup {
  table: 'healthcare_provider_specialty' | 'health_condition';
  id: 'healthcare_provider_specialty_id' | 'health_condition_id';
  code: 'taxonomy_code' | 'diagnosis_code';
  /** Name of its entries in the audit. */
  subject: 'specialty' | 'health-condition';
  entry: Shape<LookupEntry, { s: 'healthcare_provider_specialty' }> | Shape<LookupEntry, { s: 'health_condition' }>;
}

export const specialties: Lookup = {
  table: 'healthcare_provider_specialty',
  id: 'healthcare_provider_specialty_id',
  code: 'taxonomy_code',
  subject: 'specialty',
  entry: shape<LookupEntry, { s: 'healthcare_provider_specialty' }>({
    id: 's.healthcare_provider_specialty_id',
    name: 's.name',
    code: 's.taxonomy_code',
    isPrimaryCare: 's.is_primary_care',
    isArchived: 's.is_archived',
    version: 's.version',
  }),
};

export const healthConditions: Lookup = {
  table: 'health_condition',
  id: 'health_condition_id',
  code: 'diagnosis_code',
  subject: 'health-condition',
  entry: shape<LookupEntry, { s: 'health_condition' }>({
    id: 's.health_condition_id',
    name: 's.name',
    code: 's.diagnosis_code',
    isPrimaryCare: sql`false`,
    isArchived: 's.is_archived',
    version: 's.version',
  }),
};

/** One page, by name. Each word of the search term must start a word of the name, or the code. */
export async function listEntries(db: Db, lookup: Lookup, input: InputOf<typeof listSpecialties>) {
  const { searchTerm, state, page } = input;
  const conditions = [sql`true`];
  if (searchTerm !== '')
    conditions.push(sql`(position(' ' || search_key(${searchTerm}) in ' ' || search_key(s.name)) > 0
      or starts_with(lower(s.${sql.ref(lookup.code)}), ${searchTerm.toLowerCase()}))`);
  if (state !== undefined) conditions.push(sql`s.is_archived = ${state === 'archived'}`);
  const from = sql`${sql.table(lookup.table)} s where ${sql.join(conditions, sql` and `)}`;
  const [counted, found] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from ${from}`.execute(db),
    lookup.entry.from`${from} order by s.name limit ${lookupPageSize} offset ${(page - 1) * lookupPageSize}`.execute(
      db,
    ),
  ]);
  const totalItemCount = counted.rows[0]?.total ?? 0;
  return { items: found.rows, totalItemCount, hasMore: page * lookupPageSize < totalItemCount };
}

export async function findEntry(db: Db, lookup: Lookup, id: number): Promise<LookupEntry | undefined> {
  const found = lookup.entry.from`${sql.table(lookup.table)} s where s.${sql.ref(lookup.id)} = ${id}`;
  return (await found.execute(db)).rows[0];
}

/** Like `findEntry`, but locks the row. */
export async function lockEntry(db: Db, lookup: Lookup, id: number): Promise<LookupEntry | undefined> {
  const found = lookup.entry.from`${sql.table(lookup.table)} s where s.${sql.ref(lookup.id)} = ${id}
    for no key update`;
  return (await found.execute(db)).rows[0];
}

interface LastChange {
  changedBy: string;
  changedAt: Date;
  what: string;
}

export async function findLastChange(db: Db, lookup: Lookup, id: number): Promise<LastChange | undefined> {
  const change = shape<LastChange, { s: 'health_condition'; u: 'user_account' }>({
    changedBy: sql`u.first_name || ' ' || u.last_name`,
    changedAt: sql`s.updated_at`,
    what: sql`case when s.is_archived then 'archived' else 'edited' end`,
  });
  const found = change.from`${sql.table(lookup.table)} s join user_account u on u.user_id = s.updated_by_user_id
    where s.${sql.ref(lookup.id)} = ${id}`;
  return (await found.execute(db)).rows[0];
}

const userTypes = Object.keys(userTypeLabels) as UserType[];

/** The user types, which are defined in code (decision 048). */
export async function listTypes(db: Db, actor: Actor): Promise<ListedUserType[]> {
  const { rows } = await sql<{ type: UserType; count: number }>`select u.user_type as type, count(*)::int as count
    from user_account u where u.is_active and not u.is_stub and u.origin_client_id = any(${actor.clientIds}::bigint[])
    group by u.user_type`.execute(db);
  return userTypes.map((userTypeId) => ({
    userTypeId,
    description: userTypeLabels[userTypeId],
    permissions: [...defaultPermissions[userTypeId]],
    userCount: rows.find(({ type }) => type === userTypeId)?.count ?? 0,
  }));
}
