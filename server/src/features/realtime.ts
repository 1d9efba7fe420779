import type { Db } from '../db/client.ts';
import type { Completions } from '../realtime/completions.ts';
import { completeUnread } from './messages/unread.ts';

/** What completes the events that features publish in part. */
export function completionsOf(db: Db): Completions {
  return { UnreadMessageCountChangedEvent: (changes) => completeUnread(db, changes) };
}
