import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { patientTables } from './patientTables.ts';
import type { PatientTable } from './patientTables.ts';
import { digestOf, ofPatient } from './undoBlocker.ts';

export interface Merge {
  patientMergeId: number;
  survivingPatientId: number;
  mergedPatientId: number;
}

/** Moves every row of the merged patient to the survivor, and records its previous state. */
export async function moveRows(db: Db, merge: Merge): Promise<void> {
  for (const table of patientTables) {
    if (table.givesWay === 'removed') await removeTwins(db, merge, table);
    if (table.givesWay === 'renamed') await renameTwins(db, merge, table);
    await move(db, merge, table);
  }
  await copyNames(db, merge.survivingPatientId);
}

/** Whether the survivor already has an equivalent of row `t`, which must be unique per patient. */
function isTwin({ table, once = [] }: PatientTable, { survivingPatientId }: Merge): RawBuilder<boolean> {
  const same = once.map((column) => sql`own.${sql.ref(column)} = t.${sql.ref(column)}`);
  return sql<boolean>`exists (select from ${sql.table(table)} own
    where ${sql.join([sql`own.patient_id = ${survivingPatientId}`, ...same], sql` and `)})`;
}

async function removeTwins(db: Db, merge: Merge, table: PatientTable): Promise<void> {
  await sql`
    with gone as (delete from ${sql.table(table.table)} t
      where t.patient_id = ${merge.mergedPatientId} and ${isTwin(table, merge)} returning to_jsonb(t) as row)
    insert into patient_merge_row (patient_merge_id, table_name, row_id, change, before)
    select ${merge.patientMergeId}, ${table.table}, (row ->> ${table.idColumn})::bigint, 'removed', row from gone`.execute(
    db,
  );
}

/** If both patients have a record with the same source id, the survivor's keeps the id, so that later copies update it. */
async function renameTwins(db: Db, merge: Merge, table: PatientTable): Promise<void> {
  const id = sql.ref(table.idColumn);
  await sql`
    with twin as (select t.${id} as id, t.source_id from ${sql.table(table.table)} t
      where t.patient_id = ${merge.mergedPatientId} and ${isTwin(table, merge)}),
    renamed as (update ${sql.table(table.table)} t
      set source_id = t.source_id || ${`#merged-${merge.mergedPatientId}`}
      from twin where twin.id = t.${id})
    insert into patient_merge_row (patient_merge_id, table_name, row_id, change, before)
    select ${merge.patientMergeId}, ${table.table}, id, 'moved', jsonb_build_object('source_id', source_id) from twin`.execute(
    db,
  );
}

async function move(db: Db, merge: Merge, table: PatientTable): Promise<void> {
  const { patientColumn = 'patient_id' } = table;
  const isMoving = ofPatient(table, sql`${merge.mergedPatientId}`);
  // A conversation merged into another one stays behind, as a record of its former key.
  const isLeft = table.table === 'conversation' ? sql`and t.merged_into_conversation_id is null` : sql``;
  await sql`
    with moved as (update ${sql.table(table.table)} t set ${sql.ref(patientColumn)} = ${merge.survivingPatientId}
      where ${isMoving} ${isLeft} returning t.${sql.ref(table.idColumn)} as id)
    insert into patient_merge_row (patient_merge_id, table_name, row_id, change)
    select ${merge.patientMergeId}, ${table.table}, id, 'moved' from moved
    on conflict do nothing`.execute(db);
  if (table.table === 'conversation') await copyPatient(db, merge.survivingPatientId);
}

/** Updates the patient id copied to conversation members. */
async function copyPatient(db: Db, patientId: number): Promise<void> {
  await sql`update conversation_member m set patient_id = ${patientId} from conversation c
    where c.patient_id = ${patientId} and m.conversation_id = c.conversation_id
      and m.patient_id is distinct from ${patientId}`.execute(db);
}

/** Updates the patient's search keys copied to care team members. */
async function copyNames(db: Db, patientId: number): Promise<void> {
  await sql`update care_team_member m set patient_last_first = p.last_first, patient_first_last = p.first_last
    from patient p where p.patient_id = ${patientId} and m.patient_id = p.patient_id`.execute(db);
}

/** Stores a digest of every row of the survivor after the merge, so that an undo can detect later changes. */
export async function keepDigests(db: Db, merge: Merge): Promise<void> {
  for (const table of patientTables) {
    if (table.words === undefined) continue;
    await sql`
      insert into patient_merge_row as w (patient_merge_id, table_name, row_id, change, digest)
      select ${merge.patientMergeId}, ${table.table}, t.${sql.ref(table.idColumn)}, 'kept', ${digestOf(table)}
      from ${sql.table(table.table)} t where ${ofPatient(table, sql`${merge.survivingPatientId}`)}
      on conflict (patient_merge_id, table_name, row_id) do update set digest = excluded.digest`.execute(db);
  }
  await sql`update patient_merge_row w set digest = ${digestOf({})} from patient t
    where w.patient_merge_id = ${merge.patientMergeId} and w.table_name = 'patient' and w.change = 'changed'
      and t.patient_id = w.row_id`.execute(db);
}

/** Moves every row back to the patient it belonged to before the merge. */
export async function moveRowsBack(db: Db, merge: Merge): Promise<void> {
  for (const table of patientTables.toReversed()) {
    await moveBack(db, merge, table);
    if (table.restored !== undefined) await restore(db, merge, table.table, table.idColumn, table.restored);
    if (table.givesWay === 'removed') await putBack(db, merge, table.table);
    if (table.table === 'conversation') await copyPatient(db, merge.mergedPatientId);
  }
  await copyNames(db, merge.mergedPatientId);
}

async function moveBack(db: Db, merge: Merge, table: PatientTable): Promise<void> {
  const { patientColumn = 'patient_id' } = table;
  await sql`
    update ${sql.table(table.table)} t set ${sql.ref(patientColumn)} = ${merge.mergedPatientId}
    from patient_merge_row w
    where w.patient_merge_id = ${merge.patientMergeId} and w.table_name = ${table.table} and w.change = 'moved'
      and t.${sql.ref(table.idColumn)} = w.row_id and t.${sql.ref(patientColumn)} = ${merge.survivingPatientId}`.execute(
    db,
  );
}

/** Restores columns of moved and changed rows to their values before the merge. */
export async function restore(
  db: Db,
  { patientMergeId }: Merge,
  table: string,
  idColumn: string,
  columns: readonly string[],
): Promise<void> {
  const set = columns.map((column) => sql`${sql.ref(column)} = o.${sql.ref(column)}`);
  await sql`
    update ${sql.table(table)} t set ${sql.join(set)}
    from patient_merge_row w, jsonb_populate_record(null::${sql.table(table)}, w.before) o
    where w.patient_merge_id = ${patientMergeId} and w.table_name = ${table} and w.change <> 'removed'
      and w.before is not null and t.${sql.ref(idColumn)} = w.row_id`.execute(db);
}

/** Inserts rows `o` again that were removed by the merge. */
export async function putBack(
  db: Db,
  { patientMergeId }: Merge,
  table: string,
  which: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  const { rows: generated } = await sql<{ column_name: string }>`
    select column_name from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`.execute(db);
  const columns = sql.join(generated.map(({ column_name: name }) => sql.ref(name)));
  const before = sql.join(generated.map(({ column_name: name }) => sql.ref(`o.${name}`)));
  await sql`
    insert into ${sql.table(table)} (${columns})
    select ${before} from patient_merge_row w, jsonb_populate_record(null::${sql.table(table)}, w.before) o
    where w.patient_merge_id = ${patientMergeId} and w.table_name = ${table} and w.change = 'removed'
      and ${which}`.execute(db);
}
