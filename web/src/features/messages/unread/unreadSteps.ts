import type { OutputOf } from '@careloop/contracts/endpoint';
import type { getUnreadMessageCount } from '@careloop/contracts/messages';

export type UnreadCount = OutputOf<typeof getUnreadMessageCount>;

/**
 * What an event makes of the known count. One that does not follow on the last one means that others were missed: what
 * is on the screen must be read again. An older one changes nothing.
 */
export function stepUnread(
  known: UnreadCount | undefined,
  { unreadMessageCount, sequence }: UnreadCount,
): { count: UnreadCount; hasGap: boolean } {
  if (known !== undefined && sequence <= known.sequence) return { count: known, hasGap: false };
  return { count: { unreadMessageCount, sequence }, hasGap: known === undefined || sequence !== known.sequence + 1 };
}

/** Of what is known and what has been read, whichever counts more changes. */
export function newerCount(known: UnreadCount | undefined, next: UnreadCount): UnreadCount {
  return known !== undefined && known.sequence > next.sequence ? known : next;
}
