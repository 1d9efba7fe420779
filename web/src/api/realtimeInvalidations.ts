import { getPendingInviteCount, listCareTeam } from '@careloop/contracts/care-teams';
import { listCharts } from '@careloop/contracts/charts';
import { getImpersonatableUsers } from '@careloop/contracts/directory';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { getMessageReaders, getUnreadMessageCount, getUserConversationMessages } from '@careloop/contracts/messages';
import { getSingleUserConversation } from '@careloop/contracts/messages-conversations';
import {
  canAccessPatient,
  getPatientInfo,
  listAppointments,
  listConditions,
  listEncounters,
  listPatients,
} from '@careloop/contracts/patients';
import type { RealtimeEventName, RealtimeEvents } from '@careloop/contracts/realtime';
import { getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus } from '@careloop/contracts/work-queues';
import type { QueryClient } from '@tanstack/react-query';

const queueLists = [getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus] as const;

/**
 * What each event makes old, as far as it is about the same patient, queue ... Events carry ids only; the screens read
 * again through the authorised API. Conversations and referrals, and the lists of them, are kept in conversationEvents.ts
 * and referralEvents.ts: not all of them is read again for one that changed.
 */
export const realtimeInvalidations: Record<Exclude<RealtimeEventName, 'ResyncEvent'>, readonly Endpoint[]> = {
  // Who accepts a referral joins the care team with it.
  ReferralChangedEvent: [listPatients, listAppointments, listCareTeam, getPatientInfo],
  WorkQueueItemChangedEvent: queueLists,
  // Who leaves a care team leaves the patient's conversations with it.
  CareTeamMembershipUpdatedEvent: [
    getPendingInviteCount,
    getUnreadMessageCount,
    listCareTeam,
    getPatientInfo,
    canAccessPatient,
    listPatients,
    getSingleUserConversation,
    getUserConversationMessages,
  ],
  PatientChangedEvent: [getPatientInfo, listPatients, listEncounters, listConditions, listCharts],
  DeliveryChangedEvent: [],
  // The badge takes its count from the event itself.
  UnreadMessageCountChangedEvent: [getImpersonatableUsers],
  ConversationChangedEvent: [],
  ConversationReadEvent: [getMessageReaders],
};

/** What an event made old. */
export interface Old {
  endpoints: readonly Endpoint[];
  payload: RealtimeEvents[RealtimeEventName];
}

/** Reads again what these events made old: of an endpoint's answers, those that are not about something else. */
export async function invalidateOld(client: QueryClient, olds: Iterable<Old>): Promise<void> {
  const all = [...olds];
  await client.invalidateQueries({
    predicate: ({ queryKey: [path, input] }) =>
      all.some(({ endpoints, payload }) => endpoints.some((one) => one.path === path) && isAbout(input, payload)),
  });
}

/** What is not named is not restricted to anything. */
function isAbout(input: unknown, payload: object): boolean {
  const named = input as Record<string, string | number | undefined>;
  return Object.entries(payload).every(([name, id]) => named[name] === undefined || String(named[name]) === String(id));
}
