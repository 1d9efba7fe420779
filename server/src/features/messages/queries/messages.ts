import type { InputOf } from '@careloop/contracts/endpoint';
import type {
  getUserConversationMessages,
  Message,
  MessageAttachment,
  MessageReader,
  MessageUser,
} from '@careloop/contracts/messages';
import type { findInConversation, FoundMessage } from '@careloop/contracts/messages/conversations';
import type { PatientSummary } from '@careloop/contracts/patients';
import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { fixedStatement } from '../../../platform/db/fixedStatement.ts';
import { iso, jsonRows, shape } from '../../../platform/db/shape.ts';
import { patientSummary } from '../../patients/shared/queries/patients.ts';
import { conversationMembers, identityJson, messageUser, nameSender, priorityCode } from '../shared/queries.ts';
import type { FromMember } from '../shared/queries.ts';
import { conversationOf, conversationWith, couldRead, keyOrNone, mayRead } from '../shared/visibility.ts';

type Range = InputOf<typeof getUserConversationMessages>;

interface Found {
  conversationId: number;
  lastSequence: number;
  members: MessageUser[];
  patient: PatientSummary | null;
  messages: StoredMessage[];
}
type StoredMessage = Omit<Message, 'fromUser' | 'fromIdentityUser' | 'recipients' | 'patient'> & FromMember;

interface Attached {
  patient_document_id: number | null;
  sent_chart_id: number | null;
  document_name: string;
  type_name: string;
  content_type: string;
}

const attachment = shape<MessageAttachment, { x: Attached }>({
  patientDocumentId: 'x.patient_document_id',
  sentChartId: 'x.sent_chart_id',
  documentName: 'x.document_name',
  documentTypeName: 'x.type_name',
  contentType: 'x.content_type',
});

const storedMessage = shape<StoredMessage, { own: 'user_message'; g: 'message' }>({
  userMessageId: 'own.user_message_id',
  sequence: 'g.sequence',
  dateSent: iso('g.date_sent'),
  message: 'g.message',
  isRead: sql`own.read_at is not null`,
  priority: priorityCode,
  fromUserId: 'g.from_user_id',
  fromIdentityUser: identityJson,
  referralId: 'g.referral_id',
  careCoordinatorRequestId: 'g.consultation_id',
  attachments: attachment.jsonArray({
    from: sql`(select d.patient_document_id, null::bigint as sent_chart_id, d.document_name, t.document_name as type_name, d.content_type
      from message_attachment a join patient_document d on d.patient_document_id = a.patient_document_id
      join document_type t on t.document_type_id = d.document_type_id
      where a.conversation_id = g.conversation_id and a.sequence = g.sequence
      union all
      select null, sc.sent_chart_id, sc.chart_name, sc.chart_type_name, sc.content_type from sent_chart sc
      where sc.conversation_id = g.conversation_id and sc.message_sequence = g.sequence) as x`,
    orderBy: sql`x.sent_chart_id nulls last, x.patient_document_id`,
  }),
});

/** A range of sequence numbers: those above `low`, up to `high`. Those of a page count back from the last message. */
interface SequenceRange {
  key: string | null;
  memberId: number;
  low: number;
  high: number;
}

const messagesIn = fixedStatement<SequenceRange, Found, { isPage: boolean }>((given, { isPage }) => {
  const origin = isPage ? sql`c.last_sequence` : sql`0`;
  // Bounded on both sides, so that the index scan reads no more than the page.
  const messages = storedMessage.from`user_message own
    join message g on g.conversation_id = own.conversation_id and g.sequence = own.sequence
    where own.conversation_id = c.conversation_id and own.user_id = ${given.memberId}
      and own.sequence > ${origin} + ${given.low}::int and own.sequence <= ${origin} + ${given.high}::int`;
  const asked = shape<Found, { c: 'conversation' }>({
    conversationId: 'c.conversation_id',
    lastSequence: 'c.last_sequence',
    members: conversationMembers,
    patient: sql`(select ${patientSummary.json} from patient p where p.patient_id = c.patient_id)`,
    messages: jsonRows(messages, sql`item.sequence`),
  });
  return asked.from`${conversationWith(given.key, given.memberId)}`;
});

/**
 * Messages of a conversation in one index range, with its members; undefined if the member may not read it. Sequence numbers
 * have no gaps, so pages are computed without counting.
 */
export async function findMessages(db: Db, memberId: number, { conversationKey, ...range }: Range) {
  const isPage = range.before === undefined && range.after === undefined;
  const values = { key: keyOrNone(conversationKey), memberId, ...boundsOf(range) };
  const [found] = await messagesIn(db, values, { isPage });
  return found && { ...found, messages: found.messages.map((one) => toMessage(one, found)) };
}

function boundsOf({ page, pageSize, before, after }: Omit<Range, 'conversationKey'>) {
  if (before !== undefined) return { low: before - pageSize - 1, high: before - 1 };
  if (after !== undefined) return { low: after, high: after + pageSize };
  return { low: -page * pageSize, high: -(page - 1) * pageSize };
}

function toMessage(row: StoredMessage, { members, patient }: Found): Message {
  const recipients = members.filter((member) => member.userId !== row.fromUserId);
  return { ...nameSender(row, members), recipients, patient };
}

export interface MessagePlace {
  conversationId: number;
  conversationKey: string;
  patientId: number | null;
  sequence: number;
  lastSequence: number;
}

const messagePlace = shape<MessagePlace, { c: 'conversation'; own: 'user_message' }>({
  conversationId: 'c.conversation_id',
  conversationKey: 'c.conversation_key',
  patientId: 'c.patient_id',
  sequence: 'own.sequence',
  lastSequence: 'c.last_sequence',
});

/** The position of a member's message; undefined if it is not theirs or they may not read the conversation. */
export async function findMessagePlace(db: Db, memberId: number, userMessageId: number) {
  const { rows } =
    await messagePlace.from`user_message own join conversation c on c.conversation_id = own.conversation_id
    where own.user_message_id = ${userMessageId} and own.user_id = ${memberId} and ${mayRead(sql`${memberId}`)}`.execute(
      db,
    );
  return rows[0];
}

/** The conversation of a denied message, for the audit; undefined if it does not exist. */
export function findConversationOf(db: Db, userMessageId: number) {
  return db
    .selectFrom('user_message as own')
    .innerJoin('conversation as c', 'c.conversation_id', 'own.conversation_id')
    .select(['c.conversation_id as conversationId', 'c.patient_id as patientId'])
    .where('own.user_message_id', '=', userMessageId)
    .executeTakeFirst();
}

const messageReader = shape<MessageReader, { u: 'user_account'; own: 'user_message' }>({
  ...messageUser.columns,
  readAt: iso('own.read_at'),
  hasAccess: couldRead(sql`u.user_id`),
  readByUser: sql`(select ${messageUser.json} from user_account u where u.user_id = own.read_by_user_id)`,
});

/** Which recipients have read a message; `hasAccess` says who is able to. */
export async function findReaders(db: Db, place: MessagePlace): Promise<MessageReader[]> {
  const { rows } = await messageReader.from`conversation c
    join message g on g.conversation_id = c.conversation_id and g.sequence = ${place.sequence}
    join user_account u on u.user_id = any(c.member_ids) and u.user_id <> g.from_user_id
    join user_message own on own.conversation_id = c.conversation_id and own.user_id = u.user_id and own.sequence = g.sequence
    where c.conversation_id = ${place.conversationId}
    order by u.last_name, u.first_name, u.user_id`.execute(db);
  return rows;
}

/** A conversation and the range of it that one search covers. */
interface SearchedRange {
  conversation_id: number;
  patient_id: number | null;
  begin: number;
}

interface SearchedConversation {
  conversationId: number;
  patientId: number | null;
  /** The first sequence number that was searched. */
  begin: number;
  items: FoundMessage[];
}

const foundMessage = shape<FoundMessage, { own: 'user_message'; g: 'message' }>({
  userMessageId: 'own.user_message_id',
  sequence: 'g.sequence',
  dateSent: iso('g.date_sent'),
  message: 'g.message',
  fromUser: sql`(select ${messageUser.json} from user_account u where u.user_id = g.from_user_id)`,
});

/** Limits of one search, in messages and in bytes. If all texts have accents, this takes about a second. */
const longestLook = 10_000;
const mostBytes = 4_000_000;

/** The searchable text of message `g`. ASCII text needs no Unicode normalization. */
const searchedText = sql`case when octet_length(g.message) = length(g.message) then lower(g.message) else search_key(g.message) end`;

/** The oldest message to search, once the newer ones reach the byte limit. Lengths are read without loading the texts. */
const firstBeyond = sql`(select max(s.sequence) + 1 from (
  select g.sequence, sum(octet_length(g.message)) over (order by g.sequence desc rows between unbounded preceding and 1 preceding) as newer
  from message g where g.conversation_id = asked.conversation_id
    and g.sequence < asked.before and g.sequence >= asked.before - ${longestLook}) as s
  where s.newer >= ${mostBytes})`;

/**
 * Messages that contain the search term, ignoring case and accents, newest first; undefined if the member may not read the
 * conversation. Searches backwards until there are enough results or the limits are reached.
 */
export async function searchMessages(
  db: Db,
  memberId: number,
  search: InputOf<typeof findInConversation>,
  most: number,
) {
  const looked = shape<SearchedConversation, { looked: SearchedRange }>({
    conversationId: 'looked.conversation_id',
    patientId: 'looked.patient_id',
    begin: 'looked.begin',
    items: jsonRows(foundMessage.from`message g
      join user_message own on own.conversation_id = g.conversation_id and own.user_id = ${memberId} and own.sequence = g.sequence
      where g.conversation_id = looked.conversation_id and g.sequence < looked.before
        and g.sequence >= looked.begin
        and strpos(${searchedText}, (select nullif(search_key(${search.searchTerm}), ''))) > 0
      order by g.sequence desc limit ${most}`),
  });
  const { rows } =
    await looked.from`(select c.conversation_id, c.patient_id, least(${search.before ?? null}::bigint, c.last_sequence + 1)::int as before
      from ${conversationOf(search.conversationKey, memberId)}) as asked
    cross join lateral (select asked.*, coalesce(${firstBeyond}, asked.before - ${longestLook}) as begin offset 0) as looked`.execute(
      db,
    );
  const found = rows[0];
  if (found === undefined) return undefined;
  const { items } = found;
  const last = items.length < most ? found.begin : (items.at(-1)?.sequence ?? 1);
  return { ...found, nextBefore: last > 1 ? last : null };
}
