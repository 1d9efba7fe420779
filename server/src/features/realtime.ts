import type { Db } from '../platform/db/client.ts';
import type { Completions } from '../platform/realtime/completions.ts';
import { completeUnread } from './messages/shared/unread.ts';

/** Functions that complete events published without their expensive fields. */
export function completionsOf(db: Db): Completions {
  return { UnreadMessageCountChangedEvent: (changes) => completeUnread(db, changes) };
}
