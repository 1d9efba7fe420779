import type { ConversationMember } from '@careloop/contracts/messages/conversations';
import { sql } from 'kysely';

import type { Db } from '../../db/client.ts';
import type { ConversationRules, ReplyRules } from './policy.ts';
import { itemsOf, nameLastSender } from './listQuery.ts';
import type { StoredConversation, Viewer } from './listQuery.ts';
import { firstUnreadOf } from './unreadIn.ts';
import { conversationOf, couldRead, keyOrNone } from './visibility.ts';

type FoundConversation = Omit<StoredConversation, 'members'> & {
  members: ConversationMember[];
  firstUnreadSequence: number | null;
  unreadIndicators: { toUserId: number }[];
};

/** A conversation as the list shows it, and what only it tells; undefined when the member may not read it. */
export async function findConversation(db: Db, viewer: Viewer, key: string) {
  const page = sql`(select c.conversation_id, c.last_message_at, m.is_archived, m.sent_count
    from ${conversationOf(key, viewer.memberId)})`;
  const { rows } = await sql<FoundConversation>`select item.*, ${membersOfItem} as members,
      ${firstUnreadOf(viewer.memberId, sql`item."conversationId"`)} as "firstUnreadSequence",
      coalesce((select json_agg(json_build_object('toUserId', o.user_id) order by o.user_id) from conversation_member o
        where o.conversation_id = item."conversationId" and exists (select from user_message n
          where n.user_id = o.user_id and n.conversation_id = o.conversation_id and n.read_at is null)), '[]') as "unreadIndicators"
    from (${itemsOf(viewer, page)}) as item`.execute(db);
  return rows[0] && nameLastSender(rows[0]);
}

const membersOfItem = sql`(select json_agg(json_build_object(
    'userId', u.user_id, 'firstName', u.first_name, 'lastName', u.last_name, 'isActive', u.is_active,
    'isActiveOnCareTeam', case when c.patient_id is not null then exists (select from care_team_member t
      where t.patient_id = c.patient_id and t.user_id = u.user_id and t.status = 'accepted') end,
    'hasAccess', ${couldRead(sql`u.user_id`)}) order by u.last_name, u.first_name, u.user_id)
  from conversation c join user_account u on u.user_id = any(c.member_ids)
  where c.conversation_id = item."conversationId")`;

export interface LockedConversation extends ConversationRules {
  conversationId: number;
  conversationKey: string;
  patientId: number | null;
}

/**
 * A conversation whose member's row is about to change, under the locks that sending takes, in their order; undefined when
 * the member may not read it.
 */
export async function lockConversation(db: Db, memberId: number, key: string): Promise<LockedConversation | undefined> {
  const { rows } = await sql<LockedConversation>`
    select c.conversation_id as "conversationId", c.conversation_key as "conversationKey", c.patient_id as "patientId",
      c.last_sequence as "lastSequence", m.is_archived as "isArchived", m.sent_count as "sentCount"
    from ${conversationOf(key, memberId)} for no key update of c, m`.execute(db);
  return rows[0];
}

export interface AnsweredConversation extends ReplyRules {
  conversationId: number;
  patientId: number | null;
}

/** A conversation that a member wants to answer in; undefined when they may not read it. */
export async function findAnswered(db: Db, memberId: number, key: string): Promise<AnsweredConversation | undefined> {
  const { rows } = await sql<AnsweredConversation>`
    select c.conversation_id as "conversationId", c.patient_id as "patientId", exists (
      select from unnest(c.member_ids) as o(id) where o.id <> ${memberId} and ${couldRead(sql`o.id`)}) as "hasReader"
    from ${conversationOf(key, memberId)}`.execute(db);
  return rows[0];
}

/** What the audit keeps of a conversation that was denied; undefined for a key that is none. */
export async function findDenied(db: Db, key: string) {
  const { rows } = await sql<{ conversationId: number; patientId: number | null }>`
    select conversation_id as "conversationId", patient_id as "patientId" from conversation
    where conversation_key = ${keyOrNone(key)}::uuid`.execute(db);
  return rows[0];
}

/** Members who could read a conversation now. */
export async function findReaderIds(db: Db, conversationId: number): Promise<number[]> {
  const { rows } = await sql<{ userId: number }>`
    select u.id as "userId" from conversation c cross join unnest(c.member_ids) as u(id)
    where c.conversation_id = ${conversationId} and ${couldRead(sql`u.id`)}`.execute(db);
  return rows.map((row) => row.userId);
}
