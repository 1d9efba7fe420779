import { z } from 'zod';
import { deliveryChannels } from '../sharing/deliveryStatuses.ts';
import { appointmentStatuses } from '../codes.ts';
import { providerAddress } from '../directory.ts';
import { id, timestamp } from '../fields.ts';

// History of a referral: timeline, notifications, appointments.

/** Fields that an update can change. */
export const referralChangeFields = [
  'provider',
  'address',
  'specialty',
  'referredBy',
  'notPreferredReason',
  'providerSelectionReason',
  'recordScope',
  'referralType',
  'referralReason',
  'urgency',
  'dueAt',
  'diagnosis',
  'additionalInfo',
  'authorizationCode',
  'caregiverName',
  'cellPhone',
  'givenSmsConsent',
  'records',
] as const;

/** A changed field with old and new value as text; null if empty. `dueAt` is a timestamp. */
const referralChange = z.object({
  field: z.enum(referralChangeFields),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type ReferralChange = z.infer<typeof referralChange>;

export const referralEvent = z.object({
  referralEventId: id,
  occurredAt: timestamp,
  action: z.enum([
    'created',
    'updated',
    'provider_selected',
    'accepted',
    'scheduled',
    'rescheduled',
    'no_show',
    'appointment_canceled',
    'declined',
    'cancelled',
    'completed',
    'reopened',
    'commented',
    'referred_again',
  ]),
  userId: id,
  userFullName: z.string(),
  onBehalfOfFullName: z.string().nullable(),
  fromStatus: z.string().nullable(),
  toStatus: z.string().nullable(),
  reason: z.string().nullable(),
  comment: z.string().nullable(),
  /** Fields changed by an update; empty for other actions. */
  changes: z.array(referralChange),
});
export type ReferralEvent = z.infer<typeof referralEvent>;

/** Phrases that follow a name: "Robin Reyes accepted it". */
export const referralEventVerbs: Record<ReferralEvent['action'], string> = {
  created: 'sent it',
  updated: 'changed it',
  provider_selected: 'selected a provider',
  accepted: 'accepted it',
  scheduled: 'logged an appointment',
  rescheduled: 'moved the appointment',
  no_show: 'recorded a no-show',
  appointment_canceled: 'canceled the appointment',
  declined: 'declined it',
  cancelled: 'canceled it',
  completed: 'completed it',
  reopened: 'reopened it',
  commented: 'commented on it',
  referred_again: 'referred the patient again',
};

/** Characters of an answer that lists show; the history has all of it. */
export const answerLength = 200;

/** How a referral was closed or declined. */
export const referralAnswer = z.object({
  at: timestamp,
  /** "Last, First" of the provider it was accepted for, or else of the user who answered. */
  byName: z.string(),
  /** The start of what they wrote. */
  text: z.string().nullable(),
});
export type ReferralAnswer = z.infer<typeof referralAnswer>;

export const referralComment = z.object({
  referralCommentId: id,
  referralId: id,
  userId: id,
  userFullName: z.string(),
  comment: z.string(),
  /** Whether it asks the other side for a reply. */
  isQuestion: z.boolean(),
  dateCreated: timestamp,
});
export type ReferralComment = z.infer<typeof referralComment>;

export const referralDelivery = z.object({
  deliveryId: id,
  channel: z.enum(deliveryChannels),
  status: z.enum(['queued', 'sending', 'delivered', 'failed', 'unknown']),
  recipientName: z.string().nullable(),
  recipientAddress: z.string(),
  subject: z.string().nullable(),
  body: z.string(),
  vendor: z.string().nullable(),
  createdAt: timestamp,
  deliveredAt: timestamp.nullable(),
  attempts: z.array(
    z.object({
      attemptedAt: timestamp,
      outcome: z.enum(['asked', 'accepted', 'delivered', 'failed', 'unknown']),
      vendor: z.string(),
      error: z.string().nullable(),
    }),
  ),
});
export type ReferralDelivery = z.infer<typeof referralDelivery>;

export const referralAppointment = z.object({
  patientAppointmentId: id,
  appointmentTime: timestamp,
  /** In which the time was stated; null if it is not known. */
  timeZone: z.string().nullable(),
  status: z.enum(appointmentStatuses),
  statusCode: z.number(),
  description: z.string().nullable(),
  healthcareProviderId: id.nullable(),
  providerName: z.string().nullable(),
  address: providerAddress.nullable(),
});
export type ReferralAppointment = z.infer<typeof referralAppointment>;
