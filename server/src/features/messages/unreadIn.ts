import type { ConversationUnread } from '@careloop/contracts/messages';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import type { InSql } from '../../platform/db/fixedStatement.ts';
import { shape } from '../../platform/db/shape.ts';
import { unreadOf } from './shared/unread.ts';

/** The sequence number of the first message a member has not read, from the start of an index range of any length. */
export function firstUnreadOf(memberId: InSql<number>, conversationId: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`(select min(n.sequence) from ${unreadOf(sql`${memberId}`)} and n.conversation_id = ${conversationId})`;
}

const conversationUnread = shape<ConversationUnread, object>({
  unreadMessageCount: sql`count(*)::int`,
  hasUrgentUnread: sql`coalesce(bool_or(n.is_urgent), false)`,
  firstUnreadSequence: sql`min(n.sequence)`,
});

/** A member's unread messages in a conversation. */
export async function findUnreadIn(db: Db, memberId: number, conversationId: number): Promise<ConversationUnread> {
  const { rows } =
    await conversationUnread.from`${unreadOf(sql`${memberId}`)} and n.conversation_id = ${conversationId}`.execute(db);
  return rows[0] ?? { unreadMessageCount: 0, hasUrgentUnread: false, firstUnreadSequence: null };
}
