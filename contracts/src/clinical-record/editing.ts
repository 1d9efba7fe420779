import { z } from 'zod';
import { signedIn } from '../access.ts';
import { conditionStatuses } from '../codes.ts';
import {
  allergyCategoryLabels,
  allergyKindLabels,
  allergyStatusLabels,
  criticalityLabels,
  medicationKindLabels,
  medicationStatusLabels,
  namesOf,
  severityLabels,
} from '../codes/clinicalRecord.ts';
import { post } from '../endpoint.ts';
import { id, optionalText, requiredText, version } from '../fields.ts';
import { atMost } from '../fields/checked.ts';
import { dateTexts, todayAnywhere, todayHere } from '../fields/dates.ts';
import { checkChanged, fieldsOnFile } from '../fields/onFile.ts';
import { isAhead, isBefore, optionalPartialDay, parsePartialDay } from '../fields/partialDay.ts';

// Medications, allergies and problems entered, changed and ended by hand (docs/domain/clinical-record.md).

export const editingLimits = { description: 1000, text: 300, note: 2000, reactions: 20 } as const;

export const editingTexts = {
  medicationRequired: 'Enter the medication',
  allergyRequired: 'Enter the substance',
  problemRequired: 'Enter the problem',
  reasonRequired: 'Enter a reason, so that others understand it',
  endBeforeStart: dateTexts.order,
  tooManyReactions: `An allergy can have at most ${editingLimits.reactions} reactions`,
  tooLong: (field: string, max: number) => `${field} cannot exceed ${max} characters`,
  noEndOfAllergy: 'The day on which an allergy was resolved is not kept. State it in the reason.',
  oneOf: 'Name one medication, allergy or problem.',
  notFound: 'This entry no longer exists.',
  changed: 'This entry has changed since you opened it.',
  ended: 'This entry has already ended.',
  inError: 'This entry is marked as entered in error. Undo that first.',
  noneKnown: 'The statement that none is known can only be marked as entered in error.',
  stillActive: (name: string) => `${name} is on the list as active. Stop it or mark it as entered in error first.`,
  allergyStillActive: (name: string) =>
    `${name} is on the list as active. Resolve it or mark it as entered in error first.`,
  statedAlready: 'This is already on file.',
  noAllergies: 'No known allergies',
  noMedications: 'Takes no medications',
} as const;

const text = (name: string, max: number = editingLimits.text) => optionalText(max, editingTexts.tooLong(name, max));
const named = (missing: string) =>
  requiredText(editingLimits.description, missing, editingTexts.tooLong('Name', editingLimits.description));

const short = (name: string, max: number = editingLimits.text) => atMost(max, editingTexts.tooLong(name, max));

/** Texts that every statement has and that may be kept as they are on file. Without a code the description is all that is known. */
const statedRules = {
  code: short('Code', 100),
  codeSystem: short('Code system'),
  note: short('Note', editingLimits.note),
};
export const medicationRules = {
  ...statedRules,
  dosage: short('Dosage', editingLimits.note),
  route: short('Route'),
  quantity: short('Quantity'),
  reason: short('Reason'),
  statusReason: short('Reason for the status'),
};
export const allergyRules = statedRules;
export const problemRules = statedRules;

interface Period {
  startDate: string | null;
  endDate: string | null;
}
function checkPeriod({ startDate, endDate }: Period, context: z.RefinementCtx) {
  if (startDate !== null && endDate !== null && isBefore(endDate, startDate))
    context.addIssue({ code: 'custom', path: ['endDate'], message: editingTexts.endBeforeStart });
}

/**
 * Days that lie ahead, of something that cannot be planned. Those of an import may stay as they are.
 * @param onFile the days before the change
 */
function checkBegun<Field extends string>(fields: readonly Field[], onFile: Readonly<Record<Field, string>>) {
  const kept = fields.map((field) => parsePartialDay(onFile[field]));
  return (values: Readonly<Record<Field, string | null>>, context: z.RefinementCtx) => {
    for (const [index, field] of fields.entries()) {
      const value = values[field];
      if (value !== null && value !== kept[index] && isAhead(value, todayHere()))
        context.addIssue({ code: 'custom', path: [field], message: dateTexts.future });
    }
  };
}

const medicationFields = z.object({
  description: named(editingTexts.medicationRequired),
  ...fieldsOnFile(medicationRules),
  status: z.enum(namesOf(medicationStatusLabels)),
  kind: z.enum(namesOf(medicationKindLabels)),
  startDate: optionalPartialDay,
  endDate: optionalPartialDay,
});
/** @param onFile the medication before the change */
export const medicationForm = (onFile: object) =>
  medicationFields.superRefine(...checkChanged(medicationRules, onFile)).superRefine(checkPeriod);

const allergyFields = z.object({
  description: named(editingTexts.allergyRequired),
  ...fieldsOnFile(allergyRules),
  kind: z.enum(namesOf(allergyKindLabels)).nullable(),
  category: z.enum(namesOf(allergyCategoryLabels)).nullable(),
  status: z.enum(namesOf(allergyStatusLabels)),
  criticality: z.enum(namesOf(criticalityLabels)).nullable(),
  severity: z.enum(namesOf(severityLabels)).nullable(),
  /** Manifestations; those that were there keep their severity. */
  reactions: z
    .array(z.string().trim().min(1).max(editingLimits.text, editingTexts.tooLong('A reaction', editingLimits.text)))
    .max(editingLimits.reactions, editingTexts.tooManyReactions),
  onsetDate: optionalPartialDay,
});
export const allergyForm = (onFile: { onsetDate: string }) =>
  allergyFields.superRefine(...checkChanged(allergyRules, onFile)).superRefine(checkBegun(['onsetDate'], onFile));

const problemFields = z.object({
  description: named(editingTexts.problemRequired),
  ...fieldsOnFile(problemRules),
  status: z.enum([...conditionStatuses, 'unknown']),
  startDate: optionalPartialDay,
  endDate: optionalPartialDay,
});
export const problemForm = (onFile: { startDate: string; endDate: string }) =>
  problemFields
    .superRefine(...checkChanged(problemRules, onFile))
    .superRefine(checkPeriod)
    .superRefine(checkBegun(['startDate', 'endDate'], onFile));

const change = {
  access: signedIn,
  authorization: 'policy',
  makesStale: ['PatientChangedEvent'],
} as const;
const path = '/patients/clinical-record';

export const saveMedication = post(`${path}/save-medication`, {
  ...change,
  summary: 'Adds or changes a medication of a patient.',
  // `version`: required to change one; saving without it is refused as stale.
  input: medicationFields
    .extend({ patientId: id, patientMedicationId: id.nullish(), version: version.optional() })
    .superRefine(checkPeriod),
  output: z.object({ patientMedicationId: id, version }),
});

export const saveAllergy = post(`${path}/save-allergy`, {
  ...change,
  summary: 'Adds or changes an allergy of a patient.',
  input: allergyFields.extend({ patientId: id, patientAllergyId: id.nullish(), version: version.optional() }),
  output: z.object({ patientAllergyId: id, version }),
});

export const saveProblem = post(`${path}/save-problem`, {
  ...change,
  summary: 'Adds or changes a problem of a patient.',
  input: problemFields
    .extend({ patientId: id, patientConditionId: id.nullish(), version: version.optional() })
    .superRefine(checkPeriod),
  output: z.object({ patientConditionId: id, version }),
});

/** Exactly one of the three. */
const which = {
  patientMedicationId: id.nullish(),
  patientAllergyId: id.nullish(),
  patientConditionId: id.nullish(),
};
type Which = { [Key in keyof typeof which]?: number | null | undefined };
function checkWhich(input: Which, context: z.RefinementCtx) {
  const named = [input.patientMedicationId, input.patientAllergyId, input.patientConditionId];
  if (named.filter((one) => one != null).length !== 1)
    context.addIssue({ code: 'custom', path: [], message: editingTexts.oneOf });
}

const endFields = (today: () => string) =>
  z.object({
    /** When it ended, as exact as it is known. */
    endDate: optionalPartialDay.refine((value) => value === null || !isAhead(value, today()), dateTexts.future),
    reason: text('Reason'),
  });
export const endForm = endFields(todayHere);

export const endStatement = post(`${path}/end`, {
  ...change,
  summary: 'Stops a medication, or resolves an allergy or a problem.',
  input: endFields(todayAnywhere)
    .extend({ patientId: id, ...which, version })
    .superRefine(checkWhich),
  output: z.object({ version }),
});

export const errorForm = z.object({
  reason: requiredText(
    editingLimits.text,
    editingTexts.reasonRequired,
    editingTexts.tooLong('The reason', editingLimits.text),
  ),
});

export const markStatement = post(`${path}/mark`, {
  ...change,
  summary: 'Marks a medication, an allergy or a problem as entered in error, or takes that back.',
  input: errorForm.extend({ patientId: id, ...which, version, isEnteredInError: z.boolean() }).superRefine(checkWhich),
  output: z.object({ version }),
});

export const stateNoneKnown = post(`${path}/none-known`, {
  ...change,
  summary: 'States that a patient has no known allergies or takes no medications.',
  input: z.object({ patientId: id, subject: z.enum(['medication', 'allergy']) }),
  output: z.object({ version }),
});
