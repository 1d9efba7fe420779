import type { Ending } from './gate.ts';

// The tabs of one browser share one session and notify each other. Messages hold ids and times only.

export type TabMessage =
  | { type: 'show-auto-logout'; deadline: number }
  | { type: 'cancel-auto-logout' }
  | { type: 'login'; userId: number }
  | { type: 'session-expired'; ending: Ending }
  | { type: 'refreshed'; clockOffset: number }
  | { type: 'activity'; at: number };

const channel = new BroadcastChannel('careloop-session');

/** Sends a message to all other tabs. */
export function broadcastToTabs(message: TabMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has one origin, no window's
  channel.postMessage(message);
}

/** Calls `listener` with messages of other tabs, until the returned function is called. */
export function onTabMessage(listener: (message: TabMessage) => void): () => void {
  const receive = (event: MessageEvent<TabMessage>) => listener(event.data);
  channel.addEventListener('message', receive);
  return () => channel.removeEventListener('message', receive);
}
