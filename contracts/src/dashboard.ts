import { z } from 'zod';
import { signedIn } from './access.ts';
import { appointmentStatuses, referralStatuses } from './codes.ts';
import { get } from './endpoint.ts';
import { id, timestamp, timeZone } from './fields.ts';
import { patientSummary } from './patients.ts';
import { referralListItem } from './referrals.ts';
import { taskSummary } from './tasks.ts';
import { encounterTypes } from './work-queues.ts';

// Home: everything that needs the user's attention, in one response (docs/domain/dashboard.md).

/** Maximum rows per section. */
export const dashboardLimits = {
  urgentItems: 6,
  urgentItemsOfOther: 3,
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

/** A fax, Direct message, export or text message of the user that failed or has an unknown outcome, not yet marked as seen. */
export const failedDelivery = z.object({
  deliveryId: id,
  channel: z.enum(['fax', 'direct', 'emr', 'sms']),
  status: z.enum(['failed', 'unknown']),
  recipientName: z.string(),
  patient: patientSummary,
});
export type FailedDelivery = z.infer<typeof failedDelivery>;

/** A person the user may act for, with their pending work. */
export const waitingForOther = z.object({
  userId: id,
  fullName: z.string(),
  /** The first STAT and overdue items in their queues that the user does not have as well, in the order of the user's own. */
  urgentItems: z.array(urgentItem),
  urgentItemCount: count,
  dueTaskCount: count,
  unreadMessageCount: count,
});
export type WaitingForOther = z.infer<typeof waitingForOther>;

/** A section is null if it does not apply to the user: without the permission, or without patients. */
export const getDashboard = get('/provider/dashboard', {
  summary: 'Returns Home: what needs the user’s attention, their queues, their patients’ day, and recent events.',
  auditText: 'Home',
  access: signedIn,
  audit: 'search',
  input: z.object({
    /** Time zone that determines today's date. */
    timeZone: timeZone.default('UTC'),
  }),
  output: z.object({
    /** STAT and overdue items in the user's queues, most overdue first, then soonest due; each request once. */
    urgentItems: z.object({ items: z.array(urgentItem), count }).nullable(),
    /** The user's tasks: past due or due today first, then upcoming ones. */
    tasks: z.object({
      items: z.array(taskSummary.extend({ patient: patientSummary })),
      /** Tasks past due or due today. */
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
    /** Same count as in the navigation: includes those of people the user may act for. */
    invitationCount: count,
    accessRequestCount: count,
    /** Accounts waiting for the user's approval (docs/domain/profile.md). */
    pendingEnrollmentCount: count,
    failedDeliveries: z.object({ items: z.array(failedDelivery), count }),
    /** Unread responses. */
    unreadReferralCount: count,
    unreadConsultationCount: count,
    /**
     * People the user may act for, those with pending work first; their queue items, tasks and messages are not included
     * above.
     */
    others: z.array(waitingForOther),
    /** How many of all the people the user may act for have pending work. */
    othersWaitingCount: count,
    queues: z.array(z.object({ workQueueId: id, name: z.string(), openCount: count })).nullable(),
    /** Patients on whose care team the user is. */
    myPatients: z
      .object({
        appointments: z.array(
          z.object({
            patientAppointmentId: id,
            patient: patientSummary,
            appointmentTime: timestamp,
            /** In which the time was stated; null if it is not known. */
            timeZone: z.string().nullable(),
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
            timeZone: z.string().nullable(),
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
    /** Referrals sent by the user that got a response, latest response first. */
    answers: z.array(
      z.object({
        referralId: id,
        patient: patientSummary,
        status: z.enum(referralStatuses),
        referredToName: z.string().nullable(),
        statusChangedAt: timestamp,
        /** As in lists of referrals. */
        answer: referralListItem.shape.answer,
        latestAppointment: referralListItem.shape.latestAppointment,
      }),
    ),
    latestReferrals: z.array(referralListItem),
  }),
});
export type Dashboard = z.infer<typeof getDashboard.output>;
