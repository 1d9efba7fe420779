import { clinicalRecordLimits } from '@careloop/contracts/clinical-record';
import type {
  Allergy,
  Background,
  Immunization,
  Medication,
  Plan,
  Procedure,
} from '@careloop/contracts/clinical-record';
import { currentMedicationStatuses, endedMedicationStatuses } from '@careloop/contracts/codes/clinicalRecord';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { pageOf } from '../../platform/db/cursor.ts';
import { literals } from '../../platform/db/literals.ts';
import { shape } from '../../platform/db/shape.ts';
import { standTogether } from './disputes.ts';
import type { Disputable } from './disputes.ts';
import { behindDay, behindKind, countAll, isShown, keyOf, partialDay, statementOf } from './statement.ts';

// What the patient's page, the charts and the summary beside a referral or consultation read of the clinical record. The
// caller has checked access to the patient.

const { listed, pageSize } = clinicalRecordLimits;

export interface Listed {
  includesErrors: boolean;
}
interface Paged extends Listed {
  cursor?: string | undefined;
}
/** The sort key of a row, for the cursor. */
interface Keyed {
  key: string;
}

/** Whether medication `m` is current: said to be taken, also while it is paused. */
export const isCurrentMedication = sql<boolean>`(m.status in (${literals(currentMedicationStatuses)})
  and not m.is_entered_in_error)`;

/** Whether allergy `a` is not said to be over, refuted or a mistake: nobody may be told of fewer allergies than are stated. */
export const isPossibleAllergy = sql<boolean>`(a.clinical_status in ('active', 'unknown') and not a.is_entered_in_error
  and a.verification is distinct from 'refuted')`;

export const medicationOrder = sql`coalesce(m.start_date, m.stated_date) desc nulls last, m.patient_medication_id`;

/** The worst first: by risk, then by the severity of its reactions. */
export const allergyOrder = sql`a.criticality is distinct from 'high',
  coalesce(array_position(array['severe', 'moderate', 'mild'], a.severity), 4), a.patient_allergy_id`;

const medication = shape<Omit<Medication, 'isDisputed'>, { m: 'patient_medication' }>({
  ...statementOf('m'),
  patientMedicationId: 'm.patient_medication_id',
  description: 'm.description',
  code: 'm.code',
  codeSystem: 'm.code_system',
  isNoneKnown: 'm.is_none_known',
  status: 'm.status',
  kind: 'm.kind',
  dosage: 'm.dosage',
  route: 'm.route',
  quantity: 'm.quantity',
  reason: 'm.reason',
  statusReason: 'm.status_reason',
  note: 'm.note',
  startDate: partialDay('m.start_date', 'm.start_precision'),
  endDate: partialDay('m.end_date', 'm.end_precision'),
  statedDate: 'm.stated_date',
});

/** Current ones first, then by date; a drug that one source ended and another did not stands together. */
export async function findMedications(db: Db, patientId: number, list: Listed) {
  const of = sql`patient_medication m where m.patient_id = ${patientId} and ${isShown('m', list)}`;
  const { rows } = await medication.from`${of}
    order by m.is_none_known desc, ${isCurrentMedication} desc, ${medicationOrder} limit ${listed + 1}`.execute(db);
  const isOver = (status: string) => endedMedicationStatuses.some((ended) => ended === status);
  return wholeList(db, of, rows, (row) =>
    row.isNoneKnown || row.isEnteredInError ? null : holdsOf(row.status === 'active', isOver(row.status)),
  );
}

const allergy = shape<Omit<Allergy, 'isDisputed'>, { a: 'patient_allergy' }>({
  ...statementOf('a'),
  patientAllergyId: 'a.patient_allergy_id',
  description: 'a.description',
  code: 'a.code',
  codeSystem: 'a.code_system',
  isNoneKnown: 'a.is_none_known',
  kind: 'a.kind',
  category: 'a.category',
  status: 'a.clinical_status',
  verification: 'a.verification',
  criticality: 'a.criticality',
  severity: 'a.severity',
  reactions: sql`a.reactions`,
  note: 'a.note',
  onsetDate: partialDay('a.onset_date', 'a.onset_precision'),
  onsetText: 'a.onset_text',
  statedDate: 'a.stated_date',
});

/** Possible ones first, the worst on top. */
export async function findAllergies(db: Db, patientId: number, list: Listed) {
  const of = sql`patient_allergy a where a.patient_id = ${patientId} and ${isShown('a', list)}`;
  const { rows } = await allergy.from`${of}
    order by a.is_none_known desc, ${isPossibleAllergy} desc, ${allergyOrder} limit ${listed + 1}`.execute(db);
  return wholeList(db, of, rows, ({ isNoneKnown, isEnteredInError, status, verification }) => {
    if (isNoneKnown || isEnteredInError) return null;
    const isRefuted = verification === 'refuted';
    return holdsOf(status === 'active' && !isRefuted, status !== 'unknown' || isRefuted);
  });
}

const holdsOf = (isActive: boolean, isOver: boolean) => {
  if (isActive) return true;
  return isOver ? false : null;
};

/** The rows of a list that is shown whole, those that disagree together. */
async function wholeList<Row extends Omit<Disputable, 'holds'>>(
  db: Db,
  of: RawBuilder<unknown>,
  rows: readonly Row[],
  holds: (row: Row) => boolean | null,
) {
  const together = standTogether(rows.slice(0, listed), (row) => ({ ...row, holds: holds(row) }));
  const items = together.map(({ row, isDisputed }) => ({ ...row, isDisputed }));
  const isCut = rows.length > listed;
  return { items, isCut, totalItemCount: await countAll(db, of, { items, nextCursor: isCut ? '' : null }, undefined) };
}

const immunization = shape<Immunization & Keyed, { i: 'patient_immunization' }>({
  ...statementOf('i'),
  key: keyOf('i.occurred_on'),
  patientImmunizationId: 'i.patient_immunization_id',
  description: 'i.description',
  code: 'i.code',
  codeSystem: 'i.code_system',
  status: 'i.status',
  statusReason: 'i.status_reason',
  occurredOn: partialDay('i.occurred_on', 'i.occurred_precision'),
  occurredText: 'i.occurred_text',
  lotNumber: 'i.lot_number',
  manufacturer: 'i.manufacturer',
  dose: 'i.dose',
  bodySite: 'i.body_site',
  route: 'i.route',
  note: 'i.note',
});

/** Newest first. */
export async function findImmunizations(db: Db, patientId: number, list: Paged) {
  const of = sql`patient_immunization i where i.patient_id = ${patientId} and ${isShown('i', list)}`;
  const { rows } = await immunization.from`${of}
    and ${behindDay('i.occurred_on', 'i.patient_immunization_id', list.cursor)}
    order by i.occurred_on desc nulls last, i.patient_immunization_id limit ${pageSize + 1}`.execute(db);
  const page = pageOf(rows, pageSize, ({ key, patientImmunizationId: id }) => ({ key, id }));
  return { ...page, totalItemCount: await countAll(db, of, page, list.cursor) };
}

const procedure = shape<Procedure & Keyed, { r: 'patient_procedure' }>({
  ...statementOf('r'),
  key: keyOf('r.started_on'),
  patientProcedureId: 'r.patient_procedure_id',
  description: 'r.description',
  code: 'r.code',
  codeSystem: 'r.code_system',
  status: 'r.status',
  statusReason: 'r.status_reason',
  startedOn: partialDay('r.started_on', 'r.started_precision'),
  endedOn: partialDay('r.ended_on', 'r.ended_precision'),
  performedText: 'r.performed_text',
  reason: 'r.reason',
  outcome: 'r.outcome',
  bodySite: 'r.body_site',
  note: 'r.note',
});

/** Newest first. */
export async function findProcedures(db: Db, patientId: number, list: Paged) {
  const of = sql`patient_procedure r where r.patient_id = ${patientId} and ${isShown('r', list)}`;
  const { rows } = await procedure.from`${of}
    and ${behindDay('r.started_on', 'r.patient_procedure_id', list.cursor)}
    order by r.started_on desc nulls last, r.patient_procedure_id limit ${pageSize + 1}`.execute(db);
  const page = pageOf(rows, pageSize, ({ key, patientProcedureId: id }) => ({ key, id }));
  return { ...page, totalItemCount: await countAll(db, of, page, list.cursor) };
}

const plan = shape<Plan & Keyed, { l: 'patient_plan' }>({
  ...statementOf('l'),
  key: keyOf('l.start_date'),
  patientPlanId: 'l.patient_plan_id',
  description: 'l.description',
  code: 'l.code',
  codeSystem: 'l.code_system',
  kind: 'l.kind',
  status: 'l.status',
  achievement: 'l.achievement',
  category: 'l.category',
  details: 'l.details',
  startDate: partialDay('l.start_date', 'l.start_precision'),
  endDate: partialDay('l.end_date', 'l.end_precision'),
  note: 'l.note',
});

/** Newest first. */
export async function findPlans(db: Db, patientId: number, list: Paged) {
  const of = sql`patient_plan l where l.patient_id = ${patientId} and ${isShown('l', list)}`;
  const { rows } = await plan.from`${of}
    and ${behindDay('l.start_date', 'l.patient_plan_id', list.cursor)}
    order by l.start_date desc nulls last, l.patient_plan_id limit ${pageSize + 1}`.execute(db);
  const page = pageOf(rows, pageSize, ({ key, patientPlanId: id }) => ({ key, id }));
  return { ...page, totalItemCount: await countAll(db, of, page, list.cursor) };
}

const background = shape<Background, { b: 'patient_background' }>({
  ...statementOf('b'),
  patientBackgroundId: 'b.patient_background_id',
  description: 'b.description',
  code: 'b.code',
  codeSystem: 'b.code_system',
  kind: 'b.kind',
  relationship: 'b.relationship',
  status: 'b.status',
  details: 'b.details',
  statedDate: partialDay('b.stated_date', 'b.stated_precision'),
  note: 'b.note',
});

/** By kind, in the order in which they were stored. */
export async function findBackground(db: Db, patientId: number, list: Paged) {
  const of = sql`patient_background b where b.patient_id = ${patientId} and ${isShown('b', list)}`;
  const { rows } = await background.from`${of} and ${behindKind('b.kind', 'b.patient_background_id', list.cursor)}
    order by b.kind, b.patient_background_id limit ${pageSize + 1}`.execute(db);
  const page = pageOf(rows, pageSize, ({ kind: key, patientBackgroundId: id }) => ({ key, id }));
  return { ...page, totalItemCount: await countAll(db, of, page, list.cursor) };
}
