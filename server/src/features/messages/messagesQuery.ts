import type { InputOf } from '@careloop/contracts/endpoint';
import type {
  getUserConversationMessages,
  Message,
  MessageAttachment,
  MessageReader,
  MessageUser,
} from '@careloop/contracts/messages';
import type { findInConversation } from '@careloop/contracts/messages/conversations';
import type { PatientSummary } from '@careloop/contracts/patients';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../db/client.ts';
import { isoTimestamp } from '../../db/isoTimestamp.ts';
import { patientSummaryJson } from '../patients/queries.ts';
import { identityJson, nameSender, userJson } from './listQuery.ts';
import type { FromMember } from './listQuery.ts';
import { conversationOf, couldRead, mayRead } from './visibility.ts';

type Range = InputOf<typeof getUserConversationMessages>;

interface Found {
  conversationId: number;
  lastSequence: number;
  members: MessageUser[];
  patient: PatientSummary | null;
  messages: StoredMessage[] | null;
}
type StoredMessage = Omit<Message, 'fromUser' | 'fromIdentityUser' | 'recipients' | 'patient' | 'attachments'> &
  FromMember & { attachments: MessageAttachment[] | null };

/** The priority of message `g` as the contracts number it. */
const priorityCode = sql`case g.priority when 'urgent' then 4 else 1 end`;

/**
 * Some messages of a conversation, one index range of it, with who is in it; undefined when the member may not read it.
 * Sequences have no gaps, so a page is arithmetic and nothing is counted.
 */
export async function findMessages(db: Db, memberId: number, range: Range) {
  const { rows } = await sql<Found>`
    select c.conversation_id as "conversationId", c.last_sequence as "lastSequence",
      (select json_agg(${userJson} order by u.last_name, u.first_name, u.user_id) from user_account u
        where u.user_id = any(c.member_ids)) as members,
      (select ${patientSummaryJson} from patient p where p.patient_id = c.patient_id) as patient,
      (select json_agg(row_to_json(item) order by item.sequence) from (${messagesOf(memberId, range)}) as item) as messages
    from ${conversationOf(range.conversationKey, memberId)}`.execute(db);
  const found = rows[0];
  return found && { ...found, messages: (found.messages ?? []).map((one) => toMessage(one, found)) };
}

function toMessage({ attachments, ...row }: StoredMessage, { members, patient }: Found): Message {
  const recipients = members.filter((member) => member.userId !== row.fromUserId);
  return { ...nameSender(row, members), recipients, patient, attachments: attachments ?? [] };
}

function messagesOf(memberId: number, range: Range): RawBuilder<unknown> {
  return sql`
    select own.user_message_id as "userMessageId", g.sequence, ${isoTimestamp('g.date_sent')} as "dateSent", g.message,
      own.read_at is not null as "isRead", ${priorityCode} as priority, g.from_user_id as "fromUserId",
      ${identityJson} as "fromIdentityUser",
      (select json_agg(json_build_object('patientDocumentId', d.patient_document_id, 'documentName', d.document_name,
          'documentTypeName', t.document_name, 'contentType', d.content_type) order by d.patient_document_id)
        from message_attachment a join patient_document d on d.patient_document_id = a.patient_document_id
        join document_type t on t.document_type_id = d.document_type_id
        where a.conversation_id = g.conversation_id and a.sequence = g.sequence) as attachments
    from user_message own join message g on g.conversation_id = own.conversation_id and g.sequence = own.sequence
    where own.conversation_id = c.conversation_id and own.user_id = ${memberId} and ${inRange(range)}`;
}

/** Between two bounds, so that the index reads no more than the page. */
function inRange({ page, pageSize, before, after }: Range): RawBuilder<boolean> {
  if (before !== undefined) return sql<boolean>`own.sequence >= ${before - pageSize} and own.sequence < ${before}`;
  if (after !== undefined) return sql<boolean>`own.sequence > ${after} and own.sequence <= ${after + pageSize}`;
  return sql<boolean>`own.sequence > c.last_sequence - ${page * pageSize}
    and own.sequence <= c.last_sequence - ${(page - 1) * pageSize}`;
}

export interface MessagePlace {
  conversationId: number;
  conversationKey: string;
  patientId: number | null;
  sequence: number;
  lastSequence: number;
}

/** Where a member's message is; undefined when it is not theirs or they may not read the conversation. */
export async function findMessagePlace(db: Db, memberId: number, userMessageId: number) {
  const { rows } = await sql<MessagePlace>`
    select c.conversation_id as "conversationId", c.conversation_key as "conversationKey", c.patient_id as "patientId",
      own.sequence, c.last_sequence as "lastSequence"
    from user_message own join conversation c on c.conversation_id = own.conversation_id
    where own.user_message_id = ${userMessageId} and own.user_id = ${memberId} and ${mayRead(sql`${memberId}`)}`.execute(
    db,
  );
  return rows[0];
}

/** Who of a message's recipients has read it; `hasAccess` says who could. */
export async function findReaders(db: Db, place: MessagePlace): Promise<MessageReader[]> {
  const { rows } = await sql<MessageReader>`
    select u.user_id as "userId", u.first_name as "firstName", u.last_name as "lastName",
      ${isoTimestamp<string | null>('own.read_at')} as "readAt", ${couldRead(sql`u.user_id`)} as "hasAccess",
      (select json_build_object('userId', r.user_id, 'firstName', r.first_name, 'lastName', r.last_name)
        from user_account r where r.user_id = own.read_by_user_id) as "readByUser"
    from conversation c
    join message g on g.conversation_id = c.conversation_id and g.sequence = ${place.sequence}
    join user_account u on u.user_id = any(c.member_ids) and u.user_id <> g.from_user_id
    join user_message own on own.conversation_id = c.conversation_id and own.user_id = u.user_id and own.sequence = g.sequence
    where c.conversation_id = ${place.conversationId}
    order by u.last_name, u.first_name, u.user_id`.execute(db);
  return rows;
}

interface FoundText {
  userMessageId: number;
  sequence: number;
  dateSent: string;
  message: string;
  fromUser: MessageUser;
}

/** What one search looks through: so many messages, and so many bytes of them. With accents in all it takes about a second. */
const longestLook = 10_000;
const mostBytes = 4_000_000;

/** The text of message `g` as it is searched in. What has no letter beyond ASCII is spared taking letters apart. */
const searchedText = sql`case when octet_length(g.message) = length(g.message) then lower(g.message) else search_key(g.message) end`;

/** The oldest message that is still looked at, when those after it already are as many bytes as may be. Lengths are read without the texts. */
const firstBeyond = sql`(select max(s.sequence) + 1 from (
  select g.sequence, sum(octet_length(g.message)) over (order by g.sequence desc rows between unbounded preceding and 1 preceding) as newer
  from message g where g.conversation_id = asked.conversation_id
    and g.sequence < asked.before and g.sequence >= asked.before - ${longestLook}) as s
  where s.newer >= ${mostBytes})`;

/**
 * Messages that hold what was typed, without regard to case and accents, the newest first; undefined when the member may
 * not read the conversation. Reads backwards until there are enough, or it has looked through enough.
 */
export async function searchMessages(
  db: Db,
  memberId: number,
  search: InputOf<typeof findInConversation>,
  most: number,
) {
  const { rows } = await sql<{
    conversationId: number;
    patientId: number | null;
    begin: number;
    items: FoundText[] | null;
  }>`
    select looked.conversation_id as "conversationId", looked.patient_id as "patientId", looked.begin,
      (select json_agg(row_to_json(item)) from (
        select own.user_message_id as "userMessageId", g.sequence, ${isoTimestamp('g.date_sent')} as "dateSent", g.message,
          (select ${userJson} from user_account u where u.user_id = g.from_user_id) as "fromUser"
        from message g
        join user_message own on own.conversation_id = g.conversation_id and own.user_id = ${memberId} and own.sequence = g.sequence
        where g.conversation_id = looked.conversation_id and g.sequence < looked.before
          and g.sequence >= looked.begin
          and strpos(${searchedText}, (select nullif(search_key(${search.searchTerm}), ''))) > 0
        order by g.sequence desc limit ${most}) as item) as items
    from (select c.conversation_id, c.patient_id, least(${search.before ?? null}::bigint, c.last_sequence + 1)::int as before
      from ${conversationOf(search.conversationKey, memberId)}) as asked
    cross join lateral (select asked.*, coalesce(${firstBeyond}, asked.before - ${longestLook}) as begin offset 0) as looked`.execute(
    db,
  );
  const found = rows[0];
  if (found === undefined) return undefined;
  const items = found.items ?? [];
  const last = items.length < most ? found.begin : (items.at(-1)?.sequence ?? 1);
  return { ...found, items, nextBefore: last > 1 ? last : null };
}
