import { z } from 'zod';
import { signedIn } from './access.ts';
import { appointmentStatuses, referralStatuses } from './codes.ts';
import { get } from './endpoint.ts';
import { id, timestamp, timeZone } from './fields.ts';
import { patientSummary } from './patients.ts';
import { referralListItem } from './referrals.ts';
import { taskSummary } from './tasks.ts';
import { encounterTypes } from './work-queues.ts';

// Home: what needs the user now and what happened, in one answer (docs/domain/dashboard.md).

/** Most rows of a part. */
export const dashboardLimits = {
  urgentItems: 6,
  tasks: 6,
  conversations: 3,
  appointments: 12,
  documents: 6,
  answers: 6,
  referrals: 8,
  people: 12,
  failedDeliveries: 4,
} as const;

export const urgentItem = z.object({
  workQueueEncounterId: id,
  workQueueId: id,
  queueName: z.string(),
  patient: patientSummary,
  urgencyDays: z.number().nullable(),
  dueAt: timestamp.nullable(),
});
export type UrgentItem = z.infer<typeof urgentItem>;

const count = z.number().int();

/** A fax, Direct message, export or text message of the user that failed or whose outcome is not known, and that nobody has marked as seen. */
export const failedDelivery = z.object({
  deliveryId: id,
  channel: z.enum(['fax', 'direct', 'emr', 'sms']),
  status: z.enum(['failed', 'unknown']),
  recipientName: z.string(),
  patient: patientSummary,
});
export type FailedDelivery = z.infer<typeof failedDelivery>;

/** Somebody the user may act for, and what waits for them. */
export const waitingForOther = z.object({
  userId: id,
  fullName: z.string(),
  urgentItemCount: count,
  dueTaskCount: count,
  unreadMessageCount: count,
});
export type WaitingForOther = z.infer<typeof waitingForOther>;

/** Fields are null where the user never has such a thing: without the permission, or without patients. */
export const getDashboard = get('/provider/dashboard', {
  summary: 'What needs the user now, their queues, their patients’ day, and what happened last.',
  access: signedIn,
  audit: 'search',
  input: z.object({
    /** Whose day today is. */
    timeZone: timeZone.default('UTC'),
  }),
  output: z.object({
    /** STAT and overdue items of the user's queues, the one that is due first on top. */
    urgentItems: z.object({ items: z.array(urgentItem), count }).nullable(),
    /** The user's tasks that are past due or due today, then those that come next. */
    tasks: z.object({
      items: z.array(taskSummary.extend({ patient: patientSummary })),
      /** Past due or due today. */
      dueCount: count,
      openCount: count,
    }),
    urgentConversations: z
      .object({
        items: z.array(
          z.object({
            conversationKey: z.uuid(),
            userMessageId: id,
            fromName: z.string(),
            sentAt: timestamp,
            patient: patientSummary.nullable(),
          }),
        ),
        count,
      })
      .nullable(),
    /** As the navigation counts them: with those of the people the user may act for. */
    invitationCount: count,
    accessRequestCount: count,
    /** Accounts that wait for the user's approval (docs/domain/profile.md). */
    pendingEnrollmentCount: count,
    failedDeliveries: z.object({ items: z.array(failedDelivery), count }),
    /** Answers that the user has not read. */
    unreadReferralCount: count,
    unreadConsultationCount: count,
    /** For those the user acts for; their queue items, tasks and messages do not count above. */
    others: z.array(waitingForOther),
    queues: z.array(z.object({ workQueueId: id, name: z.string(), openCount: count })).nullable(),
    /** Of the patients on whose care team the user is. */
    myPatients: z
      .object({
        appointments: z.array(
          z.object({
            patientAppointmentId: id,
            patient: patientSummary,
            appointmentTime: timestamp,
            description: z.string().nullable(),
            providerName: z.string().nullable(),
            status: z.enum(appointmentStatuses),
          }),
        ),
        admissions: z.array(
          z.object({
            patientEncounterId: id,
            patient: patientSummary,
            encounterType: z.enum(encounterTypes),
            encounterDate: timestamp,
            facilityName: z.string().nullable(),
          }),
        ),
        documents: z.array(
          z.object({
            patientDocumentId: id,
            patient: patientSummary,
            documentName: z.string(),
            documentTypeName: z.string(),
            dateProvided: timestamp,
          }),
        ),
      })
      .nullable(),
    /** Referrals that the user sent and somebody answered, the latest answer first. */
    answers: z.array(
      z.object({
        referralId: id,
        patient: patientSummary,
        status: z.enum(referralStatuses),
        referredToName: z.string().nullable(),
        statusChangedAt: timestamp,
      }),
    ),
    latestReferrals: z.array(referralListItem),
  }),
});
export type Dashboard = z.infer<typeof getDashboard.output>;
