import { useEffect, useEffectEvent } from 'react';

// A new message has one place to be kept in, whichever window it is written in. Sending it in one of them frees that place,
// and what stands in the others is kept there anew. Of an answer, the conversation itself tells.

interface Gone {
  onBehalfOfUserId: number | undefined;
}

/** Tells nothing of what is written. */
const channel = new BroadcastChannel('careloop-new-message');

/** Calls `onGone` when another window sent or threw away its new message; answers how to tell of this one's. */
export function useDraftGone(
  conversationKey: string | undefined,
  onBehalfOfUserId: number | undefined,
  onGone: () => void,
): () => void {
  const isNew = conversationKey === undefined;
  const receive = useEffectEvent(({ data }: MessageEvent<Gone>) => {
    if (data.onBehalfOfUserId === onBehalfOfUserId) onGone();
  });
  useEffect(() => {
    if (!isNew) return;
    const listener = (event: MessageEvent<Gone>) => receive(event);
    channel.addEventListener('message', listener);
    return () => channel.removeEventListener('message', listener);
  }, [isNew]);
  return () => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, no window's
    if (isNew) channel.postMessage({ onBehalfOfUserId } satisfies Gone);
  };
}
