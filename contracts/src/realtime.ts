import { z } from 'zod';
import { signedIn } from './access.ts';
import { chartEvents } from './charts/events.ts';
import { careTeamEvents } from './care-teams/events.ts';
import { consultationEvents } from './consultations/events.ts';
import { duplicateEvents } from './duplicates/events.ts';
import { deliveryEvents } from './integrations/events.ts';
import { messageEvents } from './messages/events.ts';
import { patientAccessEvents } from './patient-access/events.ts';
import { patientEvents } from './patients/events.ts';
import type { RealtimeEventName } from './realtimeEventName.ts';
import { realtimeEvent, type RealtimeEvent } from './realtimeEvent.ts';
import { referralEvents } from './referrals/events.ts';
import { emrEvents } from './sharing/emrEvents.ts';
import { smsEvents } from './sharing/smsEvents.ts';
import { taskEvents } from './tasks/events.ts';
import { workQueueEvents } from './work-queues/events.ts';

/** Maximum connection time. A client that takes longer refetches everything, so the server can assume this limit. */
export const connectingMs = 1000;

/** All realtime events. Each domain declares its own in `<domain>/events.ts`. */
export const realtimeEvents = {
  ...referralEvents,
  ...consultationEvents,
  ...workQueueEvents,
  ...taskEvents,
  ...careTeamEvents,
  ...patientEvents,
  ...patientAccessEvents,
  ...chartEvents,
  ...duplicateEvents,
  ...deliveryEvents,
  ...smsEvents,
  ...emrEvents,
  ...messageEvents,
  /** Sent by the hub to the connections whose rooms it reloaded: the session's context may be stale. */
  AccessChangedEvent: realtimeEvent({ payload: z.object({}), access: signedIn, makesStale: [] }),
  /** Sent by the hub when events may have been missed: everything on the screen is stale. */
  ResyncEvent: realtimeEvent({ payload: z.object({}), access: signedIn, makesStale: [] }),
} satisfies Record<RealtimeEventName, RealtimeEvent>;

type Declared = typeof realtimeEvents;

export type RealtimeEvents = { [Name in RealtimeEventName]: z.infer<Declared[Name]['payload']> };

/** Events whose payload the server completes only if somebody is subscribed. */
export type CompletedEventName = {
  [Name in RealtimeEventName]: Declared[Name]['published'] extends z.ZodObject ? Name : never;
}[RealtimeEventName];

/** Payloads as published by the server. */
export type PublishedEvents = {
  [Name in RealtimeEventName]: Declared[Name]['published'] extends z.ZodObject
    ? z.infer<Declared[Name]['published']>
    : RealtimeEvents[Name];
};

export function isRealtimeEvent(name: string): name is RealtimeEventName {
  return Object.hasOwn(realtimeEvents, name);
}
