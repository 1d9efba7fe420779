import type { RealtimeEventName, RealtimeEvents } from '@careloop/contracts/realtime';
import { listReferrals } from '@careloop/contracts/referrals';
import { getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus } from '@careloop/contracts/work-queues';
import type { QueryClient } from '@tanstack/react-query';
import { currentSession } from '../session/store.ts';
import { actedFor, shownUser } from './actingFor.ts';
import { createCoalescer } from './coalesce.ts';
import { refreshOpenReferrals, refreshReferralRows, type ReferralChange } from './liveReferrals.ts';
import { invalidate } from './query.ts';

/** What an event asks for. */
type Wish =
  | { changed: ReferralChange }
  /** Only the referral itself: a list does not show what happened to it. */
  | { opened: number }
  /** Somebody whose patients are shown here came to see this one, or does not any more. */
  | { patientId: number };

/** More than this at once, and the lists are read again. */
const most = 50;

/** Whether the screens show what this person sees: the one acted for, or else the user and everybody they may act for. */
function isShown(userId: number): boolean {
  if (userId === shownUser()) return true;
  const people = actedFor() === undefined ? (currentSession()?.user.usersToImpersonate ?? []) : [];
  return people.some(({ proxiedUserId }) => proxiedUserId === userId);
}

function wishOf(name: RealtimeEventName, payload: RealtimeEvents[RealtimeEventName]): Wish[] {
  if (name === 'ReferralChangedEvent') return [{ changed: payload as RealtimeEvents[typeof name] }];
  if (name === 'DeliveryChangedEvent') {
    const { referralId } = payload as RealtimeEvents[typeof name];
    return referralId === null ? [] : [{ opened: referralId }];
  }
  if (name !== 'CareTeamMembershipUpdatedEvent') return [];
  const { userId, patientId } = payload as RealtimeEvents[typeof name];
  return isShown(userId) ? [{ patientId }] : [];
}

async function fulfil(client: QueryClient, wishes: ReadonlySet<Wish>): Promise<void> {
  const changes = newest([...wishes].flatMap((wish) => ('changed' in wish ? wish.changed : [])));
  const opened = [...wishes].flatMap((wish) => ('opened' in wish ? wish.opened : []));
  const patientIds = new Set([...wishes].flatMap((wish) => ('patientId' in wish ? wish.patientId : [])));
  await Promise.all([
    changes.length + patientIds.size > most
      ? invalidate(client, listReferrals)
      : refreshReferralRows(client, { changes, patientIds }),
    refreshOpenReferrals(client, new Set([...opened, ...changes.map(({ referralId }) => referralId)])),
    // Items about a patient go with the sight of them.
    patientIds.size > 0 && invalidate(client, getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus),
  ]);
}

/** Of each referral its latest change. */
function newest(changes: readonly ReferralChange[]): ReferralChange[] {
  const byId = new Map<number, ReferralChange>();
  for (const change of changes) {
    if (change.version >= (byId.get(change.referralId)?.version ?? 0)) byId.set(change.referralId, change);
  }
  return [...byId.values()];
}

/** Keeps referrals and their lists up to date by what events tell of them. */
export function watchReferrals(client: QueryClient) {
  const { add, stop } = createCoalescer<Wish>((wishes) => void fulfil(client, wishes));
  return {
    receive: (name: RealtimeEventName, payload: RealtimeEvents[RealtimeEventName]) => add(wishOf(name, payload)),
    stop,
  };
}
