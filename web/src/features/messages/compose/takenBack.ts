import { outbox, type OutgoingReply } from '../thread/outbox.ts';

// A failed answer goes back to where it was written. Sent again unchanged, it keeps its key: its first try may have
// arrived after all.

type Listener = (reply: OutgoingReply) => void;
const listeners = new Map<string, Listener>();

/** Takes an answer out of those that failed, to be written anew. */
export function takeBack(reply: OutgoingReply): void {
  const listener = listeners.get(reply.input.conversationKey);
  if (listener === undefined) return;
  outbox.remove(reply.key);
  listener(reply);
}

/** Where the answers of a conversation are written. Answers how to stop. */
export function onTakenBack(conversationKey: string, listener: Listener): () => void {
  listeners.set(conversationKey, listener);
  return () => {
    if (listeners.get(conversationKey) === listener) listeners.delete(conversationKey);
  };
}
