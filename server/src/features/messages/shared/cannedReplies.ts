import type { CannedReply } from '@careloop/contracts/messages/cannedReplies';
import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';

/** The user's own canned replies, even while they act for another user. */
export function findCannedReplies(db: Db, userId: number): Promise<CannedReply[]> {
  return db
    .selectFrom('canned_reply')
    .select(['canned_reply_id as cannedReplyId', 'title', 'message'])
    .where('user_id', '=', userId)
    .orderBy(sql`lower(title)`)
    .orderBy('canned_reply_id')
    .execute();
}
