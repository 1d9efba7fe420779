import { z } from 'zod';
import { signedIn } from '../access.ts';
import { patientDocument } from '../charts.ts';
import { clinicalSummary } from '../clinical-record/summary.ts';
import { get } from '../endpoint.ts';
import { id, queryId, timestamp } from '../fields.ts';
import { getUserConversations } from '../messages/conversations.ts';
import { appointment, condition, encounter, sectionCounts } from '../patients.ts';
import { referralListItem } from '../referrals.ts';
import { taskSummary } from '../tasks.ts';

// The patient overview, in one response.

export const overviewLimits = {
  referrals: 20,
  conditions: 8,
  documents: 5,
  /** Conversations in the widget of messages. */
  conversations: 3,
  tasks: 5,
  viewers: 5,
  /** Parts of imports that could not be read. */
  unread: 20,
} as const;

export const recentViewer = z.object({
  userId: id,
  firstName: z.string(),
  lastName: z.string(),
  userType: z.string(),
  specialty: z.string().nullable(),
  /** When they last opened the patient. */
  lastViewedAt: timestamp,
});
export type RecentViewer = z.infer<typeof recentViewer>;

export const listRecentViewers = get('/patients/recent-viewers', {
  summary: 'Lists who recently opened the patient, latest first, from the audit.',
  auditText: 'Recent viewers',
  access: signedIn,
  input: z.object({ patientId: queryId }),
  output: z.object({ items: z.array(recentViewer) }),
});

export const patientOverview = z.object({
  /** Encounter that has not ended. */
  currentEncounter: encounter.nullable(),
  openReferrals: z.array(referralListItem),
  openReferralCount: z.number().int(),
  nextAppointment: appointment.nullable(),
  /** Current conditions, latest first. */
  conditions: z.array(condition),
  currentConditionCount: z.number().int(),
  /** Conditions that are neither current nor said to be over. */
  unknownConditionCount: z.number().int(),
  conditionCount: z.number().int(),
  /** What of imported records could not be read, and what their senders state that is not kept, by sender. */
  imports: z.object({
    unread: z.array(
      z.object({ kind: z.enum(['rejected', 'left_out']), recordType: z.string().nullable(), reason: z.string() }),
    ),
    unreadCount: z.number().int(),
    notKept: z.array(z.object({ sender: z.string(), kind: z.string(), howMany: z.number().int() })),
  }),
  documents: z.array(patientDocument),
  careTeam: z.array(
    z.object({
      userId: id,
      firstName: z.string(),
      lastName: z.string(),
      specialty: z.string().nullable(),
      isPcp: z.boolean(),
      /** Whether the member can still sign in. */
      isActive: z.boolean(),
    }),
  ),
  recentViewers: z.array(recentViewer),
  /** Populations of the client to which the patient belongs. */
  populations: z.array(z.object({ populationId: id, name: z.string() })),
  /** Open tasks, by due date. */
  tasks: z.array(taskSummary),
  sectionCounts,
  clinicalSummary,
  /** Null for users without the messages permission. */
  conversations: getUserConversations.output.nullable(),
});
export type PatientOverview = z.infer<typeof patientOverview>;

export const getPatientOverview = get('/patients/overview', {
  summary:
    'Returns a patient overview: stay, referrals, appointment, clinical summary, documents, care team, messages.',
  auditText: 'Overview',
  access: signedIn,
  input: z.object({ patientId: queryId }),
  output: patientOverview,
});
