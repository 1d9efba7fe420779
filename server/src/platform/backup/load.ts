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
 * Loads the tables of a backup into an empty migrated database, in the caller's transaction. Triggers are disabled, so rows
 * are not changed. Foreign keys are dropped, because tables reference each other in cycles, and every row is checked when
 * they are added again. Needs the rights of the tables' owner, not a superuser.
 * @throws BackupError if a table's row count differs from the backup
 */
export async function loadTables(client: Client, folder: string, manifest: Manifest): Promise<void> {
  await addAuditMonths(client, manifest.auditMonths);
  const constraints = await findForeignKeys(client);
  for (const { table, name } of constraints) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const table of manifest.tables) await loadTable(client, folder, table);
  for (const { table, name, definition } of constraints) {
    await client.query(`alter table ${table} add constraint ${name} ${definition}`);
  }
  await client.query('select fill_audit_patients()');
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
  // Rows inserted by migrations are also in the backup.
  await client.query(`delete from ${name}`);
  await readInto(path.join(folder, tableFileOf(table)), copyIn(client, name, table.columns));
  if (isOurs) await client.query(`alter table ${name} enable trigger user`);
  const { rows } = await client.query<{ count: number }>(`select count(*) as count from ${name}`);
  const count = rows[0]?.count ?? 0;
  if (count !== table.rowCount) {
    throw new BackupError(`${name} has ${count} rows after loading, and had ${table.rowCount} when it was backed up.`);
  }
}

/** Creates the partitions of each month with rows; without them they would go to the default partitions. */
async function addAuditMonths(client: Client, months: readonly string[]): Promise<void> {
  for (const month of months) await client.query('select ensure_audit_month($1)', [`${month}-01`]);
  // Also revokes the application role's right to change rows in the new partitions.
  await client.query('select ensure_audit_partitions()');
}
