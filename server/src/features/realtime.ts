import type { Db } from '../db/client.ts';
import type { Completions } from '../realtime/completions.ts';
import { completeUnread } from './messages/unread.ts';

/** Functions that complete events published without their expensive fields. */
export function completionsOf(db: Db): Completions {
  return { UnreadMessageCountChangedEvent: (changes) => completeUnread(db, changes) };
}
