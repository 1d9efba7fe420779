import type { CallOf } from '@careloop/contracts/endpoint';
import type { Message } from '@careloop/contracts/messages';
import type { Conversation } from '@careloop/contracts/messages/conversations';
import { sendQuickReply } from '@careloop/contracts/messages/sending';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { call } from '../../../api/call.ts';
import { toApiError, type ApiError } from '../../../api/errors.ts';
import { addUnsavedInPortal, type LeaveWords } from '../../../ui/unsaved.ts';

// Answers on their way. They are never shown as sent before the server has them, and one that failed stays, with the
// idempotency key it was first sent with: trying again never makes a second message.

type ReplyInput = CallOf<typeof sendQuickReply>;

/** What becomes of the draft of an answer. */
export interface DraftOfReply {
  /** Keeps it no more; settles when nothing of it is on its way: it would come back after the answer was sent. */
  drop: () => Promise<unknown>;
  /** The answer was not sent. */
  restore: () => void;
  /** The answer was thrown away, or sent after all. */
  clear: () => void;
}

export interface OutgoingReply {
  /** Also its idempotency key. */
  key: string;
  input: ReplyInput;
  draft: DraftOfReply;
  state: 'sending' | 'failed' | 'sent';
  error?: ApiError;
  /** Its place in the conversation, once the server has it. */
  sequence?: number;
  /** The last place of the conversation when it was sent. */
  after: number;
}

let replies: readonly OutgoingReply[] = [];
const listeners = new Set<() => void>();
const sendings = new Map<string, Promise<unknown>>();

const unsentWords: LeaveWords = {
  title: 'Are you sure you want to sign out?',
  message: 'A reply has not been sent. It will be lost.',
  tone: 'danger',
};
let sent: (() => void) | undefined;

/** Signing out asks while something is not sent. */
function countUnsent(): void {
  const isUnsent = replies.some(({ state }) => state !== 'sent');
  if (isUnsent) {
    sent ??= addUnsavedInPortal(unsentWords, () => setReplies([]));
    return;
  }
  sent?.();
  sent = undefined;
}

function setReplies(next: readonly OutgoingReply[]): void {
  replies = next;
  countUnsent();
  for (const listener of listeners) listener();
}

function update(key: string, change: Partial<OutgoingReply>): void {
  setReplies(replies.map((reply) => (reply.key === key ? { ...reply, ...change } : reply)));
}

/** How far the messages of the conversation that is open are on the screen. */
const shownThrough = new Map<string, number>();
/** And how far the conversation itself goes. */
const newestIn = new Map<string, number>();

/** Lets go of what was sent and stands among the messages, or needs to stand nowhere: the conversation was left. */
function letGo(conversationKey: string): void {
  const left = withoutShown(replies, conversationKey, shownThrough.get(conversationKey) ?? Number.POSITIVE_INFINITY);
  if (left.length < replies.length) setReplies(left);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function send(key: string): Promise<boolean> {
  const reply = replies.find((one) => one.key === key);
  if (reply === undefined) return false;
  try {
    const { sequence } = await call(sendQuickReply, reply.input, { idempotencyKey: key });
    update(key, { state: 'sent', sequence });
    letGo(reply.input.conversationKey);
    // The first try may have been the one that arrived, before its draft was kept again.
    if (reply.error !== undefined) reply.draft.clear();
    return true;
  } catch (thrown) {
    // Gone when the page became another user's meanwhile.
    if (!replies.some((one) => one.key === key)) return false;
    update(key, { state: 'failed', error: toApiError(thrown) });
    reply.draft.restore();
    return false;
  }
}

/** One after the other in each conversation, so that they arrive in the order they were written. */
function enqueue({ key, input, draft }: Pick<OutgoingReply, 'key' | 'input' | 'draft'>): Promise<boolean> {
  const before = sendings.get(input.conversationKey) ?? Promise.resolve();
  const { conversationKey } = input;
  const sending = Promise.all([before, draft.drop()]).then(() => send(key));
  sendings.set(conversationKey, sending);
  void sending.finally(() => {
    if (sendings.get(conversationKey) === sending) sendings.delete(conversationKey);
  });
  return sending;
}

export const outbox = {
  /** Sends an answer; true once the server has it. */
  add: (input: ReplyInput, key: string | undefined, draft: DraftOfReply): Promise<boolean> => {
    const after = newestIn.get(input.conversationKey) ?? 0;
    const reply = { key: key ?? crypto.randomUUID(), input, draft, state: 'sending', after } as const;
    setReplies([...replies, reply]);
    return enqueue(reply);
  },
  /** Tries a failed one again, with the same key. */
  retry: (key: string): Promise<boolean> => {
    const reply = replies.find((one) => one.key === key && one.state === 'failed');
    if (reply === undefined) return Promise.resolve(false);
    update(key, { state: 'sending' });
    return enqueue(reply);
  },
  remove: (key: string): void => setReplies(replies.filter((reply) => reply.key !== key)),
  /** Throws away one that failed, and its draft. */
  discard: (key: string): void => {
    const reply = replies.find((one) => one.key === key && one.state === 'failed');
    if (reply === undefined) return;
    outbox.remove(key);
    reply.draft.clear();
  },
  /** Whether an answer with this text waits here: it is not to stand where one writes, too. */
  holds: (conversationKey: string, text: string): boolean =>
    replies.some(
      ({ input, state }) =>
        state !== 'sent' && input.conversationKey === conversationKey && input.message.trim() === text.trim(),
    ),
};

/** The answers without those of a conversation that are among its messages, which go as far as `lastSequence`. */
export function withoutShown(
  all: readonly OutgoingReply[],
  conversationKey: string,
  lastSequence: number,
): readonly OutgoingReply[] {
  return all.filter(
    ({ input, sequence }) =>
      input.conversationKey !== conversationKey || sequence === undefined || sequence > lastSequence,
  );
}

/** Those that seem to have failed, and whose words have come since from who sent them: only the answer was lost. */
export function arrivedOf(
  all: readonly OutgoingReply[],
  messages: readonly Pick<Message, 'sequence' | 'message' | 'fromUser'>[],
  senderId: number,
): readonly OutgoingReply[] {
  return all.filter(
    ({ state, input, after }) =>
      state === 'failed' &&
      messages.some(
        ({ sequence, message, fromUser }) =>
          sequence > after && fromUser.userId === senderId && message.trim() === input.message.trim(),
      ),
  );
}

/** Asks the server once, by their keys, for those that may have arrived: what has is not sent again. */
function useArrivals(outgoing: readonly OutgoingReply[], messages: readonly Message[], senderId: number): void {
  const asked = useRef(new Set<string>());
  useEffect(() => {
    for (const { key } of arrivedOf(outgoing, messages, senderId)) {
      if (asked.current.has(key)) continue;
      asked.current.add(key);
      void outbox.retry(key);
    }
  });
}

interface Shown {
  messages: readonly Message[];
  /** The last one on the screen. */
  lastSequence: number;
  /** In whose name one answers here. */
  senderId: number;
}

/** The answers of a conversation that are not among its messages yet. */
export function useOutbox(
  { conversationKey, lastSequence: newest }: Pick<Conversation, 'conversationKey' | 'lastSequence'>,
  userId: number | undefined,
  { messages, lastSequence, senderId }: Shown,
): readonly OutgoingReply[] {
  const all = useSyncExternalStore(subscribe, () => replies);
  useEffect(() => {
    newestIn.set(conversationKey, Math.max(newest, lastSequence));
    shownThrough.set(conversationKey, lastSequence);
    letGo(conversationKey);
  }, [conversationKey, newest, lastSequence]);
  useEffect(
    () => () => {
      shownThrough.delete(conversationKey);
      letGo(conversationKey);
    },
    [conversationKey],
  );
  const outgoing = all.filter(
    ({ input, sequence }) =>
      input.conversationKey === conversationKey &&
      input.onBehalfOfUserId === userId &&
      (sequence === undefined || sequence > lastSequence),
  );
  useArrivals(outgoing, messages, senderId);
  return outgoing;
}
