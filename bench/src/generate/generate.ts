import type { ClientBase } from 'pg';

import type { Scale } from '../scales.ts';
import { clinicalRecordTables } from './clinicalRecord.ts';
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
  const names = [...generatedTables, ...clinicalRecordTables]
    .map(({ name }) => client.escapeIdentifier(name))
    .join(', ');
  await client.query('begin');
  try {
    await client.query('set local session_replication_role = replica');
    await client.query(`set local maintenance_work_mem = '1GB'`);
    // The built-in user types belong to no client, but truncating clients empties their table.
    await client.query(
      `create temp table built_in_type on commit drop as select * from user_type where client_id is null`,
    );
    await client.query(`truncate ${names} cascade`);
    await client.query('insert into user_type select * from built_in_type');
    for (const table of tablesOf(scale)) {
      const [key] = await withoutIndexes(client, table.name, () =>
        copyRows(client, table.name, rowsOf(table, population)),
      );
      if (key !== undefined) await moveIdentity(client, table.name, key);
    }
    if (scale.visitsWithResults !== undefined) {
      for (const table of clinicalRecordTables) {
        await withoutIndexes(client, table.name, () => table.fill(client, population));
        await moveIdentity(client, table.name, `${table.name}_id`);
      }
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

/**
 * Drops the indexes that can be rebuilt faster at the end, and unique constraints. Primary keys stay, for rows come in
 * their order, and what foreign keys refer to.
 * @returns the statements that create them again
 */
async function dropIndexes(client: ClientBase, table: string): Promise<string[]> {
  const { rows } = await client.query<{ removal: string; creation: string }>(
    `select case when c.oid is null then format('drop index %s', i.indexrelid::regclass)
         else format('alter table %s drop constraint %I', i.indrelid::regclass, c.conname) end as removal,
       case when c.oid is null then pg_get_indexdef(i.indexrelid)
         else format('alter table %s add constraint %I %s', i.indrelid::regclass, c.conname, pg_get_constraintdef(c.oid))
         end as creation
     from pg_index i left join pg_constraint c on c.conindid = i.indexrelid and c.conrelid = i.indrelid and c.contype <> 'f'
     where i.indrelid = $1::regclass and (c.oid is null or c.contype = 'u'
       and not exists (select from pg_constraint f where f.conindid = i.indexrelid and f.contype = 'f'))`,
    [table],
  );
  for (const { removal } of rows) await client.query(removal);
  return rows.map(({ creation }) => creation);
}

async function withoutIndexes<T>(client: ClientBase, table: string, fill: () => Promise<T>): Promise<T> {
  const indexes = await dropIndexes(client, table);
  const result = await fill();
  for (const index of indexes) await client.query(index);
  return result;
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
