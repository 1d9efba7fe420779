import { z } from 'zod';
import { signedIn } from './access.ts';
import { actions } from './can.ts';
import { partialDay, statement } from './clinical-record.ts';
import { appointmentStatuses, encounterType, genderLabels } from './codes.ts';
import { get } from './endpoint.ts';
import { day, id, queryBoolean, queryId, timestamp } from './fields.ts';
import { patientFilters } from './patients/filters.ts';

const names = <Table extends Record<string, unknown>>(table: Table) =>
  Object.keys(table) as [keyof Table & string, ...(keyof Table & string)[]];

const gender = z.enum(names(genderLabels));

/** Patient data for lists and the patient banner. */
export const patientSummary = z.object({
  patientId: id,
  clientId: id,
  mrn: z.string(),
  /** System that assigned the MRN; only set if the client has MRNs of several systems. */
  mrnSystem: z.string().nullable(),
  firstName: z.string(),
  middleName: z.string().nullable(),
  lastName: z.string(),
  /** Jr., III */
  nameSuffix: z.string().nullable(),
  dateOfBirth: day.nullable(),
  gender,
  /** Date of death; also null if the patient died on an unknown date. */
  deceasedOn: day.nullable(),
  isDeceased: z.boolean(),
  /** False if the source marks the record as no longer in use. */
  isActive: z.boolean(),
  /** Whether another patient shares a strong identifier but has contradicting data. */
  isPossibleDuplicate: z.boolean(),
});
export type PatientSummary = z.infer<typeof patientSummary>;

export const patientListItem = patientSummary.extend({
  phone: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  /** Date of the latest encounter on file. */
  lastEncounterDate: timestamp.nullable(),
  /** In which the date was stated: an IANA name or an offset; null if it is not known. */
  lastEncounterTimeZone: z.string().nullable(),
  openReferralCount: z.number(),
  isFavorite: z.boolean(),
});
export type PatientListItem = z.infer<typeof patientListItem>;
/** Patients per page. */
export const patientPageSize = 20;

export const listPatients = get('/provider/patients', {
  summary: 'Lists patients the user may see, with search by name, date of birth, MRN or phone, and filters.',
  auditText: 'List of patients',
  access: signedIn,
  audit: 'search',
  input: patientFilters.extend({
    /** `nextCursor` of the previous page. */
    cursor: z.string().max(400).optional(),
  }),
  output: z.object({ items: z.array(patientListItem), nextCursor: z.string().nullable() }),
});

export const canAccessPatient = get('/provider/patients/can-access', {
  summary: 'Returns whether the user may open a patient, or has a pending invitation.',
  auditText: 'Check of access to a patient',
  access: signedIn,
  // An invalid id returns "no access" instead of an input error (docs/domain/patients.md).
  input: z.object({ patientId: z.string().or(z.number()).optional() }),
  output: z.object({
    canAccessPatient: z.boolean(),
    hasPendingInvite: z.boolean(),
    /** Why the user may not open the patient, one of `AccessDenied`; null if they may. */
    deniedReason: z.number().int().nullable(),
    /** When emergency access ends, if the user has no other access. */
    emergencyAccessUntil: timestamp.nullable(),
    /** The patient into which this record was merged, if the user may open that patient. */
    mergedIntoPatientId: id.nullable(),
  }),
});

const ofPatient = z.object({ patientId: queryId });

export const coverage = z.object({
  patientCoverageId: id,
  payerName: z.string(),
  planType: z.string().nullable(),
  memberId: z.string().nullable(),
  status: z.string(),
  startDate: day.nullable(),
  endDate: day.nullable(),
});
export type Coverage = z.infer<typeof coverage>;

export const patientInfo = patientSummary.extend({
  homePhone: z.string().nullable(),
  cellPhone: z.string().nullable(),
  officePhone: z.string().nullable(),
  alternatePhone: z.string().nullable(),
  email: z.string().nullable(),
  address1: z.string().nullable(),
  address2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipcode: z.string().nullable(),
  caregiverName: z.string().nullable(),
  nextOfKinName: z.string().nullable(),
  nextOfKinRelationship: z.string().nullable(),
  nextOfKinPhone: z.string().nullable(),
  /** Primary care provider from imported records, otherwise from the care team. */
  pcpName: z.string().nullable(),
  language: z.string().nullable(),
  clientName: z.string(),
  careTeamSize: z.number(),
  coverages: z.array(coverage),
  /** Current hospital stay, if the patient is admitted. */
  admission: z
    .object({
      patientEncounterId: id,
      encounterType: z.enum(names(encounterType.table)),
      encounterDate: timestamp,
      /** In which the date was stated: an IANA name or an offset; null if it is not known. */
      timeZone: z.string().nullable(),
      facilityName: z.string().nullable(),
    })
    .nullable(),
  /** Whether the patient's client sends referrals to providers only, not to a specialty. */
  refersToProvidersOnly: z.boolean(),
  /** Whether the user has starred the patient. */
  isFavorite: z.boolean(),
  version: z.number(),
  /** `referForAnyProvider`: a referral may be sent on behalf of any provider, not only those the user may act for. */
  can: actions([
    'createReferral',
    'referForAnyProvider',
    'createConsultation',
    'sendMessage',
    'sendCharts',
    'addEncounter',
  ]),
});
export type PatientInfo = z.infer<typeof patientInfo>;

/** Number of rows in each section of the patient's page. */
export const sectionCounts = z.object({
  encounters: z.number(),
  conditions: z.number(),
  appointments: z.number(),
  careTeam: z.number(),
  documents: z.number(),
  referrals: z.number(),
  consultations: z.number(),
  /** Open tasks. */
  tasks: z.number(),
});
export type SectionCounts = z.infer<typeof sectionCounts>;

export const getPatientInfo = get('/patients/info', {
  summary: 'Returns a patient’s banner, contact data and coverage.',
  auditText: 'Patient record',
  access: signedIn,
  input: ofPatient,
  output: patientInfo,
});

export const getSectionCounts = get('/patients/section-counts', {
  summary: "Returns the number of rows in each section of a patient's page.",
  auditText: 'Counts of the record',
  access: signedIn,
  input: ofPatient,
  output: sectionCounts,
});

export const encounter = z.object({
  patientEncounterId: id,
  encounterDate: timestamp,
  dischargeDate: timestamp.nullable(),
  /** In which the dates were stated: an IANA name or an offset; null if it is not known. */
  timeZone: z.string().nullable(),
  encounterType: z.enum(names(encounterType.table)),
  admitReason: z.string().nullable(),
  facilityName: z.string().nullable(),
  accountNumber: z.string().nullable(),
  dischargeDisposition: z.string().nullable(),
  providers: z.array(z.string()),
  documentCount: z.number(),
});
export type Encounter = z.infer<typeof encounter>;

export const listEncounters = get('/patients/encounters', {
  summary: "Lists a patient's encounters, newest first; at most 50.",
  auditText: 'Encounters',
  access: signedIn,
  input: ofPatient.extend({ cursor: z.string().max(400).optional() }),
  output: z.object({ items: z.array(encounter), nextCursor: z.string().nullable() }),
});

export const condition = z.object({
  patientConditionId: id,
  description: z.string(),
  code: z.string().nullable(),
  codeSystem: z.string().nullable(),
  clinicalStatus: z.string(),
  /** Said to be, or a diagnosis of the current stay whose status is not stated. */
  isCurrent: z.boolean(),
  onsetDate: partialDay.nullable(),
  /** Onset as an age or as text. */
  onsetText: z.string().nullable(),
  abatementDate: partialDay.nullable(),
});
export type Condition = z.infer<typeof condition>;

/** A condition with who states it. */
export const statedCondition = condition.extend({ ...statement.shape, note: z.string().nullable() });
export type StatedCondition = z.infer<typeof statedCondition>;

export const listConditions = get('/patients/conditions', {
  summary: "Lists a patient's conditions, current ones first.",
  auditText: 'Conditions',
  access: signedIn,
  input: ofPatient.extend({
    /** Also those marked as entered in error. */
    includesErrors: queryBoolean.default(false),
  }),
  output: z.object({ items: z.array(statedCondition), can: actions(['edit']) }),
});

export const appointment = z.object({
  patientAppointmentId: id,
  appointmentTime: timestamp,
  description: z.string().nullable(),
  status: z.enum(appointmentStatuses),
  statusCode: z.number(),
  providerName: z.string().nullable(),
  addressLabel: z.string().nullable(),
  /** The service that is booked, if its source states one besides the description. */
  service: z.string().nullable(),
  /** In which the time was stated: an IANA name or an offset such as -08:00; null if it is not known. */
  timeZone: z.string().nullable(),
  referralId: id.nullable(),
});
export type Appointment = z.infer<typeof appointment>;

export const listAppointments = get('/patients/appointments/list', {
  summary: "Lists a patient's appointments, newest first.",
  auditText: 'Appointments',
  access: signedIn,
  input: ofPatient,
  output: z.object({ items: z.array(appointment) }),
});
