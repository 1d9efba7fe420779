import { getPendingInviteCount, listCareTeam } from '@careloop/contracts/care-teams';
import { listCharts } from '@careloop/contracts/charts';
import { getImpersonatableUsers } from '@careloop/contracts/directory';
import type { Endpoint, OutputOf } from '@careloop/contracts/endpoint';
import { getMessageReaders, getUnreadMessageCount, getUserConversationMessages } from '@careloop/contracts/messages';
import { getSingleUserConversation } from '@careloop/contracts/messages/conversations';
import {
  canAccessPatient,
  getPatientInfo,
  listAppointments,
  listConditions,
  listEncounters,
} from '@careloop/contracts/patients';
import type { RealtimeEventName, RealtimeEvents } from '@careloop/contracts/realtime';
import { getReferral, type Referral } from '@careloop/contracts/referrals';
import { getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus } from '@careloop/contracts/work-queues';
import type { Query, QueryClient } from '@tanstack/react-query';
import { showsDataOf } from './actingFor.ts';

const queueLists = [getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus] as const;

/**
 * What each event makes old, as far as it is about the same patient, referral, queue ... Events carry ids only; the screens
 * read again through the authorised API. Conversations, and the lists of them, of referrals and of patients, are kept in
 * conversationEvents.ts, referralEvents.ts and patientEvents.ts: not all of a list is read again for one row.
 */
const realtimeInvalidations: Record<Exclude<RealtimeEventName, 'ResyncEvent'>, readonly Endpoint[]> = {
  // Who accepts a referral joins the care team with it.
  ReferralChangedEvent: [
    getReferral,
    listAppointments,
    listCareTeam,
    getPatientInfo,
    listWorkQueueItems,
    listWorkQueueItemsByStatus,
  ],
  WorkQueueItemChangedEvent: queueLists,
  // Who leaves a care team leaves the patient's conversations with it.
  CareTeamMembershipUpdatedEvent: [
    getPendingInviteCount,
    getUnreadMessageCount,
    listCareTeam,
    getPatientInfo,
    canAccessPatient,
    getSingleUserConversation,
    getUserConversationMessages,
  ],
  PatientChangedEvent: [getPatientInfo, listEncounters, listConditions, listCharts],
  DeliveryChangedEvent: [getReferral],
  // The badge takes its count from the event itself.
  UnreadMessageCountChangedEvent: [getImpersonatableUsers],
  ConversationChangedEvent: [],
  ConversationReadEvent: [getMessageReaders],
};

type Payload = RealtimeEvents[RealtimeEventName];
/** What an event made old. */
export interface Old {
  endpoints: readonly Endpoint[];
  payload: Payload;
}

/** What this event made old here. */
export function oldBy(name: Exclude<RealtimeEventName, 'ResyncEvent'>, payload: Payload): Old[] {
  // Items of queues about a patient come and go with the sight of them.
  const isOwnSight = name === 'CareTeamMembershipUpdatedEvent' && 'userId' in payload && showsDataOf(payload.userId);
  const endpoints = [...realtimeInvalidations[name], ...(isOwnSight ? queueLists : [])];
  return endpoints.length === 0 ? [] : [{ endpoints, payload }];
}

/** Reads again what these events made old: of an endpoint's answers, those that are not about something else. */
export async function invalidateOld(client: QueryClient, olds: Iterable<Old>): Promise<void> {
  const all = [...olds];
  await client.invalidateQueries({
    predicate: (query) =>
      all.some(
        ({ endpoints, payload }) =>
          endpoints.some(({ path }) => path === query.queryKey[0]) &&
          isAsked(query.queryKey[1], payload) &&
          isAnswered(query, payload),
      ),
  });
}

/** Whether the call may be about it. What it does not name, it is not restricted to. */
function isAsked(input: unknown, payload: Payload): boolean {
  const named = input as Record<string, string | number | undefined>;
  return Object.entries(payload).every(([name, id]) => named[name] === undefined || String(named[name]) === String(id));
}

/** Whether the answer is about it, where only that tells: a referral found by its item of a queue, a page of items. */
function isAnswered({ queryKey: [path], state: { data } }: Query, payload: Payload): boolean {
  if (data === undefined || !('referralId' in payload)) return true;
  if (path === getReferral.path) return (data as Referral).referralId === payload.referralId;
  if (path !== listWorkQueueItems.path && path !== listWorkQueueItemsByStatus.path) return true;
  const { items } = data as OutputOf<typeof listWorkQueueItems>;
  return items.some(({ referral }) => referral?.referralId === payload.referralId);
}
