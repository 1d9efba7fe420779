import type { RealtimeEventName, RealtimeEvents } from '@careloop/contracts/realtime';
import { listReferrals } from '@careloop/contracts/referrals';
import type { QueryClient } from '@tanstack/react-query';
import { createCoalescer } from './coalesce.ts';
import { refreshReferralRows, type ReferralChange } from './liveReferrals.ts';
import { invalidate } from './query.ts';
import { showsDataOf } from './actingFor.ts';

/** A referral that changed, or a patient whom somebody came to see, or does not any more, whose work is shown here. */
type Wish = { changed: ReferralChange } | { patientId: number };

/** More than this at once, and the lists are read again. */
const most = 50;

function wishOf(name: RealtimeEventName, payload: RealtimeEvents[RealtimeEventName]): Wish[] {
  if (name === 'ReferralChangedEvent') return [{ changed: payload as RealtimeEvents[typeof name] }];
  if (name !== 'CareTeamMembershipUpdatedEvent') return [];
  const { userId, patientId } = payload as RealtimeEvents[typeof name];
  return showsDataOf(userId) ? [{ patientId }] : [];
}

async function fulfil(client: QueryClient, wishes: ReadonlySet<Wish>): Promise<void> {
  const changes = newest([...wishes].flatMap((wish) => ('changed' in wish ? wish.changed : [])));
  const patientIds = new Set([...wishes].flatMap((wish) => ('patientId' in wish ? wish.patientId : [])));
  if (changes.length + patientIds.size > most) await invalidate(client, listReferrals);
  else await refreshReferralRows(client, { changes, patientIds });
}

/** Of each referral its latest change. */
function newest(changes: readonly ReferralChange[]): ReferralChange[] {
  const byId = new Map<number, ReferralChange>();
  for (const change of changes) {
    if (change.version >= (byId.get(change.referralId)?.version ?? 0)) byId.set(change.referralId, change);
  }
  return [...byId.values()];
}

/** Keeps the lists of referrals up to date by what events tell of them. */
export function watchReferrals(client: QueryClient) {
  const { add, stop } = createCoalescer<Wish>((wishes) => void fulfil(client, wishes));
  return {
    receive: (name: RealtimeEventName, payload: RealtimeEvents[RealtimeEventName]) => add(wishOf(name, payload)),
    stop,
  };
}
