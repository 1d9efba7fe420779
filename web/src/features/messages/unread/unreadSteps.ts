import type { OutputOf } from '@careloop/contracts/endpoint';
import type { getUnreadMessageCount } from '@careloop/contracts/messages';

export type UnreadCount = OutputOf<typeof getUnreadMessageCount>;

/**
 * Applies an event to the known count. A gap in the sequence means that events were missed, so everything on screen must be
 * refetched. An older event changes nothing.
 */
export function stepUnread(
  known: UnreadCount | undefined,
  { unreadMessageCount, sequence }: UnreadCount,
): { count: UnreadCount; hasGap: boolean } {
  if (known !== undefined && sequence <= known.sequence) return { count: known, hasGap: false };
  return { count: { unreadMessageCount, sequence }, hasGap: known === undefined || sequence !== known.sequence + 1 };
}

/** Of the known and the fetched count, the one with the higher sequence. */
export function newerCount(known: UnreadCount | undefined, next: UnreadCount): UnreadCount {
  return known !== undefined && known.sequence > next.sequence ? known : next;
}
