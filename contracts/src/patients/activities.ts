import { z } from 'zod';
import { signedIn } from '../access.ts';
import { get, nothing, post } from '../endpoint.ts';
import { id, queryId, queryList, timestamp } from '../fields.ts';

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

export const listActivities = get('/patients/activities/list', {
  summary: 'What happened with a patient and by whom, the latest first.',
  access: signedIn,
  input: z.object({
    patientId: queryId,
    /** Only these; all of them when left out. */
    activityTypes: queryList(activityType).default([]),
    cursor: z.string().max(400).optional(),
  }),
  output: z.object({ items: z.array(activity), nextCursor: z.string().nullable() }),
});

export const getActivityFilters = get('/patients/activities/list/filters', {
  summary: 'Types of activities, how many the patient has of each, and those the user chose last.',
  access: signedIn,
  input: z.object({ patientId: queryId }),
  output: z.object({
    types: z.array(z.object({ activityType, label: z.string(), count: z.number().int() })),
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
