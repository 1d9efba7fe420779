import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { patientTables } from './patientTables.ts';
import type { PatientTable } from './patientTables.ts';

/** Columns with versions and copies, whose changes do not count. */
const bookkeeping = ['version', 'is_possible_duplicate', 'merged_into_patient_id'];

/** Digest that shows whether a row `t` was changed. */
export function digestOf({
  ignored = [],
  patientColumn = 'patient_id',
}: Pick<PatientTable, 'ignored' | 'patientColumn'>) {
  const left = [...bookkeeping, ...ignored, patientColumn];
  return sql<string>`md5((to_jsonb(t) - ${left}::text[])::text)`;
}

export function ofPatient({ table, patientColumn = 'patient_id' }: PatientTable, patientId: RawBuilder<unknown>) {
  const isPatient = sql`t.${sql.ref(patientColumn)} = ${patientId}`;
  return table === 'source_key' ? sql`${isPatient} and t.resource_type = 'Patient'` : isPatient;
}

interface News {
  table_name: string;
  added: number;
  changed: number;
  removed: number;
}

/** The reason a merge cannot be undone: what was written to the surviving patient since. Null if nothing was. */
export async function findUndoBlocker(db: Db, patientMergeId: number): Promise<string | null> {
  const laterMerge = await findLaterMerge(db, patientMergeId);
  if (laterMerge !== undefined) return laterMerge;
  const tables = patientTables.filter(({ words }) => words !== undefined);
  const { rows } = await sql<News>`${sql.join(
    [...tables.map((table) => newsOf(table, patientMergeId)), detailsNews(patientMergeId)],
    sql` union all `,
  )}`.execute(db);
  const news = rows.flatMap(wordsOf);
  return news.length === 0 ? null : `This merge cannot be undone. Since then: ${news.join(', ')}.`;
}

function newsOf(table: PatientTable, patientMergeId: number): RawBuilder<News> {
  const id = sql`t.${sql.ref(table.idColumn)}`;
  const survivor = sql`(select surviving_patient_id from patient_merge where patient_merge_id = ${patientMergeId})`;
  return sql<News>`select ${table.table}::text as table_name,
      count(*) filter (where w.row_id is null)::int as added,
      count(*) filter (where now.id is not null and w.digest <> now.digest)::int as changed,
      count(*) filter (where now.id is null)::int as removed
    from (select ${id} as id, ${digestOf(table)} as digest from ${sql.table(table.table)} t
      where ${ofPatient(table, survivor)}) as now
    full join (select row_id, digest from patient_merge_row
      where patient_merge_id = ${patientMergeId} and table_name = ${table.table} and digest is not null) as w
      on w.row_id = now.id`;
}

/** Whether the surviving patient's own fields were changed. */
function detailsNews(patientMergeId: number): RawBuilder<News> {
  return sql<News>`select 'patient', 0, count(*)::int, 0
    from patient_merge_row w join patient t on t.patient_id = w.row_id
    where w.patient_merge_id = ${patientMergeId} and w.table_name = 'patient' and w.change = 'changed'
      and w.digest <> ${digestOf({})}`;
}

function wordsOf({ table_name: table, added, changed, removed }: News): string[] {
  if (table === 'patient') return changed > 0 ? ["the patient's details were changed"] : [];
  const [one, several] = patientTables.find((known) => known.table === table)?.words ?? ['', ''];
  const counts = Object.entries({ added, changed, removed }).filter(([, count]) => count > 0);
  return counts.map(([what, count]) => `${count} ${count === 1 ? one : several} ${what}`);
}

/** A later merge depends on this one, and must be undone first. */
async function findLaterMerge(db: Db, patientMergeId: number): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select upper(p.last_name) || ', ' || p.first_name as name
    from patient_merge g join patient_merge later on later.patient_merge_id > g.patient_merge_id and later.undone_at is null
      and g.surviving_patient_id in (later.surviving_patient_id, later.merged_patient_id)
    join patient p on p.patient_id = later.merged_patient_id
    where g.patient_merge_id = ${patientMergeId} order by later.patient_merge_id desc limit 1`.execute(db);
  return rows[0] && `Undo the later merge of ${rows[0].name} first.`;
}
