import type { ClientBase } from 'pg';

import type { Scale } from '../scales.ts';
import { copyRows } from './copy.ts';
import { messageTables } from './messages.ts';
import { organizationTables } from './organization.ts';
import { patientTables } from './patients.ts';
import { createPopulation } from './population.ts';
import type { Population } from './population.ts';
import type { GeneratedTable, Row } from './table.ts';
import { workTables } from './work.ts';

/** Parents before children. */
export const generatedTables: readonly GeneratedTable[] = [
  ...organizationTables,
  ...patientTables,
  ...workTables,
  ...messageTables,
];

/** The patient tables that conversations need. */
const patientTablesOfMessages = new Set(['patient', 'care_team_member']);

function tablesOf({ onlyMessages }: Scale): readonly GeneratedTable[] {
  if (onlyMessages !== true) return generatedTables;
  const ofPatients = patientTables.filter(({ name }) => patientTablesOfMessages.has(name));
  return [...organizationTables, ...ofPatients, ...messageTables];
}

export interface GenerateOptions {
  /** The latest date in the data; the same value creates the same rows. Default: the start of today. */
  now?: Date;
}

/**
 * Fills a migrated, empty database in one transaction. Indexes are built after the rows, identity columns advanced and
 * the planner's statistics updated. The connection must be a superuser's, because foreign keys are not checked row by
 * row.
 */
export async function generate(client: ClientBase, scale: Scale, options: GenerateOptions = {}): Promise<void> {
  const population = createPopulation(scale, options.now ?? startOfToday());
  const names = generatedTables.map(({ name }) => client.escapeIdentifier(name)).join(', ');
  await client.query('begin');
  try {
    await client.query('set local session_replication_role = replica');
    await client.query(`set local maintenance_work_mem = '512MB'`);
    // The built-in user types belong to no client, but truncating clients empties their table.
    await client.query(
      `create temp table built_in_type on commit drop as select * from user_type where client_id is null`,
    );
    await client.query(`truncate ${names} cascade`);
    await client.query('insert into user_type select * from built_in_type');
    for (const table of tablesOf(scale)) {
      const indexes = await dropIndexes(client, table.name);
      const [key] = await copyRows(client, table.name, rowsOf(table, population));
      for (const index of indexes) await client.query(index);
      if (key !== undefined) await moveIdentity(client, table.name, key);
    }
    // Normally maintained by triggers, which do not run while rows are copied in.
    await client.query(`insert into user_name_word (word, user_id, begins_last_name)
      select w.word, u.user_id, w.begins_last_name
      from user_account u cross join lateral words_of_user(u.last_name, u.first_name) w`);
    await client.query(`insert into patient_surname_part (patient_id, client_id, key)
      select p.patient_id, p.client_id, s.key from patient p cross join lateral surname_parts(p.last_first) s`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  await client.query(`vacuum (analyze) ${names}, user_name_word, patient_surname_part`);
}

/** Drops the indexes that can be rebuilt faster at the end; constraint indexes stay. */
async function dropIndexes(client: ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Sets the identity columns so that the product's next rows continue after the generated ones. */
async function moveIdentity(client: ClientBase, table: string, key: string): Promise<void> {
  await client.query(
    `select setval(sequence, (select max(${client.escapeIdentifier(key)}) from ${client.escapeIdentifier(table)}))
     from pg_get_serial_sequence($1, $2) as sequence where sequence is not null`,
    [table, key],
  );
}

/** Rows that can be iterated more than once. */
function rowsOf(table: GeneratedTable, population: Population): Iterable<Row> {
  return { [Symbol.iterator]: () => table.rows(population)[Symbol.iterator]() };
}

function startOfToday(): Date {
  return new Date(new Date().setUTCHours(0, 0, 0, 0));
}
