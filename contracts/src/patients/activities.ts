import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get, nothing, post } from '../endpoint.ts';
import { day, id, queryId, queryList, timestamp, timeZone } from '../fields.ts';

// What happened with a patient, by whom: from the rows of the product itself, not from the audit.

export const activityTypes = [
  'admission',
  'discharge',
  'encounter',
  'appointment',
  'referral',
  'document',
  'care_team',
  'record',
] as const;
export type ActivityType = (typeof activityTypes)[number];
export const activityTypeLabels: Record<ActivityType, string> = {
  admission: 'Admissions',
  discharge: 'Discharges',
  encounter: 'Encounters',
  appointment: 'Appointments',
  referral: 'Referrals',
  document: 'Documents',
  care_team: 'Care team',
  record: 'Record edited',
};
const activityType = z.enum(activityTypes);

export const activity = z.object({
  /** Unlike any other of the patient. */
  activityKey: z.string(),
  activityType,
  at: timestamp,
  /** What happened, by the type: an encounter type, a referral's action, a member's status, the part that was edited. */
  what: z.string(),
  /** Reason, document or provider. */
  detail: z.string().nullable(),
  byName: z.string().nullable(),
  onBehalfOfName: z.string().nullable(),
  /** Patient admitted 1, patient discharged 2. */
  eventTypeCode: z.number().nullable(),
  patientEncounterId: id.nullable(),
  referralId: id.nullable(),
  patientDocumentId: id.nullable(),
});
export type Activity = z.infer<typeof activity>;

/** Who, and between which days, activities are shown. */
const narrowing = {
  /** A name as `people` of the filters gives it: who did it, or for whom. */
  person: z.string().trim().max(200).optional(),
  /** First and last day, in `timeZone`. */
  from: day.optional(),
  until: day.optional(),
  timeZone: timeZone.default('UTC'),
};
export type ActivityNarrowing = z.infer<z.ZodObject<typeof narrowing>>;

export const listActivities = get('/patients/activities/list', {
  summary: 'What happened with a patient and by whom, the latest first.',
  access: signedIn,
  input: z.object({
    patientId: queryId,
    /** Only these; all of them when left out. */
    activityTypes: queryList(activityType).default([]),
    ...narrowing,
    cursor: z.string().max(400).optional(),
  }),
  output: z.object({ items: z.array(activity), nextCursor: z.string().nullable() }),
});

export const getActivityFilters = get('/patients/activities/list/filters', {
  summary:
    'Types of activities and people, how many activities the patient has of each, and the types the user chose last.',
  access: signedIn,
  /** The types are counted of the person and between the days, the people between the days. */
  input: z.object({ patientId: queryId, ...narrowing }),
  output: z.object({
    types: z.array(z.object({ activityType, label: z.string(), count: z.number().int() })),
    /** Those with the most activities, by name. */
    people: z.array(z.object({ name: z.string(), count: z.number().int() })),
    /** Empty: all of them. */
    chosen: z.array(activityType),
  }),
});

export const saveActivityFilters = post('/patients/activities/list/filters', {
  summary: 'Keeps which types of activities the user wants to see of any patient.',
  access: signedIn,
  authorization: 'own',
  audit: 'none',
  input: z.object({ activityTypes: z.array(activityType).max(activityTypes.length) }),
  output: nothing,
});
