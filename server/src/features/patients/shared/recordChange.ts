import type { ChangedColumn, PatientChange } from '@careloop/contracts/patients/history';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { patientAudience } from '../../../core/access/patientAudience.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';

// Records who changed what about a patient, in a table of our own that the field history and the activities show.

type Value = string | number | boolean | Date | null | undefined;
export type Values<Column extends string = string> = Readonly<Partial<Record<Column, Value>>>;

export interface RecordedChange<Column extends string = string> {
  patientId: number;
  subject: PatientChange['subject'];
  /** The changed row, if it is not the patient itself. */
  subjectId?: number;
  action: PatientChange['action'];
  /** Version of the changed row after the change. */
  version: number;
  /** By column. For a new or removed row, one of the two is empty. */
  before: Values<Column>;
  after: Values<Column>;
}

const textOf = (value: Value): string | null => {
  if (value === null || value === undefined || value === '') return null;
  return value instanceof Date ? value.toISOString() : String(value);
};

/** The text shown in the history: only the last four digits of an SSN, as everywhere. */
function shownText(column: string, values: Values): string | null {
  const text = textOf(values[column]);
  return column === 'ssn' && text !== null ? `***-**-${text.slice(-4)}` : text;
}

const isSame = (one: Value, other: Value) => textOf(one) === textOf(other);

/** The stored values of the columns that are about to be changed. */
export function storedValues<Row extends object, After extends Partial<Record<keyof Row, unknown>>>(
  row: Row,
  after: After,
) {
  const columns = Object.keys(after) as (keyof Row)[];
  return Object.fromEntries(columns.map((column) => [column, row[column]])) as Pick<Row, keyof After & keyof Row>;
}

/** The columns that differ. */
export function changedColumns(before: Values, after: Values): string[] {
  return Object.keys(after).filter((column) => !isSame(before[column], after[column]));
}

/**
 * Records a change in the history and audit, and publishes an event to everyone who may see the patient. A column that has no
 * label in the history does not compile.
 */
export async function recordChange<Column extends ChangedColumn>(
  db: Db,
  actor: Actor,
  change: RecordedChange<Column>,
): Promise<void> {
  const { patientId, subject, subjectId, action, version } = change;
  const { before, after }: { before: Values; after: Values } = change;
  const columns = new Set([...Object.keys(before), ...Object.keys(after)]);
  const fields = [...columns]
    .filter((column) => !isSame(before[column], after[column]))
    .map((column) => ({ field: column, from: shownText(column, before), to: shownText(column, after) }));
  await db
    .insertInto('patient_change')
    .values({
      patient_id: patientId,
      subject,
      subject_id: subjectId ?? null,
      action,
      row_version: version,
      fields: JSON.stringify(fields),
      changed_by_user_id: actor.userId,
      changed_on_behalf_of_user_id: actor.onBehalfOfUserId,
    })
    .execute();
  // The audit contains only field names; the values are in the history.
  await record(db, actor, {
    action: `patient.${subject}_${action}`,
    patientId,
    ...(subjectId !== undefined && { subjectType: subject, subjectId }),
    details: { fields: fields.map(({ field }) => field) },
  });
  await patientAudience.publish(db, patientId, 'PatientChangedEvent', { patientId });
}

/**
 * The user and time of the change that gave this part of the patient its current version, for a caller with a stale one.
 * Nothing if it was changed by an import or a merge of patients, which are not in the history.
 */
export async function findLastChange(
  db: Db,
  { patientId, subject, subjectId, version }: Pick<RecordedChange, 'patientId' | 'subject' | 'subjectId' | 'version'>,
) {
  return db
    .selectFrom('patient_change as c')
    .innerJoin('user_account as u', 'u.user_id', 'c.changed_by_user_id')
    .select([
      'c.changed_by_user_id as changedByUserId',
      sql<string>`u.first_name || ' ' || u.last_name`.as('changedBy'),
      'c.changed_at as changedAt',
      'c.action as what',
    ])
    .where('c.patient_id', '=', patientId)
    .where('c.subject', '=', subject)
    .where('c.row_version', '=', version)
    .$if(subjectId !== undefined, (query) => query.where('c.subject_id', '=', subjectId ?? 0))
    .orderBy('c.changed_at', 'desc')
    .orderBy('c.patient_change_id', 'desc')
    .limit(1)
    .executeTakeFirst();
}
