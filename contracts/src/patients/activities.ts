import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get, nothing, post } from '../endpoint.ts';
import { day, id, queryId, queryList, timestamp, timeZone } from '../fields.ts';

// Activities of a patient and who took them, from the product's own rows, not from the audit.

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
  /** Unique for the patient. */
  activityKey: z.string(),
  activityType,
  at: timestamp,
  /** What happened, depending on the type: an encounter type, a referral action, a member's status, or the edited part. */
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

/** Filters by person and dates. */
const narrowing = {
  /** A name from `people` of the filters: who acted, or on whose behalf. */
  person: z.string().trim().max(200).optional(),
  /** First and last day, in `timeZone`. */
  from: day.optional(),
  until: day.optional(),
  timeZone: timeZone.default('UTC'),
};
export type ActivityNarrowing = z.infer<z.ZodObject<typeof narrowing>>;

export const listActivities = get('/patients/activities/list', {
  summary: 'Lists activities of a patient with the people involved, latest first.',
  auditText: 'Activities',
  access: signedIn,
  input: z.object({
    patientId: queryId,
    /** Only these types; default: all. */
    activityTypes: queryList(activityType).default([]),
    ...narrowing,
    cursor: z.string().max(400).optional(),
  }),
  output: z.object({ items: z.array(activity), nextCursor: z.string().nullable() }),
});

export const getActivityFilters = get('/patients/activities/list/filters', {
  summary: 'Returns activity types and people with their number of activities, and the types the user last selected.',
  auditText: 'Activities',
  access: signedIn,
  /** Types are counted with the person and date filters, people only with the date filter. */
  input: z.object({ patientId: queryId, ...narrowing }),
  output: z.object({
    types: z.array(z.object({ activityType, label: z.string(), count: z.number().int() })),
    /** People with the most activities, sorted by name. */
    people: z.array(z.object({ name: z.string(), count: z.number().int() })),
    /** Saved selection of types; empty for all. */
    chosen: z.array(activityType),
  }),
});

export const saveActivityFilters = post('/patients/activities/list/filters', {
  summary: 'Saves which types of activities the user wants to see.',
  access: signedIn,
  authorization: 'own',
  unkeyed: 'same',
  makesStale: [],
  audit: 'none',
  input: z.object({ activityTypes: z.array(activityType).max(activityTypes.length) }),
  output: nothing,
});
