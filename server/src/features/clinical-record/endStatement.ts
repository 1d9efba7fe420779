import { editingTexts } from '@careloop/contracts/clinical-record/editing';
import type {
  endStatement as endEndpoint,
  markStatement as markEndpoint,
} from '@careloop/contracts/clinical-record/editing';
import type { InputOf } from '@careloop/contracts/endpoint';
import { isBefore, splitPartialDay } from '@careloop/contracts/fields/partialDay';
import { currentMedicationStatuses, endedMedicationStatuses } from '@careloop/contracts/codes/clinicalRecord';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { invalidInput, refused } from '../../platform/errors.ts';
import { changeStatement, lockStatement } from './keep.ts';
import type { Kept, Patient, Subject } from './keep.ts';
import { endNoneKnown } from './noneKnown.ts';
import { requireChangeable } from './saveStatement.ts';

type EndInput = InputOf<typeof endEndpoint>;
type MarkInput = InputOf<typeof markEndpoint>;

/** The statement that the call names; the contract has checked that it is one. */
function named(input: Pick<EndInput, 'patientMedicationId' | 'patientAllergyId' | 'patientConditionId'>) {
  const { patientMedicationId, patientAllergyId, patientConditionId } = input;
  if (patientMedicationId != null) return { subject: 'medication', subjectId: patientMedicationId } as const;
  if (patientAllergyId != null) return { subject: 'allergy', subjectId: patientAllergyId } as const;
  return { subject: 'condition', subjectId: patientConditionId ?? 0 } as const;
}

const isOneOf = (status: unknown, names: readonly string[]) => names.some((one) => one === status);

/** Stops a medication, or resolves an allergy or a problem. */
export async function endStatement(db: Db, actor: Actor, patient: Patient, input: EndInput) {
  const kept = await lockStatement(db, patient, { ...named(input), version: input.version });
  requireChangeable(kept);
  if (kept.subject === 'allergy' && input.endDate !== null)
    throw invalidInput({ endDate: editingTexts.noEndOfAllergy });
  const { status, start } = statusOf(kept);
  if (isOneOf(status, [...endedMedicationStatuses, 'resolved'])) throw refused(editingTexts.ended, 'wrong_state');
  if (input.endDate !== null && start !== null && isBefore(input.endDate, start))
    throw invalidInput({ endDate: editingTexts.endBeforeStart });
  return changeStatement(db, actor, patient, kept, endedColumns(kept.subject, input), input.reason);
}

function statusOf({ subject, row }: Kept): { status: unknown; start: string | null } {
  const start = (column: string) => row[column] as string | null;
  if (subject === 'medication') return { status: row['status'], start: start('start_date') };
  return { status: row['clinical_status'], start: start('onset_date') };
}

function endedColumns(subject: Subject, { endDate, reason }: EndInput): Record<string, unknown> {
  const { day, precision } = splitPartialDay(endDate);
  switch (subject) {
    case 'medication':
      return { status: 'stopped', end_date: day, end_precision: precision, status_reason: reason };
    case 'allergy':
      return { clinical_status: 'resolved' };
    case 'condition':
      return { clinical_status: 'resolved', abatement_date: day, abatement_precision: precision };
  }
}

const holds = ({ subject, row }: Kept): boolean => {
  if (row.is_none_known === true) return false;
  return subject === 'medication'
    ? isOneOf(row['status'], currentMedicationStatuses)
    : isOneOf(row['clinical_status'], ['active', 'unknown']);
};

/** Marks a statement as entered in error, or takes that back. It is kept either way. */
export async function markStatement(db: Db, actor: Actor, patient: Patient, input: MarkInput) {
  const kept = await lockStatement(db, patient, { ...named(input), version: input.version });
  const { subject } = kept;
  if (!input.isEnteredInError && subject !== 'condition' && holds(kept))
    await endNoneKnown(db, actor, patient, subject);
  return changeStatement(db, actor, patient, kept, { is_entered_in_error: input.isEnteredInError }, input.reason);
}
