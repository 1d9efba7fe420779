import { z } from 'zod';
import { signedIn } from './access.ts';
import type { Access } from './access.ts';
import { id } from './fields.ts';
import { messaging } from './messages.ts';
import { getWorkQueues } from './work-queues.ts';

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
  /**
   * Somebody's unread messages changed. Each change has the next sequence: an event that does not carry it means that
   * others were missed. The count is as it was at the change or later.
   */
  UnreadMessageCountChangedEvent: z.object({
    userId: id,
    unreadMessageCount: z.number().int(),
    sequence: z.number().int(),
    /** The message that has come, when that is what changed it: not one that was marked unread, or came into sight. */
    newMessage: z.object({ conversationKey: z.uuid(), sequence: z.number().int() }).optional(),
  }),
  /** A conversation has a new message, or changed for the person whose room it is told in. */
  ConversationChangedEvent: z.object({ conversationKey: z.uuid(), lastSequence: z.number().int() }),
  /** A member has read messages of a conversation; which was the last of them. */
  ConversationReadEvent: z.object({ conversationKey: z.uuid(), userId: id, throughSequence: z.number().int() }),
  /** Sent by the hub when events may have been missed: refetch what is on the screen. */
  ResyncEvent: z.object({}),
} as const;

export type RealtimeEvents = {
  [Name in keyof typeof realtimeEvents]: z.infer<(typeof realtimeEvents)[Name]>;
};
export type RealtimeEventName = keyof RealtimeEvents;

/**
 * Who hears an event, of those in its rooms: who may make the calls that it tells of. Somebody who acts for another is in
 * that person's room, and holds permissions of their own.
 */
export const realtimeAccess: Readonly<Record<RealtimeEventName, Access>> = {
  ReferralChangedEvent: signedIn,
  WorkQueueItemChangedEvent: getWorkQueues.access,
  CareTeamMembershipUpdatedEvent: signedIn,
  PatientChangedEvent: signedIn,
  DeliveryChangedEvent: signedIn,
  UnreadMessageCountChangedEvent: messaging,
  ConversationChangedEvent: messaging,
  ConversationReadEvent: messaging,
  ResyncEvent: signedIn,
};

export function isRealtimeEvent(name: string): name is RealtimeEventName {
  return Object.hasOwn(realtimeEvents, name);
}
