import type { Conversation, ConversationMember } from '@careloop/contracts/messages/conversations';
import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';
import { sharedStatement } from '../../../platform/db/sharedStatement.ts';
import type { ConversationRules, ReplyRules } from '../shared/policy.ts';
import { itemColumns, itemTables, messageUser, nameLastSender } from '../shared/queries.ts';
import type { ItemTables, StoredConversation, Viewer } from '../shared/queries.ts';
import { firstUnreadOf } from '../unreadIn.ts';
import { conversationOf, conversationWith, couldRead, keyOrNone } from '../shared/visibility.ts';

const member = shape<ConversationMember, { u: 'user_account' }>({
  ...messageUser.columns,
  isActive: 'u.is_active',
  isActiveOnCareTeam: sql`case when c.patient_id is not null then exists (select from care_team_member t
    where t.patient_id = c.patient_id and t.user_id = u.user_id and t.status = 'accepted') end`,
  hasAccess: couldRead(sql`u.user_id`),
});

const membersOfItem = sql<
  ConversationMember[]
>`(select json_agg(${member.json} order by u.last_name, u.first_name, u.user_id)
  from conversation c join user_account u on u.user_id = any(c.member_ids)
  where c.conversation_id = item."conversationId")`;

const unreadIndicator = shape<Conversation['unreadIndicators'][number], { o: 'conversation_member' }>({
  toUserId: 'o.user_id',
});

/** Fields of a conversation that are not in its list row. */
type Beyond = Omit<Conversation, keyof Omit<StoredConversation, 'members'> | 'can'>;

type OpenedConversation = Omit<StoredConversation, 'members'> & Beyond;

const openedTypes = { userId: 'bigint', memberId: 'bigint', key: 'text' } as const;

const openedConversation = sharedStatement<Viewer & { key: string | null }, OpenedConversation>(
  openedTypes,
  (given) => {
    const { userId, memberId, key } = given;
    const page = sql`(select c.conversation_id, c.last_message_at, m.is_archived, m.sent_count
    from ${conversationWith(key, memberId)})`;
    const beyond = shape<Beyond, object>({
      members: membersOfItem,
      firstUnreadSequence: firstUnreadOf(memberId, sql`item."conversationId"`),
      unreadIndicators: unreadIndicator.jsonArray({
        from: sql`conversation_member o
        where o.conversation_id = item."conversationId" and exists (select from user_message n
          where n.user_id = o.user_id and n.conversation_id = o.conversation_id and n.read_at is null)`,
        orderBy: sql`o.user_id`,
      }),
    });
    const viewer = { userId, memberId };
    const item = shape<StoredConversation, ItemTables>(itemColumns(viewer));
    return sql<OpenedConversation>`select item.*, ${beyond.select}
    from (${item.from`${itemTables(viewer, page)}`}) as item`;
  },
);

/** A conversation with its list row and additional fields; undefined if the member may not read it. */
export async function findConversation(db: Db, viewer: Viewer, key: string) {
  const [found] = await openedConversation(db, { ...viewer, key: keyOrNone(key) });
  return found && nameLastSender(found);
}

export interface LockedConversation extends ConversationRules {
  conversationId: number;
  conversationKey: string;
  patientId: number | null;
}

const lockedConversation = shape<LockedConversation, { c: 'conversation'; m: 'conversation_member' }>({
  conversationId: 'c.conversation_id',
  conversationKey: 'c.conversation_key',
  patientId: 'c.patient_id',
  lastSequence: 'c.last_sequence',
  isArchived: 'm.is_archived',
  sentCount: 'm.sent_count',
});

/**
 * Locks a conversation before a change to the member's row, with the same locks and in the same order as sending; undefined if
 * the member may not read it.
 */
export async function lockConversation(db: Db, memberId: number, key: string): Promise<LockedConversation | undefined> {
  const { rows } = await lockedConversation.from`${conversationOf(key, memberId)}
    for no key update of c, m`.execute(db);
  return rows[0];
}

export interface AnsweredConversation extends ReplyRules {
  conversationId: number;
  patientId: number | null;
}

/** The conversation a member wants to reply in; undefined if they may not read it. */
export async function findAnswered(db: Db, memberId: number, key: string): Promise<AnsweredConversation | undefined> {
  const answered = shape<AnsweredConversation, { c: 'conversation' }>({
    conversationId: 'c.conversation_id',
    patientId: 'c.patient_id',
    hasReader: sql`exists (
      select from unnest(c.member_ids) as o(id) where o.id <> ${memberId} and ${couldRead(sql`o.id`)})`,
  });
  const { rows } = await answered.from`${conversationOf(key, memberId)}`.execute(db);
  return rows[0];
}

/** The ids to audit for a denied conversation; undefined if there is no such key. */
export function findDenied(db: Db, key: string) {
  return db
    .selectFrom('conversation')
    .select(['conversation_id as conversationId', 'patient_id as patientId'])
    .where('conversation_key', '=', keyOrNone(key))
    .executeTakeFirst();
}

/** Members who can currently read a conversation. */
export async function findReaderIds(db: Db, conversationId: number): Promise<number[]> {
  const { rows } = await sql<{ user_id: number }>`
    select u.id as user_id from conversation c cross join unnest(c.member_ids) as u(id)
    where c.conversation_id = ${conversationId} and ${couldRead(sql`u.id`)}`.execute(db);
  return rows.map((row) => row.user_id);
}
