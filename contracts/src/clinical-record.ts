import { z } from 'zod';
import { signedIn } from './access.ts';
import { actions } from './can.ts';
import {
  allergyCategoryLabels,
  allergyKindLabels,
  allergyStatusLabels,
  allergyVerificationLabels,
  backgroundKindLabels,
  criticalityLabels,
  immunizationStatusLabels,
  medicationKindLabels,
  medicationStatusLabels,
  namesOf,
  planKindLabels,
  planStatusLabels,
  procedureStatusLabels,
  severityLabels,
} from './codes/clinicalRecord.ts';
import { get } from './endpoint.ts';
import { id, queryBoolean, queryId, version } from './fields.ts';

// What senders and users state about a patient, one row a statement (docs/domain/clinical-record.md).

export const clinicalRecordLimits = {
  /** Medications, allergies and conditions are listed whole up to this number, because those that disagree stand together. */
  listed: 500,
  pageSize: 50,
} as const;

/** A day, month or year, as exact as it was stated: 2026-03-14, 2026-03 or 2026. */
export const partialDay = z.string().regex(/^\d{4}(-\d{2}){0,2}$/);

/** Where a statement comes from. */
export const statement = z.object({
  /** Who said so, as sent: an author, a performer, an organization. */
  statedBy: z.string().nullable(),
  /** The system that sent it; null for a statement entered by hand. */
  sourceSystem: z.string().nullable(),
  /** The user who entered it by hand. */
  enteredByName: z.string().nullable(),
  /** The document it was read from. */
  document: z.object({ patientDocumentId: id, documentName: z.string() }).nullable(),
  /** Marked by its source or by a user. */
  isEnteredInError: z.boolean(),
  version,
});
export type Statement = z.infer<typeof statement>;

const coded = {
  description: z.string(),
  code: z.string().nullable(),
  codeSystem: z.string().nullable(),
};
const text = z.string().nullable();

export const medication = statement.extend({
  patientMedicationId: id,
  ...coded,
  /** The statement that the patient takes no medications. */
  isNoneKnown: z.boolean(),
  status: z.enum(namesOf(medicationStatusLabels)),
  kind: z.enum(namesOf(medicationKindLabels)),
  dosage: text,
  route: text,
  quantity: text,
  reason: text,
  statusReason: text,
  note: text,
  startDate: partialDay.nullable(),
  endDate: partialDay.nullable(),
  statedDate: partialDay.nullable(),
  /** Another source says the opposite of the same drug: one has it as current, the other as ended. */
  isDisputed: z.boolean(),
});
export type Medication = z.infer<typeof medication>;

export const allergy = statement.extend({
  patientAllergyId: id,
  ...coded,
  /** The statement that no allergy is known. */
  isNoneKnown: z.boolean(),
  kind: z.enum(namesOf(allergyKindLabels)).nullable(),
  category: z.enum(namesOf(allergyCategoryLabels)).nullable(),
  status: z.enum(namesOf(allergyStatusLabels)),
  verification: z.enum(namesOf(allergyVerificationLabels)).nullable(),
  criticality: z.enum(namesOf(criticalityLabels)).nullable(),
  /** The worst of its reactions. */
  severity: z.enum(namesOf(severityLabels)).nullable(),
  reactions: z.array(z.object({ manifestation: text, severity: text })),
  note: text,
  onsetDate: partialDay.nullable(),
  onsetText: text,
  statedDate: partialDay.nullable(),
  /** Another source says the opposite of the same substance: one has it as active, the other not. */
  isDisputed: z.boolean(),
});
export type Allergy = z.infer<typeof allergy>;

const immunization = statement.extend({
  patientImmunizationId: id,
  ...coded,
  status: z.enum(namesOf(immunizationStatusLabels)),
  statusReason: text,
  occurredOn: partialDay.nullable(),
  occurredText: text,
  lotNumber: text,
  manufacturer: text,
  dose: text,
  bodySite: text,
  route: text,
  note: text,
});
export type Immunization = z.infer<typeof immunization>;

const procedure = statement.extend({
  patientProcedureId: id,
  ...coded,
  status: z.enum(namesOf(procedureStatusLabels)),
  statusReason: text,
  startedOn: partialDay.nullable(),
  endedOn: partialDay.nullable(),
  performedText: text,
  reason: text,
  outcome: text,
  bodySite: text,
  note: text,
});
export type Procedure = z.infer<typeof procedure>;

const plan = statement.extend({
  patientPlanId: id,
  ...coded,
  kind: z.enum(namesOf(planKindLabels)),
  status: z.enum(namesOf(planStatusLabels)),
  /** Of a goal: in progress, achieved. */
  achievement: text,
  category: text,
  details: text,
  startDate: partialDay.nullable(),
  /** Of a goal: when it is to be reached. */
  endDate: partialDay.nullable(),
  note: text,
});
export type Plan = z.infer<typeof plan>;

const background = statement.extend({
  patientBackgroundId: id,
  ...coded,
  kind: z.enum(namesOf(backgroundKindLabels)),
  /** Of family history: the relative. */
  relationship: text,
  status: text,
  details: text,
  statedDate: partialDay.nullable(),
  note: text,
});
export type Background = z.infer<typeof background>;

const ofPatient = z.object({
  patientId: queryId,
  /** Also those marked as entered in error. */
  includesErrors: queryBoolean.default(false),
});
const ofPage = ofPatient.extend({ cursor: z.string().max(400).optional() });

/** Whether the caller may add and change statements by hand. */
const can = actions(['edit']);

/** All rows of the list, whatever page of it is returned. */
export const totalItemCount = z.number().int();

const listOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    totalItemCount,
    /** More are on file than are listed. */
    isCut: z.boolean(),
    can,
  });
const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ items: z.array(item), totalItemCount, nextCursor: z.string().nullable() });

const path = '/patients/clinical-record';

export const listMedications = get('/patients/medications', {
  summary: "Lists a patient's medications, current ones first, then by date; those that disagree stand together.",
  auditText: 'Medications',
  access: signedIn,
  input: ofPatient,
  output: listOf(medication),
});

export const listAllergies = get('/patients/allergies', {
  summary: "Lists a patient's allergies, active ones first, the worst on top.",
  auditText: 'Allergies',
  access: signedIn,
  input: ofPatient,
  output: listOf(allergy),
});

export const listImmunizations = get('/patients/immunizations', {
  summary: "Lists a patient's immunizations, newest first.",
  auditText: 'Immunizations',
  access: signedIn,
  input: ofPage,
  output: pageOf(immunization),
});

export const listProcedures = get('/patients/procedures', {
  summary: "Lists a patient's procedures, newest first.",
  auditText: 'Procedures',
  access: signedIn,
  input: ofPage,
  output: pageOf(procedure),
});

export const listPlans = get('/patients/care-plans', {
  summary: "Lists a patient's care plans and goals, newest first.",
  auditText: 'Care plans and goals',
  access: signedIn,
  input: ofPage,
  output: pageOf(plan),
});

export const listBackground = get(`${path}/background`, {
  summary: "Lists a patient's family history and devices.",
  auditText: 'Family history and devices',
  access: signedIn,
  input: ofPage,
  output: pageOf(background),
});

export const countClinicalRecord = get(`${path}/counts`, {
  summary: "Counts the statements on each tab of a patient's clinical record, without those entered in error.",
  auditText: 'Size of the clinical record',
  access: signedIn,
  input: z.object({ patientId: queryId }),
  output: z.object({
    medications: z.number().int(),
    allergies: z.number().int(),
    /** Panels and single results, without social history. */
    results: z.number().int(),
    immunizations: z.number().int(),
    procedures: z.number().int(),
    plans: z.number().int(),
    /** Family history, devices and social history. */
    background: z.number().int(),
  }),
});
