import { messagePriority } from '@careloop/contracts/codes';
import { messageTexts } from '@careloop/contracts/messages';
import { sql } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import { principalOf } from '../../access/actor.ts';
import { record } from '../../audit/record.ts';
import type { Db } from '../../db/client.ts';
import { isoTimestamp } from '../../db/isoTimestamp.ts';
import { invalidInput } from '../../http/errors.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { publishAll } from '../../realtime/publish.ts';
import type { RealtimeMessage } from '../../realtime/publish.ts';
import { userRoom } from '../../realtime/rooms.ts';
import { escalateUrgentMessage } from './jobs.ts';
import { countUnread, unreadEvents } from './unread.ts';
import { mayRead } from './visibility.ts';

/** A conversation that has given a message its place; its row is locked. */
export interface NumberedConversation {
  conversationId: number;
  conversationKey: string;
  patientId: number | null;
  memberIds: number[];
  /** The new message's. */
  sequence: number;
  dateSent: string;
}

/** The columns of a `conversation c` that has just been numbered. */
export const numberedColumns = sql`c.conversation_id as "conversationId", c.conversation_key as "conversationKey",
  c.patient_id as "patientId", c.member_ids as "memberIds", c.last_sequence as sequence,
  ${isoTimestamp('c.last_message_at')} as "dateSent"`;

export interface NewMessage {
  message: string;
  priority: 1 | 4;
  patientDocumentIds: readonly number[];
  /** The draft that it was: in this conversation, or of a new message. */
  draftOf: 'conversation' | 'new';
}

/**
 * Writes a message into its place: the row, what each member has of it, the audit, the word to everybody who may read it
 * and, when it is urgent, the job that looks whether it was read. All of it is in the caller's transaction.
 */
export async function writeMessage(
  db: Db,
  actor: Actor,
  conversation: NumberedConversation,
  message: NewMessage,
  events: readonly RealtimeMessage[] = [],
) {
  const { conversationId, conversationKey, sequence, dateSent, patientId } = conversation;
  const { userMessageId, told } = await insertMessage(db, actor, conversation, message);
  await attachDocuments(db, conversation, message.patientDocumentIds);
  await record(db, actor, {
    action: 'message.sent',
    patientId,
    subjectType: 'conversation',
    subjectId: conversationId,
    details: { sequence, priority: message.priority, documents: message.patientDocumentIds.length },
  });
  if (isUrgent(message)) {
    const startAfter = await findEscalationTime(db, principalOf(actor), patientId);
    await enqueue(db, escalateUrgentMessage, { conversationId, sequence }, { startAfter });
  }
  const rooms = [principalOf(actor), ...told].map(userRoom);
  await publishAll(db, [
    ...events,
    ...unreadEvents(await countUnread(db, told)),
    { rooms, event: 'ConversationChangedEvent', payload: { conversationKey, lastSequence: sequence } },
  ]);
  return { conversationKey, userMessageId, sequence, dateSent };
}

const isUrgent = ({ priority }: NewMessage) => priority === messagePriority.table.urgent;

/**
 * One statement for all rows. Locks are taken in the order that unread.ts asks for: members first, then the numbers of
 * those who hear of it, in the order of their ids.
 * @returns the sender's own number of the message, and who else may read it
 */
async function insertMessage(db: Db, actor: Actor, to: NumberedConversation, message: NewMessage) {
  const sender = principalOf(actor);
  const urgent = isUrgent(message);
  const draft = message.draftOf === 'new' ? sql`is null` : sql`= ${to.conversationId}`;
  const { rows } = await sql<{ userMessageId: number; told: number[] }>`
    with members as (
      insert into conversation_member as m (conversation_id, user_id, last_message_at, has_urgent, sent_count)
      select ${to.conversationId}::bigint, id, ${to.dateSent}::timestamptz, ${urgent}::boolean, (id = ${sender})::int
      from unnest(${to.memberIds}::bigint[]) as u(id)
      on conflict (conversation_id, user_id) do update set last_message_at = excluded.last_message_at, is_archived = false,
        has_urgent = m.has_urgent or excluded.has_urgent, sent_count = m.sent_count + excluded.sent_count
      returning user_id),
    sent as (
      insert into message (conversation_id, sequence, message, priority, from_user_id, from_identity_user_id, date_sent)
      values (${to.conversationId}, ${to.sequence}, ${message.message}, ${urgent ? 'urgent' : 'normal'}, ${sender},
        ${actor.userId}, ${to.dateSent}::timestamptz)),
    had as (
      insert into user_message (conversation_id, user_id, sequence, is_urgent, read_at)
      select ${to.conversationId}, user_id, ${to.sequence}::int, ${urgent}::boolean,
        case when user_id = ${sender} then ${to.dateSent}::timestamptz end
      from members returning user_message_id, user_id),
    drafted as (
      delete from message_draft where user_id = ${actor.userId} and member_user_id = ${sender} and conversation_id ${draft}),
    told as (
      insert into unread_sequence (user_id, sequence)
      select members.user_id, 1 from members cross join (select ${to.patientId}::bigint as patient_id) as c
      where members.user_id <> ${sender} and ${mayRead(sql`members.user_id`)} order by members.user_id
      on conflict (user_id) do update set sequence = unread_sequence.sequence + 1
      returning user_id)
    select (select user_message_id from had where user_id = ${sender}) as "userMessageId",
      array(select user_id from told) as told`.execute(db);
  const row = rows[0];
  if (row === undefined) throw new Error('A statement that always answers did not');
  return row;
}

/** Attaches the chosen documents; only those of the conversation's patient are found. */
async function attachDocuments(db: Db, to: NumberedConversation, named: readonly number[]): Promise<void> {
  const chosen = [...new Set(named)];
  if (chosen.length === 0) return;
  const { numAffectedRows } = await sql`
    insert into message_attachment (conversation_id, sequence, patient_document_id)
    select ${to.conversationId}, ${to.sequence}, patient_document_id from patient_document
    where patient_id = ${to.patientId} and patient_document_id = any(${chosen}::bigint[]) and not is_archived`.execute(
    db,
  );
  if (Number(numAffectedRows) !== chosen.length) {
    throw invalidInput({ patientDocumentIds: messageTexts.attachmentGone });
  }
}

/** Minutes an urgent message may stay unread, where the client says nothing else. */
const defaultEscalationMinutes = 15;

/** When an urgent message of this sender is looked at: the shortest time that the patient's client, or theirs, sets. */
async function findEscalationTime(db: Db, senderId: number, patientId: number | null): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select now() + coalesce((select min(s.value) from client_setting s
      where s.name = 'urgentMessageMinutes' and s.client_id in (
        select client_id from patient where patient_id = ${patientId}
        union all select origin_client_id from user_account where user_id = ${senderId} and ${patientId}::bigint is null
      )), ${defaultEscalationMinutes}) * interval '1 minute' as at`.execute(db);
  return rows[0]?.at ?? new Date();
}
