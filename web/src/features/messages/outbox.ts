import type { CallOf } from '@careloop/contracts/endpoint';
import { sendQuickReply } from '@careloop/contracts/messages-sending';
import { useSyncExternalStore } from 'react';
import { call } from '../../api/call.ts';
import { toApiError, type ApiError } from '../../api/errors.ts';

// Answers on their way. They are never shown as sent before the server has them, and one that failed stays, with the
// idempotency key it was first sent with: trying again never makes a second message.

type ReplyInput = CallOf<typeof sendQuickReply>;

export interface OutgoingReply {
  /** Also its idempotency key. */
  key: string;
  input: ReplyInput;
  state: 'sending' | 'failed' | 'sent';
  error?: ApiError;
  /** Its place in the conversation, once the server has it. */
  sequence?: number;
}

let replies: readonly OutgoingReply[] = [];
const listeners = new Set<() => void>();
const sendings = new Map<string, Promise<unknown>>();

function setReplies(next: readonly OutgoingReply[]): void {
  replies = next;
  for (const listener of listeners) listener();
}

function update(key: string, change: Partial<OutgoingReply>): void {
  setReplies(replies.map((reply) => (reply.key === key ? { ...reply, ...change } : reply)));
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
    return true;
  } catch (thrown) {
    update(key, { state: 'failed', error: toApiError(thrown) });
    return false;
  }
}

/** One after the other in each conversation, so that they arrive in the order they were written. */
function enqueue({ key, input }: Pick<OutgoingReply, 'key' | 'input'>, after?: Promise<unknown>): Promise<boolean> {
  const before = sendings.get(input.conversationKey) ?? Promise.resolve();
  const sending = Promise.all([before, after]).then(() => send(key));
  sendings.set(input.conversationKey, sending);
  return sending;
}

export const outbox = {
  /**
   * Sends an answer; true once the server has it.
   * @param after what must have ended before: a draft that is being saved would come back after it
   */
  add: (input: ReplyInput, key: string | undefined, after: Promise<unknown>): Promise<boolean> => {
    const reply = { key: key ?? crypto.randomUUID(), input, state: 'sending' } as const;
    setReplies([...replies, reply]);
    return enqueue(reply, after);
  },
  /** Tries a failed one again, with the same key. */
  retry: (key: string): Promise<boolean> => {
    const reply = replies.find((one) => one.key === key && one.state === 'failed');
    if (reply === undefined) return Promise.resolve(false);
    update(key, { state: 'sending' });
    return enqueue(reply);
  },
  remove: (key: string): void => setReplies(replies.filter((reply) => reply.key !== key)),
};

// Closing the tab would lose what is not sent.
window.addEventListener('beforeunload', (event) => {
  if (replies.some(({ state }) => state !== 'sent')) event.preventDefault();
});

/** The answers of a conversation that are not among its messages yet. */
export function useOutbox(
  conversationKey: string,
  userId: number | undefined,
  lastSequence: number,
): readonly OutgoingReply[] {
  const all = useSyncExternalStore(subscribe, () => replies);
  return all.filter(
    ({ input, sequence }) =>
      input.conversationKey === conversationKey &&
      input.onBehalfOfUserId === userId &&
      (sequence === undefined || sequence > lastSequence),
  );
}
