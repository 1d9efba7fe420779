import { getUserConversationMessages } from '@careloop/contracts/messages';
import { getSingleUserConversation, getUserConversations } from '@careloop/contracts/messages/conversations';
import type { QueryClient } from '@tanstack/react-query';
import { shownUser } from '../../api/actingFor.ts';
import { createCoalescer } from '../../api/coalesce.ts';
import { invalidate } from '../../api/query.ts';
import { onRealtimeEvent } from '../../api/realtime.ts';
import { refreshConversations, refreshRows, refreshRowsOfPatient } from './conversationRows.ts';

/** A refresh requested by an event; equal ones in a burst count once. */
type Refresh =
  | `conversation ${string}`
  | `row ${string}`
  | `patient ${number}`
  /** Conversations were merged or split, after two patient records became one or two again. */
  | 'merge'
  /** The unread count changed, and no other event said why. */
  | 'everything';

/** Above this number of refreshes in a burst, everything is refetched. */
const maxRefreshes = 50;
/**
 * Longest time in milliseconds between a change and the count that follows it: the server counts later, and may be busy
 * (decision 022).
 */
const maxCountDelay = 30_000;

/** Read marks made by this page, which it already shows. */
const ownReads = new Set<string>();
const readKey = (conversationKey: string, throughSequence: number) => `${conversationKey} ${throughSequence}`;

/** Notes that the event of this read mark needs no refresh. Returns a function that undoes it. */
export function noteOwnRead(conversationKey: string, throughSequence: number): () => void {
  const read = readKey(conversationKey, throughSequence);
  ownReads.add(read);
  return () => void ownReads.delete(read);
}

const valuesOf = (refreshes: ReadonlySet<Refresh>, kind: 'conversation' | 'row' | 'patient') =>
  new Set([...refreshes].filter((one) => one.startsWith(`${kind} `)).map((one) => one.slice(kind.length + 1)));

async function run(client: QueryClient, refreshes: ReadonlySet<Refresh>): Promise<void> {
  // Events of a burst arrive in any order: the event that explains a count may come after it.
  const isUnexplained = refreshes.size === 1 && refreshes.has('everything');
  if (isUnexplained || refreshes.has('merge') || refreshes.size > maxRefreshes) {
    return await invalidate(client, getUserConversations, getSingleUserConversation, getUserConversationMessages);
  }
  const changed = valuesOf(refreshes, 'conversation');
  const rows = valuesOf(refreshes, 'row');
  await Promise.all([
    changed.size > 0 && refreshConversations(client, changed),
    rows.size > 0 && refreshRows(client, rows),
    ...[...valuesOf(refreshes, 'patient')].map((patientId) => refreshRowsOfPatient(client, Number(patientId))),
  ]);
}

/** Keeps conversations and their lists up to date, row by row, until the returned function is called. */
export function watchConversations(client: QueryClient): () => void {
  const refreshes = createCoalescer<Refresh>((burst) => void run(client, burst));
  let explainedAt = Number.NEGATIVE_INFINITY;
  const explain = (refresh: Refresh) => {
    explainedAt = Date.now();
    refreshes.add([refresh]);
  };
  const stops = [
    onRealtimeEvent('ConversationChangedEvent', ({ conversationKey }) => explain(`conversation ${conversationKey}`)),
    onRealtimeEvent('ConversationReadEvent', ({ userId, conversationKey, throughSequence }) => {
      if (userId !== shownUser()) return;
      const isOwn = ownReads.delete(readKey(conversationKey, throughSequence));
      explain(isOwn ? `row ${conversationKey}` : `conversation ${conversationKey}`);
    }),
    onRealtimeEvent('CareTeamMembershipUpdatedEvent', ({ patientId }) => explain(`patient ${patientId}`)),
    onRealtimeEvent('CareTeamChangedEvent', ({ patientId }) => explain(`patient ${patientId}`)),
    onRealtimeEvent('PatientMergedEvent', () => explain('merge')),
    onRealtimeEvent('UnreadMessageCountChangedEvent', ({ userId }) => {
      const isExplained = Date.now() - explainedAt < maxCountDelay;
      if (userId === shownUser() && !isExplained) refreshes.add(['everything']);
    }),
  ];
  return () => {
    for (const stop of stops) stop();
    refreshes.stop();
  };
}
