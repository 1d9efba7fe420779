import type { Client } from 'pg';

import type { BackedUpTable } from './manifest.ts';

export type Table = Pick<BackedUpTable, 'schema' | 'name' | 'columns'>;

/**
 * Tables that are not restored, because the target has its own rows: its migrations, the origin of its audit, and the
 * index of the audit by patient, which is filled from the restored audit.
 */
const ownTables = ['schema_migration', 'audit_origin', 'audit_patient'];

/** Session and sign-in credentials. Not backed up, so that a stolen backup gives no access; a restore signs everybody out. */
const liveSecrets = ['session_token', 'sign_in_challenge', 'single_sign_on_attempt', 'password_reset'];

/** Tables into which migrations insert rows. */
const filledByMigrations = ['site_alert', 'document_type', 'work_queue', 'work_queue_category', 'user_type'];

/** Tables to back up and restore, with their columns except generated ones. */
export async function findTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name,
       array(select a.attname::text from pg_attribute a
         where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and (
       n.nspname = 'public' and not c.relispartition and c.relname <> all($1) or n.nspname = 'pgboss' and c.relname = 'job')
     order by n.nspname, c.relname`,
    [[...ownTables, ...liveSecrets]],
  );
  return rows;
}

export const nameOf = (client: Client, { schema, name }: Pick<Table, 'schema' | 'name'>) =>
  `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;

/** Query for a table's rows to back up. Excludes the job queue's internal jobs, which every start creates again. */
export function rowsQuery(client: Client, table: Table): string {
  const columns = table.columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const query = `select ${columns} from ${nameOf(client, table)}`;
  return table.schema === 'pgboss' ? `${query} where not starts_with(name, '__pgboss__')` : query;
}

/** Names of tables with rows, except rows that every migrated database has. */
export async function findFilledTables(client: Client): Promise<string[]> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relname <> all($1) order by 1`,
    [[...ownTables, ...filledByMigrations]],
  );
  const filled: string[] = [];
  for (const { name } of tables) {
    const found = await client.query(`select from ${nameOf(client, { schema: 'public', name })} limit 1`);
    if (found.rowCount !== 0) filled.push(name);
  }
  return filled;
}

/** Query for the keys of all referenced documents: all columns named `storage_key` or `..._storage_key`. */
export async function documentKeysQuery(client: Client): Promise<string> {
  const { rows } = await client.query<{ table: string; column: string }>(
    `select table_name as table, column_name as column from information_schema.columns
     where table_schema = 'public' and column_name ~ '(^|_)storage_key$' order by 1, 2`,
  );
  const parts = rows.map(({ table, column }) => {
    const key = client.escapeIdentifier(column);
    return `select ${key} as key from ${nameOf(client, { schema: 'public', name: table })} where ${key} is not null`;
  });
  return `select distinct key from (${parts.join(' union all ')}) as k order by key`;
}
