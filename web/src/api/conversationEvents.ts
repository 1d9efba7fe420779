import { getUserConversationMessages } from '@careloop/contracts/messages';
import { getSingleUserConversation, getUserConversations } from '@careloop/contracts/messages/conversations';
import type { RealtimeEventName, RealtimeEvents } from '@careloop/contracts/realtime';
import type { QueryClient } from '@tanstack/react-query';
import { shownUser } from './actingFor.ts';
import { createCoalescer } from './coalesce.ts';
import { refreshConversations, refreshRows, refreshRowsOfPatient } from './liveConversations.ts';
import { invalidate } from './query.ts';

/** What the events of a burst ask for: each word once. */
type Wish =
  | `conversation ${string}`
  | `row ${string}`
  | `patient ${number}`
  /** The count changed, and something must have changed it. */
  | 'counted';

/** More than this at once, and the lists are read again. */
const most = 50;
/** So long after what changed it, a count may come: it is taken later, by a server that may be busy (decision 022). */
const longestCounting = 30_000;

/** What this page has marked read itself, and shows already. */
const ownReadings = new Set<string>();
const readingOf = (conversationKey: string, throughSequence: number) => `${conversationKey} ${throughSequence}`;

/** Tells that the event of this reading brings nothing new. Answers how to take that back. */
export function noteOwnReading(conversationKey: string, throughSequence: number): () => void {
  const reading = readingOf(conversationKey, throughSequence);
  ownReadings.add(reading);
  return () => void ownReadings.delete(reading);
}

function wishesOf(name: RealtimeEventName, payload: RealtimeEvents[RealtimeEventName]): Wish[] {
  const member = shownUser();
  if (name === 'ConversationChangedEvent') {
    return [`conversation ${(payload as RealtimeEvents[typeof name]).conversationKey}`];
  }
  if (name === 'ConversationReadEvent') {
    const { userId, conversationKey, throughSequence } = payload as RealtimeEvents[typeof name];
    if (userId !== member) return [];
    const isOwn = ownReadings.delete(readingOf(conversationKey, throughSequence));
    return [isOwn ? `row ${conversationKey}` : `conversation ${conversationKey}`];
  }
  if (name === 'CareTeamMembershipUpdatedEvent') {
    return [`patient ${(payload as RealtimeEvents[typeof name]).patientId}`];
  }
  const isCount = name === 'UnreadMessageCountChangedEvent';
  return isCount && (payload as RealtimeEvents[typeof name]).userId === member ? ['counted'] : [];
}

const keysOf = (wishes: ReadonlySet<Wish>, kind: 'conversation' | 'row' | 'patient') =>
  new Set([...wishes].filter((wish) => wish.startsWith(`${kind} `)).map((wish) => wish.slice(kind.length + 1)));

async function fulfil(client: QueryClient, wishes: ReadonlySet<Wish>): Promise<void> {
  // A count that nothing in its burst explains: what did is not known, so everything is looked at.
  if (wishes.size > most || (wishes.size === 1 && wishes.has('counted'))) {
    return await invalidate(client, getUserConversations, getSingleUserConversation, getUserConversationMessages);
  }
  const changed = keysOf(wishes, 'conversation');
  const rows = keysOf(wishes, 'row');
  await Promise.all([
    changed.size > 0 && refreshConversations(client, changed),
    rows.size > 0 && refreshRows(client, rows),
    ...[...keysOf(wishes, 'patient')].map((patientId) => refreshRowsOfPatient(client, Number(patientId))),
  ]);
}

/** Keeps conversations and their lists up to date by what events tell of them. */
export function watchConversations(client: QueryClient) {
  const { add, stop } = createCoalescer<Wish>((wishes) => void fulfil(client, wishes));
  let explainedAt = Number.NEGATIVE_INFINITY;
  return {
    receive: (name: RealtimeEventName, payload: RealtimeEvents[RealtimeEventName]) => {
      const wishes = wishesOf(name, payload);
      const isCount = wishes.includes('counted');
      if (isCount && Date.now() - explainedAt < longestCounting) return;
      if (!isCount && wishes.length > 0) explainedAt = Date.now();
      add(wishes);
    },
    stop,
  };
}
