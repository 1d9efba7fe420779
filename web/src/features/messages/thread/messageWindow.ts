import type { OutputOf } from '@careloop/contracts/endpoint';
import type { getUserConversationMessages, Message } from '@careloop/contracts/messages';

/** The loaded part of a conversation: messages without gaps, oldest first. */
export interface MessageWindow {
  messages: readonly Message[];
  /** Sequence number of the newest message, loaded or not. */
  lastSequence: number;
}

type Page = OutputOf<typeof getUserConversationMessages>;

/** First and last sequence number of the window; 0 if it is empty. */
export const firstOf = ({ messages }: MessageWindow): number => messages[0]?.sequence ?? 0;
export const lastOf = ({ messages }: MessageWindow): number => messages.at(-1)?.sequence ?? 0;

export const hasOlder = (window: MessageWindow): boolean => firstOf(window) > 1;
export const hasNewer = (window: MessageWindow): boolean => lastOf(window) < window.lastSequence;

export function holds(window: MessageWindow | undefined, sequence: number): boolean {
  return window !== undefined && sequence >= firstOf(window) && sequence <= lastOf(window);
}

export function windowOf({ items, lastSequence }: Pick<Page, 'items' | 'lastSequence'>): MessageWindow {
  return { messages: items, lastSequence };
}

/**
 * The window with a page added at its top or bottom. A page that does not touch it would leave a gap and is ignored;
 * messages in both are taken from the page.
 */
export function merge(window: MessageWindow | undefined, page: Pick<Page, 'items' | 'lastSequence'>): MessageWindow {
  if (window === undefined || window.messages.length === 0) return windowOf(page);
  const lastSequence = Math.max(window.lastSequence, page.lastSequence);
  const first = page.items[0]?.sequence;
  const last = page.items.at(-1)?.sequence;
  if (first === undefined || last === undefined) return { ...window, lastSequence };
  if (first > lastOf(window) + 1 || last < firstOf(window) - 1) return { ...window, lastSequence };
  const above = window.messages.filter(({ sequence }) => sequence < first);
  const below = window.messages.filter(({ sequence }) => sequence > last);
  return { messages: [...above, ...page.items, ...below], lastSequence };
}

/** The window with the messages of a range marked read. */
export function readBetween(window: MessageWindow, from: number, through: number): MessageWindow {
  const isNews = ({ isRead, sequence }: Message) => !isRead && sequence >= from && sequence <= through;
  if (!window.messages.some(isNews)) return window;
  return {
    ...window,
    messages: window.messages.map((message) => (isNews(message) ? { ...message, isRead: true } : message)),
  };
}

/** The window with a message and everything after it marked unread, except messages the member sent. */
export function unreadFrom(window: MessageWindow, sequence: number, userId: number): MessageWindow {
  return {
    ...window,
    messages: window.messages.map((message) =>
      message.sequence >= sequence && message.fromUser.userId !== userId ? { ...message, isRead: false } : message,
    ),
  };
}

/** The window with the read state of another one; messages missing there are unchanged. */
export function readAs(window: MessageWindow, then: MessageWindow): MessageWindow {
  const wasRead = new Map(then.messages.map(({ sequence, isRead }) => [sequence, isRead]));
  return {
    ...window,
    messages: window.messages.map((message) => ({
      ...message,
      isRead: wasRead.get(message.sequence) ?? message.isRead,
    })),
  };
}
