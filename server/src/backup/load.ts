import path from 'node:path';

import type { Client } from 'pg';

import { copyIn } from '../db/copy.ts';
import { readInto } from './files.ts';
import { BackupError, tableFileOf } from './manifest.ts';
import type { BackedUpTable, Manifest } from './manifest.ts';
import { nameOf } from './tables.ts';

interface Constraint {
  table: string;
  name: string;
  definition: string;
}

/**
 * Loads the tables of a backup into a migrated database without rows, in the caller's transaction. Rows come as they were:
 * no trigger changes them. Foreign keys are taken away meanwhile, since tables point to each other in circles, and are
 * checked for every row when they are put back. The owner of the tables may do all this; it takes no superuser.
 * @throws BackupError when a table has not the rows that the backup tells of
 */
export async function loadTables(client: Client, folder: string, manifest: Manifest): Promise<void> {
  await addAuditMonths(client, manifest.auditMonths);
  const constraints = await findForeignKeys(client);
  for (const { table, name } of constraints) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of manifest.tables) await loadTable(client, folder, table);
  for (const { table, name, definition } of constraints) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  for (const { name, value } of manifest.sequences) {
    await client.query(`select setval($1::regclass, $2)`, [nameOf(client, { schema: 'public', name }), value]);
  }
}

async function findForeignKeys(client: Client): Promise<Constraint[]> {
  const { rows } = await client.query<Constraint>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`,
  );
  return rows;
}

async function loadTable(client: Client, folder: string, table: BackedUpTable): Promise<void> {
  const name = nameOf(client, table);
  const isOurs = table.schema === 'public';
  if (isOurs) await client.query(`alter table ${name} disable trigger user`);
  // What migrations put there stands in the backup as well.
  await client.query(`delete from ${name}`);
  await readInto(path.join(folder, tableFileOf(table)), copyIn(client, name, table.columns));
  if (isOurs) await client.query(`alter table ${name} enable trigger user`);
  const { rows } = await client.query<{ count: number }>(`select count(*) as count from ${name}`);
  const count = rows[0]?.count ?? 0;
  if (count !== table.rowCount) {
    throw new BackupError(`${name} has ${count} rows after loading, and had ${table.rowCount} when it was backed up.`);
  }
}

/** A partition for each month that has rows; what finds none lands in the default one. */
async function addAuditMonths(client: Client, months: readonly string[]): Promise<void> {
  for (const month of months) {
    const name = `audit_event_${month.replace('-', '')}`;
    const first = client.escapeLiteral(`${month}-01`);
    await client.query(
      `create table if not exists ${name} partition of audit_event
         for values from (${first}) to (${first}::date + interval '1 month')`,
    );
  }
  // Takes what must not be changed out of the application's hands, on new partitions too.
  await client.query('select ensure_audit_partitions()');
}
