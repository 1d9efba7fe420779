import type { Ending } from './gate.ts';

// The tabs of one browser share one session. What one does, the others hear: ids and times, nothing else.

export type TabMessage =
  | { type: 'show-auto-logout'; deadline: number }
  | { type: 'cancel-auto-logout' }
  | { type: 'login'; userId: number }
  | { type: 'session-expired'; ending: Ending }
  | { type: 'refreshed'; clockOffset: number }
  | { type: 'activity'; at: number };

const channel = new BroadcastChannel('careloop-session');

/** Tells every other tab. */
export function tellTabs(message: TabMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, no window's
  channel.postMessage(message);
}

/** Calls `listener` with what other tabs tell, until the returned function is called. */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const receive = (event: MessageEvent<TabMessage>) => listener(event.data);
  channel.addEventListener('message', receive);
  return () => channel.removeEventListener('message', receive);
}
