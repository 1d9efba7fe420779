import type { InputOf } from '@careloop/contracts/endpoint';
import type {
  ConversationListItem,
  getConversationPage,
  getUserConversations,
} from '@careloop/contracts/messages/conversations';
import type { MessageUser } from '@careloop/contracts/messages';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { readCursor, writeCursor } from '../../../platform/db/cursor.ts';
import type { Cursor } from '../../../platform/db/cursor.ts';
import type { InSql, InSqlOf } from '../../../platform/db/fixedStatement.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { sharedStatement } from '../../../platform/db/sharedStatement.ts';
import type { Columns } from '../../../platform/db/shape.ts';
import { patientSummary } from '../../patients/shared/queries/patients.ts';
import { nearestFirst, rangesOf } from '../listRanges.ts';
import { unreadOf } from './unread.ts';
import { keyOrNone, mayRead } from './visibility.ts';

type Search = InputOf<typeof getUserConversations>;
type PlaceSearch = Omit<InputOf<typeof getConversationPage>, 'conversationKey'>;
/** A row before permissions are added. */
type ConversationRow = Omit<ConversationListItem, 'can'> & { sentCount: number; conversationId: number };
/** A row as returned by the database. */
export type StoredConversation = Omit<ConversationRow, 'lastMessage'> & {
  lastMessage: Omit<ConversationRow['lastMessage'], 'fromUser' | 'fromIdentityUser'> & FromMember;
};

/** Pages counted beyond the current one; the rest of the list is not counted. */
const pagesAhead = 3;
/** Number of pages up to which the position of a conversation is counted; further down, the list starts with a cursor. */
const pagesCounted = 10;
/** Limit when counting a patient's conversations, of which there are never many. */
const mostOfPatient = 1_000;

/** The user, and the member whose conversations are listed: the user or the person they act for. */
export interface Viewer {
  userId: number;
  memberId: number;
}

type ViewerInSql = { readonly [Field in keyof Viewer]: InSql<Viewer[Field]> };

/** Length of the text preview in a list; browsers truncate it further. */
const previewLength = 300;

type Filters = Omit<Search, 'page' | 'pageSize'>;

interface ListPart extends Viewer {
  pageSize: number;
  offset: number;
  /** Rows to find after the offset: those of the page, and those that are only counted. */
  most: number;
  withOffset: number;
}

type FoundConversation = StoredConversation & { found: number };

/**
 * The rows of a page, each with how many are found from its start. Plain rows, because wrapping them in one JSON value takes a
 * third of the query time.
 */
function listOf(part: InSqlOf<ListPart>, search: Filters): RawBuilder<FoundConversation> {
  const { memberId, pageSize, offset, most, withOffset } = part;
  const found = sql`select conversation_id, last_message_at, is_archived, sent_count
    from (${rangesOf(memberId, search, withOffset)}) as r
    order by ${nearestFirst(search, 'r')} limit ${most} offset ${offset}`;
  const shown = sql`(select * from found r order by ${nearestFirst(search, 'r')} limit ${pageSize})`;
  const item = shape<FoundConversation, ItemTables>({
    found: sql`(select count(*) from found)::int`,
    ...itemColumns(part),
  });
  return sql`with found as materialized (${found}) ${item.from`${itemTables(part, shown)}`}`;
}

const partTypes = {
  userId: 'bigint',
  memberId: 'bigint',
  pageSize: 'bigint',
  offset: 'bigint',
  most: 'bigint',
  withOffset: 'bigint',
} as const;

/** Whether a search has no filter and no cursor, like most. */
function isWhole({
  patientId,
  unreadOnly,
  urgentOnly,
  memberUserId,
  conversationKeys,
  cursor,
  before,
}: Search): boolean {
  return (
    !unreadOnly && !urgentOnly && (patientId ?? memberUserId ?? conversationKeys ?? cursor ?? before) === undefined
  );
}

/** Rows that a page may read to share its execution: the others would wait for a page far down a long list. */
const mostShared = 500;

/** The list without filters. */
const wholeList = sharedStatement<ListPart, FoundConversation, { includeArchived: boolean }>(
  partTypes,
  (part, choices) => listOf(part, { ...choices, unreadOnly: false, urgentOnly: false }),
);

/**
 * One page of a member's list, with the number of following rows, in one round trip; a page beyond the end needs a second query
 * for the total.
 */
export async function findConversations(db: Db, viewer: Viewer, search: Search) {
  const { pageSize, cursor, before, page } = search;
  const above = readCursor(before);
  const after = above ?? readCursor(cursor);
  const offset = after === null ? (page - 1) * pageSize : 0;
  const most = pageSize + (after === null ? aheadOf(search) : 0) + 1;
  const asked = { ...viewer, pageSize, most, offset, withOffset: offset + most };
  const { includeArchived } = search;
  const rows =
    isWhole(search) && asked.withOffset <= mostShared
      ? await wholeList(db, asked, { includeArchived })
      : (await listOf(asked, search).execute(db)).rows;
  const count = rows[0]?.found ?? 0;
  const items = rows.map((row) => nameLastSender(row));
  const first = items.at(0);
  const last = items.at(-1);
  const hasMore = count > items.length;
  const next = hasMore ? positionOf(last) : null;
  // Above the first page there is nothing, above a page that was read upwards only what was left over.
  const isTop = above === null ? offset === 0 && after === null : !hasMore;
  const isBeyondEnd = count === 0 && offset > 0;
  const total = isBeyondEnd ? await countUpTo(db, viewer, search, offset) : offset + count;
  return {
    items,
    page,
    numPages: isBeyondEnd ? Math.ceil(total / pageSize) : page - 1 + Math.ceil(Math.min(count, most - 1) / pageSize),
    totalItemCount: count < most && after === null ? total : null,
    nextCursor: above === null ? next : startingWith(above),
    previousCursor: isTop ? null : positionOf(first),
  };
}

function positionOf(row: Pick<StoredConversation, 'lastMessageAt' | 'conversationId'> | undefined): string | null {
  return row === undefined ? null : writeCursor({ key: row.lastMessageAt, id: row.conversationId });
}

/** Cursor for a page that begins with this row: a list starts after its cursor, and the row comes after the next higher id. */
function startingWith({ key, id }: Cursor): string {
  return writeCursor({ key, id: id + 1 });
}

async function countUpTo(db: Db, { memberId }: Viewer, search: Search, limit: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (${rangesOf(memberId, search, limit)}) as r`.execute(db);
  return rows[0]?.total ?? 0;
}

/** A row with the users of its last message. */
export function nameLastSender<Row extends StoredConversation>(row: Row) {
  return { ...row, lastMessage: nameSender(row.lastMessage, row.members) };
}

function aheadOf({ pageSize, patientId }: Search): number {
  return patientId === undefined ? pageSize * pagesAhead : mostOfPatient;
}

interface ListPlace {
  key: string;
  id: number;
  isIn: boolean;
  /** Number of conversations above it. */
  before: number;
}

/** The position of a conversation in the list, if it is within the counted range, and cursors for it and for its page. */
export async function findPlace(db: Db, userId: number, key: string, search: PlaceSearch) {
  const { pageSize } = search;
  const mostBefore = pagesCounted * pageSize;
  const place = shape<ListPlace, { own: 'conversation_member' }>({
    key: iso('own.last_message_at'),
    id: 'own.conversation_id',
    isIn: sql`exists (${rangesOf(userId, { ...search, conversationKeys: [key] }, 1)})`,
    before: sql`(select count(*)::int from (select r.last_message_at, r.conversation_id from (${rangesOf(userId, search, mostBefore)}) as r
        order by r.last_message_at desc, r.conversation_id desc limit ${mostBefore}) as r
      where (r.last_message_at, r.conversation_id) > (own.last_message_at, own.conversation_id))`,
  });
  const { rows } = await place.from`(select m.last_message_at, m.conversation_id from conversation c
      join conversation_member m on m.conversation_id = c.conversation_id and m.user_id = ${userId}
      where c.conversation_key = ${keyOrNone(key)}::uuid and ${mayRead(sql`${userId}`)}) as own`.execute(db);
  const found = rows[0];
  if (found === undefined) return undefined;
  const isCounted = found.before < mostBefore;
  const above = isCounted ? found.before % pageSize : Math.floor(pageSize / 2);
  return {
    page: found.isIn ? Math.floor(found.before / pageSize) + 1 : null,
    cursor: startingWith(found),
    pageCursor: startingWith((await findAbove(db, userId, found, { ...search, most: above })) ?? found),
  };
}

/** The row that is `most` rows above another one, or the nearest to that. */
async function findAbove(db: Db, userId: number, from: Cursor, { most, ...search }: PlaceSearch & { most: number }) {
  if (most === 0) return undefined;
  const upwards = { ...search, before: writeCursor(from) };
  const row = shape<Cursor, { r: 'conversation_member' }>({ key: iso('r.last_message_at'), id: 'r.conversation_id' });
  const { rows } = await row.from`(${rangesOf(userId, upwards, most)}) as r
    order by ${nearestFirst(upwards, 'r')} limit ${most}`.execute(db);
  return rows.at(-1);
}

export const messageUser = shape<MessageUser, { u: 'user_account' }>({
  userId: 'u.user_id',
  firstName: 'u.first_name',
  lastName: 'u.last_name',
});

/** The members of conversation `c`. */
export const conversationMembers = messageUser.jsonArray({
  from: sql`user_account u where u.user_id = any(c.member_ids)`,
  orderBy: sql`u.last_name, u.first_name, u.user_id`,
});

/** The author of message `g` if it is not the member it is from. Skips the lookup for most messages. */
export const identityJson = sql<MessageUser | null>`case when g.from_identity_user_id <> g.from_user_id then
  (select ${messageUser.json} from user_account u where u.user_id = g.from_identity_user_id) end`;

/** The priority of message `g` as numbered in the contracts. */
export const priorityCode = sql<1 | 4>`case g.priority when 'urgent' then 4 else 1 end`;

/** A message as read from the database. The sender is only a user id, because the conversation already contains its members. */
export interface FromMember {
  fromUserId: number;
  fromIdentityUser: MessageUser | null;
}

/** Adds the users of a message. */
export function nameSender<Row extends FromMember>({ fromUserId, ...row }: Row, members: readonly MessageUser[]) {
  const fromUser = members.find((member) => member.userId === fromUserId);
  if (fromUser === undefined) throw new Error('The sender of a message is not a member of its conversation');
  return { ...row, fromUser, fromIdentityUser: row.fromIdentityUser ?? fromUser };
}

export interface ItemTables {
  page: 'conversation_member';
  c: 'conversation';
  g: 'message';
  own: 'user_message';
  p?: 'patient';
  unread: { count: number; urgent: boolean };
}

const lastMessage = shape<StoredConversation['lastMessage'], ItemTables>({
  userMessageId: 'own.user_message_id',
  sequence: 'g.sequence',
  dateSent: iso('g.date_sent'),
  message: sql`left(g.message, ${previewLength})`,
  isRead: sql`own.read_at is not null`,
  priority: priorityCode,
  fromUserId: 'g.from_user_id',
  fromIdentityUser: identityJson,
});

const listedConversation: Columns<Omit<StoredConversation, 'hasDraft'>, ItemTables> = {
  conversationId: 'c.conversation_id',
  conversationKey: 'c.conversation_key',
  isArchived: 'page.is_archived',
  sentCount: 'page.sent_count',
  lastSequence: 'c.last_sequence',
  lastMessageAt: iso('page.last_message_at'),
  members: conversationMembers,
  patient: patientSummary.nestedIfFound('p.patient_id'),
  lastMessage: lastMessage.nested,
  unreadMessageCount: 'unread.count',
  hasUrgentUnread: 'unread.urgent',
};

/** The columns of a list row, from `itemTables`. */
export function itemColumns({ userId, memberId }: ViewerInSql): Columns<StoredConversation, ItemTables> {
  return {
    ...listedConversation,
    hasDraft: sql`exists (select from message_draft d where d.user_id = ${userId} and d.member_user_id = ${memberId}
      and d.conversation_id = c.conversation_id)`,
  };
}

/** @param page rows with conversation_id, last_message_at, is_archived and sent_count */
export function itemTables({ memberId }: Pick<ViewerInSql, 'memberId'>, page: RawBuilder<unknown>) {
  return sql`${page} as page
    join conversation c on c.conversation_id = page.conversation_id
    join message g on g.conversation_id = c.conversation_id and g.sequence = c.last_sequence
    join user_message own on own.conversation_id = c.conversation_id and own.user_id = ${memberId} and own.sequence = c.last_sequence
    left join patient p on p.patient_id = c.patient_id
    cross join lateral (select count(*)::int as count, coalesce(bool_or(n.is_urgent), false) as urgent
      from ${unreadOf(sql`${memberId}`)} and n.conversation_id = c.conversation_id) as unread
    order by page.last_message_at desc, c.conversation_id desc`;
}
