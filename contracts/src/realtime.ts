import { z } from 'zod';
import { id } from './fields.ts';

// Events carry ids, counts and times. Patient text never travels here; the browser refetches through the API.

export const realtimeEvents = {
  /** A referral was created or changed. */
  ReferralChangedEvent: z.object({
    referralId: id,
    patientId: id,
    version: z.number(),
  }),
  /** An item entered, left or changed in a queue. */
  WorkQueueItemChangedEvent: z.object({
    workQueueId: id,
    workQueueEncounterId: id,
  }),
  /** Somebody joined, left or was invited to a care team. */
  CareTeamMembershipUpdatedEvent: z.object({ userId: id, patientId: id }),
  /** What is known of a patient changed. */
  PatientChangedEvent: z.object({ patientId: id }),
  /** A delivery (e-mail, fax ...) changed its state. */
  DeliveryChangedEvent: z.object({ deliveryId: id, referralId: id.nullable() }),
  /** Sent by the hub when events may have been missed: refetch what is on the screen. */
  ResyncEvent: z.object({}),
} as const;

export type RealtimeEvents = {
  [Name in keyof typeof realtimeEvents]: z.infer<(typeof realtimeEvents)[Name]>;
};
export type RealtimeEventName = keyof RealtimeEvents;
