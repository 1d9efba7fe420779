import { allergyRules, editingTexts, medicationRules, problemRules } from '@careloop/contracts/clinical-record/editing';
import type {
  saveAllergy as allergyEndpoint,
  saveMedication as medicationEndpoint,
  saveProblem as problemEndpoint,
} from '@careloop/contracts/clinical-record/editing';
import { currentMedicationStatuses } from '@careloop/contracts/codes/clinicalRecord';
import type { InputOf } from '@careloop/contracts/endpoint';
import { dateTexts, todayAnywhere } from '@careloop/contracts/fields/dates';
import { splitPartialDay } from '@careloop/contracts/fields/partialDay';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { onFile } from '../../platform/db/onFile.ts';
import { writes } from '../../platform/db/writes.ts';
import { invalidInput, refused, requireValidTexts } from '../../platform/errors.ts';
import { addStatement, changeStatement, lockStatement } from './keep.ts';
import type { Kept, Patient } from './keep.ts';
import { endNoneKnown } from './noneKnown.ts';

// Adding and changing a medication, an allergy or a problem.

type MedicationInput = InputOf<typeof medicationEndpoint>;
type AllergyInput = InputOf<typeof allergyEndpoint>;
type ProblemInput = InputOf<typeof problemEndpoint>;

const statedTexts = { code: 'code', codeSystem: 'code_system', note: 'note' } as const;
const medicationTexts = {
  ...statedTexts,
  dosage: 'dosage',
  route: 'route',
  quantity: 'quantity',
  reason: 'reason',
  statusReason: 'status_reason',
} as const satisfies Record<keyof typeof medicationRules, string>;

const medicationColumns = writes<
  MedicationInput,
  'patient_medication',
  'patientId' | 'patientMedicationId' | 'version'
>()({
  description: 'description',
  ...medicationTexts,
  status: 'status',
  kind: 'kind',
  startDate: (value) => {
    const { day, precision } = splitPartialDay(value);
    return { start_date: day, start_precision: precision };
  },
  endDate: (value) => {
    const { day, precision } = splitPartialDay(value);
    return { end_date: day, end_precision: precision };
  },
});

const allergyColumns = writes<
  AllergyInput,
  'patient_allergy',
  'patientId' | 'patientAllergyId' | 'version' | 'reactions'
>()({
  description: 'description',
  ...statedTexts,
  kind: 'kind',
  category: 'category',
  status: 'clinical_status',
  criticality: 'criticality',
  severity: 'severity',
  onsetDate: (value) => {
    const { day, precision } = splitPartialDay(value);
    return { onset_date: day, onset_precision: precision };
  },
});

const problemColumns = writes<ProblemInput, 'patient_condition', 'patientId' | 'patientConditionId' | 'version'>()({
  description: 'description',
  ...statedTexts,
  status: 'clinical_status',
  startDate: (value) => {
    const { day, precision } = splitPartialDay(value);
    return { onset_date: day, onset_precision: precision };
  },
  endDate: (value) => {
    const { day, precision } = splitPartialDay(value);
    return { abatement_date: day, abatement_precision: precision };
  },
});

/** A statement that none is known has no content to change, and a mistake is taken back first. */
export function requireChangeable({ row }: Kept): void {
  if (row.is_none_known === true) throw refused(editingTexts.noneKnown, 'wrong_state');
  if (row.is_entered_in_error) throw refused(editingTexts.inError, 'wrong_state');
}

/** The days of an allergy or a problem that cannot lie ahead, by their field. */
const begunColumns = {
  allergy: { onsetDate: 'onset_date' },
  condition: { startDate: 'onset_date', endDate: 'abatement_date' },
} as const;

/** @throws AppError `invalid_input` for a day ahead, unless it is on file already */
function refuseAhead(subject: keyof typeof begunColumns, columns: Record<string, unknown>, kept?: Kept): void {
  for (const [field, column] of Object.entries(begunColumns[subject])) {
    const day = columns[column] as string | null;
    if (day !== null && day > todayAnywhere() && day !== kept?.row[column])
      throw invalidInput({ [field]: dateTexts.future });
  }
}

export async function saveMedication(db: Db, actor: Actor, patient: Patient, input: MedicationInput) {
  const { patientMedicationId, version } = input;
  const columns = medicationColumns(input);
  if (currentMedicationStatuses.some((status) => status === input.status))
    await endNoneKnown(db, actor, patient, 'medication');
  if (!patientMedicationId) {
    requireValidTexts(medicationRules, input, null);
    const added = await addStatement(db, actor, patient, 'medication', columns);
    return { patientMedicationId: added.id, version: added.version };
  }
  const kept = await lockStatement(db, patient, { subject: 'medication', subjectId: patientMedicationId, version });
  requireChangeable(kept);
  requireValidTexts(medicationRules, input, onFile(medicationTexts, kept.row));
  return { patientMedicationId, ...(await changeStatement(db, actor, patient, kept, columns)) };
}

interface Reaction {
  manifestation: string | null;
  severity: string | null;
}

export async function saveAllergy(db: Db, actor: Actor, patient: Patient, input: AllergyInput) {
  const { patientAllergyId, version } = input;
  const reactionsBeside = (stored: readonly Reaction[]) =>
    JSON.stringify(
      input.reactions.map(
        (manifestation) =>
          stored.find((one) => one.manifestation === manifestation) ?? { manifestation, severity: null },
      ),
    );
  if (input.status === 'active' || input.status === 'unknown') await endNoneKnown(db, actor, patient, 'allergy');
  if (!patientAllergyId) {
    requireValidTexts(allergyRules, input, null);
    const columns = { ...allergyColumns(input), reactions: reactionsBeside([]) };
    refuseAhead('allergy', columns);
    const added = await addStatement(db, actor, patient, 'allergy', columns);
    return { patientAllergyId: added.id, version: added.version };
  }
  const kept = await lockStatement(db, patient, { subject: 'allergy', subjectId: patientAllergyId, version });
  requireChangeable(kept);
  requireValidTexts(allergyRules, input, onFile(statedTexts, kept.row));
  const columns = { ...allergyColumns(input), reactions: reactionsBeside(kept.row['reactions'] as Reaction[]) };
  refuseAhead('allergy', columns, kept);
  return { patientAllergyId, ...(await changeStatement(db, actor, patient, kept, columns)) };
}

export async function saveProblem(db: Db, actor: Actor, patient: Patient, input: ProblemInput) {
  const { patientConditionId, version } = input;
  const columns = problemColumns(input);
  if (!patientConditionId) {
    requireValidTexts(problemRules, input, null);
    refuseAhead('condition', columns);
    const added = await addStatement(db, actor, patient, 'condition', columns);
    return { patientConditionId: added.id, version: added.version };
  }
  const kept = await lockStatement(db, patient, { subject: 'condition', subjectId: patientConditionId, version });
  requireChangeable(kept);
  requireValidTexts(problemRules, input, onFile(statedTexts, kept.row));
  refuseAhead('condition', columns, kept);
  return { patientConditionId, ...(await changeStatement(db, actor, patient, kept, columns)) };
}
