import type { PatientChange } from '@careloop/contracts/patients/history';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../../platform/identity/actor.ts';
import { deniedPatient, maySeePatient, seesByTeamOrClient } from '../../../../core/access/patientAccess.ts';
import { userName } from '../../../../platform/identity/userName.ts';
import type { Db } from '../../../../platform/db/client.ts';
import { pageOf, readCursor } from '../../../../platform/db/cursor.ts';
import { iso, shape } from '../../../../platform/db/shape.ts';
import { findEncounterConfiguration, hiddenColumns } from '../../encounterConfiguration.ts';
import type { PatientRecordRow } from '../recordPolicy.ts';

/** Whether the actor may see `patient p` only by emergency access. */
export function isPatientSeenInEmergency(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(not ${seesByTeamOrClient(actor)})`;
}

/** @throws AppError `unauthorized_patient` */
export function findRecord(db: Db, actor: Actor, patientId: number): Promise<PatientRecordRow> {
  return find(db, actor, patientId, sql``);
}

/**
 * The same for a change: locks the patient until the transaction ends.
 * @throws AppError `unauthorized_patient`
 */
export function lockRecord(db: Db, actor: Actor, patientId: number): Promise<PatientRecordRow> {
  return find(db, actor, patientId, sql`for update of p`);
}

async function find(db: Db, actor: Actor, patientId: number, lock: RawBuilder<unknown>): Promise<PatientRecordRow> {
  const row = shape<PatientRecordRow, { p: 'patient' }>({
    patientId: 'p.patient_id',
    clientId: 'p.client_id',
    version: 'p.version',
    isEmergencyOnly: isPatientSeenInEmergency(actor),
  });
  const { rows } = await row.from`patient p where p.patient_id = ${patientId} and ${maySeePatient(actor)}
    ${lock}`.execute(db);
  if (rows[0] === undefined) throw await deniedPatient(db, actor, patientId);
  return rows[0];
}

const change = shape<PatientChange, { c: 'patient_change' }>({
  patientChangeId: 'c.patient_change_id',
  subject: sql`c.subject`,
  action: sql`c.action`,
  fields: sql`c.fields`,
  changedAt: iso('c.changed_at'),
  changedBy: userName('c.changed_by_user_id'),
  onBehalfOf: userName('c.changed_on_behalf_of_user_id'),
});

/**
 * The changes of a patient, latest first, without fields of encounters that the client hides. The caller has checked access to
 * the patient.
 */
export async function findChanges(db: Db, patientId: number, cursor: string | undefined, pageSize: number) {
  const after = readCursor(cursor);
  const behind =
    after === null ? sql`` : sql`and (c.changed_at, c.patient_change_id) < (${after.key}::timestamptz, ${after.id})`;
  const { rows } = await change.from`patient_change c where c.patient_id = ${patientId} ${behind}
    order by c.changed_at desc, c.patient_change_id desc limit ${pageSize + 1}`.execute(db);
  const hidden = hiddenColumns(await findEncounterConfiguration(db, patientId));
  const shown = rows.map((row) =>
    row.subject === 'encounter' ? { ...row, fields: row.fields.filter(({ field }) => !hidden.has(field)) } : row,
  );
  return pageOf(shown, pageSize, (row) => ({ key: row.changedAt, id: row.patientChangeId }));
}
