import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { principalOf } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { requireVersion } from '../../platform/errors.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import type { RealtimeMessage } from '../../platform/realtime/publish.ts';
import { userRoom } from '../../platform/realtime/rooms.ts';
import { findReaderIds } from './queries/conversation.ts';
import type { LockedConversation } from './queries/conversation.ts';
import { countUnread, unreadChanged } from './shared/unread.ts';
import { findUnreadIn } from './unreadIn.ts';

/** Larger than any sequence number, which is a 32-bit integer. */
const newest = 2_147_483_647;

/** A range of messages of a conversation; an omitted end is open. */
interface Shown {
  fromSequence?: number | undefined;
  throughSequence?: number | undefined;
}

/** Marks the messages shown to a member as read, by the member or a proxy. */
export async function markRead(db: Db, actor: Actor, conversation: LockedConversation, shown: Shown) {
  const rows = await read(db, actor, conversation, shown);
  if (rows.length === 0) return stateOf(db, actor, conversation);
  const throughSequence = Math.max(...rows);
  const details = { count: rows.length, fromSequence: Math.min(...rows), throughSequence };
  await recordOf(db, actor, conversation, 'message.read', details);
  await publishWithUnreadCount(db, actor, [await readThrough(db, actor, conversation, throughSequence)]);
  return stateOf(db, actor, conversation);
}

async function read(db: Db, actor: Actor, { conversationId }: LockedConversation, shown: Shown): Promise<number[]> {
  const rows = await db
    .updateTable('user_message')
    .set({
      read_at: sql<Date>`clock_timestamp()`,
      read_by_user_id: actor.onBehalfOfUserId === null ? null : actor.userId,
    })
    .where('user_id', '=', principalOf(actor))
    .where('conversation_id', '=', conversationId)
    .where('sequence', '>=', Math.min(shown.fromSequence ?? 1, newest))
    .where('sequence', '<=', Math.min(shown.throughSequence ?? newest, newest))
    .where('read_at', 'is', null)
    .returning('sequence')
    .execute();
  return rows.map((row) => row.sequence);
}

/** Marks a message and all later ones as unread for a member, except those they sent, and unarchives the conversation. */
export async function markUnread(db: Db, actor: Actor, conversation: LockedConversation, fromSequence: number) {
  const member = principalOf(actor);
  const { rows } = await sql<{ sequence: number }>`
    update user_message own set read_at = null, read_by_user_id = null from message g
    where g.conversation_id = own.conversation_id and g.sequence = own.sequence and g.from_user_id <> ${member}
      and own.user_id = ${member} and own.conversation_id = ${conversation.conversationId}
      and own.sequence >= ${fromSequence} and own.read_at is not null
    returning own.sequence`.execute(db);
  if (rows.length === 0) return stateOf(db, actor, conversation);
  if (conversation.isArchived) await setArchived(db, member, conversation, false);
  await recordOf(db, actor, conversation, 'message.marked_unread', { count: rows.length, fromSequence });
  await publishWithUnreadCount(db, actor, [await readThrough(db, actor, conversation, fromSequence - 1)]);
  return stateOf(db, actor, conversation);
}

/**
 * Archives a conversation for a member and marks its unread messages as read, so that the unread count never includes messages
 * that no list shows.
 * @throws AppError `stale_version` if there is a message the member has not been shown
 */
export async function archive(
  db: Db,
  actor: Actor,
  conversation: Authorized<LockedConversation, 'archive'>,
  lastSequence: number | undefined,
): Promise<void> {
  const message = 'A new message has arrived in this conversation.';
  const change = { changedByUserId: null, changedBy: null, changedAt: null, what: message };
  await requireVersion(lastSequence, conversation.lastSequence, message, () => change);
  const member = principalOf(actor);
  await setArchived(db, member, conversation, true);
  const rows = await read(db, actor, conversation, {});
  await recordOf(db, actor, conversation, 'conversation.archived', { read: rows.length });
  const event = changed(member, conversation);
  if (rows.length === 0) return publishAll(db, [event]);
  await publishWithUnreadCount(db, actor, [event, await readThrough(db, actor, conversation, Math.max(...rows))]);
}

/** Unarchives a conversation for a member. */
export async function unarchive(
  db: Db,
  actor: Actor,
  conversation: Authorized<LockedConversation, 'unarchive'>,
): Promise<void> {
  const member = principalOf(actor);
  await setArchived(db, member, conversation, false);
  await recordOf(db, actor, conversation, 'conversation.unarchived', {});
  await publishAll(db, [changed(member, conversation)]);
}

async function setArchived(db: Db, member: number, { conversationId }: LockedConversation, isArchived: boolean) {
  await db
    .updateTable('conversation_member')
    .set({ is_archived: isArchived })
    .where('conversation_id', '=', conversationId)
    .where('user_id', '=', member)
    .execute();
}

function recordOf(db: Db, actor: Actor, conversation: LockedConversation, action: string, details: object) {
  return record(db, actor, {
    action,
    patientId: conversation.patientId,
    subjectType: 'conversation',
    subjectId: conversation.conversationId,
    details: { ...details },
  });
}

/** Event for the member only, since no one else's view has changed. */
function changed(member: number, { conversationKey, lastSequence }: LockedConversation): RealtimeMessage {
  const payload = { conversationKey, lastSequence };
  return { rooms: [userRoom(member)], event: 'ConversationChangedEvent', payload };
}

/** Event for the members who may read the conversation: who has read which messages. */
async function readThrough(
  db: Db,
  actor: Actor,
  { conversationId, conversationKey }: LockedConversation,
  throughSequence: number,
): Promise<RealtimeMessage> {
  const readers = await findReaderIds(db, conversationId);
  const payload = { conversationKey, userId: principalOf(actor), throughSequence };
  return { rooms: readers.map(userRoom), event: 'ConversationReadEvent', payload };
}

async function publishWithUnreadCount(db: Db, actor: Actor, events: readonly RealtimeMessage[]): Promise<void> {
  await publishAll(db, [...events, ...(await unreadChanged(db, [principalOf(actor)]))]);
}

/** The unread counts, in total and in the conversation. */
async function stateOf(db: Db, actor: Actor, { conversationId }: LockedConversation) {
  const member = principalOf(actor);
  const [count] = await countUnread(db, [member]);
  return {
    unreadMessageCount: count?.unreadMessageCount ?? 0,
    sequence: count?.sequence ?? 0,
    conversation: await findUnreadIn(db, member, conversationId),
  };
}
