import { editingTexts } from '@careloop/contracts/clinical-record/editing';
import type { ChangedColumn } from '@careloop/contracts/patients/history';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { todayOfClient } from '../../core/charts/clientDay.ts';
import type { Db } from '../../platform/db/client.ts';
import { refused, requireVersion } from '../../platform/errors.ts';
import type { PatientRecordRow } from '../patients/shared/recordPolicy.ts';
import { changedColumns, findLastChange, recordChange } from '../patients/shared/recordChange.ts';
import type { Values } from '../patients/shared/recordChange.ts';

// What entering, changing and ending a medication, an allergy and a problem have in common.

export type Patient = Authorized<PatientRecordRow, 'edit'>;

export type Subject = 'medication' | 'allergy' | 'condition';
const tables: Record<Subject, { table: string; idColumn: string; statedColumn: string }> = {
  medication: { table: 'patient_medication', idColumn: 'patient_medication_id', statedColumn: 'stated_date' },
  allergy: { table: 'patient_allergy', idColumn: 'patient_allergy_id', statedColumn: 'stated_date' },
  condition: { table: 'patient_condition', idColumn: 'patient_condition_id', statedColumn: 'recorded_date' },
};

/** A row of one of the three tables, by column. */
type Row = Readonly<Record<string, unknown>> & {
  version: number;
  description: string;
  is_entered_in_error: boolean;
  is_none_known?: boolean;
};

export interface Kept {
  subject: Subject;
  subjectId: number;
  row: Row;
}

/** Locks a statement of the patient, in the version the caller saw. */
export async function lockStatement(
  db: Db,
  { patientId }: Patient,
  { subject, subjectId, version }: { subject: Subject; subjectId: number; version: number | undefined },
): Promise<Kept> {
  const { table, idColumn } = tables[subject];
  const { rows } = await sql<Row>`select * from ${sql.table(table)}
    where ${sql.ref(idColumn)} = ${subjectId} and patient_id = ${patientId} for update`.execute(db);
  const [row] = rows;
  if (row === undefined) throw refused(editingTexts.notFound);
  await requireVersion(version ?? 0, row.version, editingTexts.changed, () =>
    findLastChange(db, { patientId, subject, subjectId, version: row.version }),
  );
  return { subject, subjectId, row };
}

type Columns = Readonly<Record<string, unknown>>;

/** Values as the history shows them: reactions as their names. */
function shownValues(columns: Columns): Values<ChangedColumn> {
  const shown = (column: string, value: unknown): Values[string] => {
    if (column !== 'reactions') return value as Values[string];
    const reactions = (typeof value === 'string' ? JSON.parse(value) : value) as { manifestation?: string }[];
    return reactions.map((one) => one.manifestation ?? '').join(', ');
  };
  const entries = Object.entries(columns).map(([column, value]) => [column, shown(column, value)] as const);
  return Object.fromEntries(entries) as Values<ChangedColumn>;
}

/** Adds a statement of the user, made on today's date of the client. */
export async function addStatement(db: Db, actor: Actor, patient: Patient, subject: Subject, columns: Columns) {
  const { patientId } = patient;
  const { table, idColumn, statedColumn } = tables[subject];
  const stored: Columns = { ...columns, patient_id: patientId, entered_by_user_id: actor.userId };
  const { rows } = await sql<{ id: number }>`insert into ${sql.table(table)}
    (${sql.join([...Object.keys(stored), statedColumn].map((column) => sql.ref(column)))})
    values (${sql.join(Object.values(stored))}, ${todayOfClient(sql`${patient.clientId}`)})
    returning ${sql.ref(idColumn)} as id`.execute(db);
  const [added] = rows;
  if (added === undefined) throw new Error('The row was just inserted');
  const change = { patientId, subject, subjectId: added.id, action: 'created' } as const;
  await recordChange(db, actor, { ...change, version: 1, before: {}, after: shownValues(columns) });
  return { id: added.id, version: 1 };
}

/** A date and how exact it is are kept together, even if only one of them was changed. */
function withPrecision(changed: readonly string[], columns: Columns): string[] {
  const both = changed.flatMap((column) => {
    const name = /^(.*)_(?:date|precision)$/.exec(column)?.[1];
    return name === undefined ? [column] : [`${name}_date`, `${name}_precision`];
  });
  return both.filter((column) => column in columns);
}

/**
 * Stores what differs. Imports do not overwrite values changed here.
 * @param reason why, for the history alone
 */
export async function changeStatement(
  db: Db,
  actor: Actor,
  { patientId }: Patient,
  { subject, subjectId, row }: Kept,
  columns: Columns,
  reason: string | null = null,
): Promise<{ version: number }> {
  const before = shownValues(Object.fromEntries(Object.keys(columns).map((column) => [column, row[column]])));
  const after = shownValues(columns);
  const changed = changedColumns(before, after);
  if (changed.length === 0) return { version: row.version };
  const { table, idColumn } = tables[subject];
  const version = row.version + 1;
  await sql`update ${sql.table(table)} set ${sql.join(
    changed.map((column) => sql`${sql.ref(column)} = ${columns[column]}`),
  )}, version = ${version},
    edited_columns = array(select distinct unnest(edited_columns || ${withPrecision(changed, columns)}::text[]))
    where ${sql.ref(idColumn)} = ${subjectId}`.execute(db);
  await recordChange(db, actor, {
    patientId,
    subject,
    subjectId,
    action: 'edited',
    version,
    before,
    after: { ...after, ...(reason !== null && { reason_of_change: reason }) },
  });
  return { version };
}
