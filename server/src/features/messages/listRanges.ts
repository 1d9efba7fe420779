import type { InputOf } from '@careloop/contracts/endpoint';
import type { getUserConversations } from '@careloop/contracts/messages/conversations';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { readCursor } from '../../platform/db/cursor.ts';
import type { InSql } from '../../platform/db/fixedStatement.ts';
import { unreadOf } from './shared/unread.ts';
import { keyOrNone, mayRead } from './shared/visibility.ts';

type Search = Omit<InputOf<typeof getUserConversations>, 'page' | 'pageSize'>;

/**
 * Number of conversations, per wanted row, that are checked one by one for another member before the index of members is used.
 */
const walkedForEach = 2;

const columns = sql`m.conversation_id, m.last_message_at, m.is_archived, m.sent_count`;

/** The direction in which a range is read: down the list, or up from a row (`before`), nearest first. */
function directionOf({ before }: Search) {
  const isUp = before !== undefined;
  const [beyond, nearest, farthest] = isUp ? [sql`>`, sql`asc`, sql`desc`] : [sql`<`, sql`desc`, sql`asc`];
  return { beyond, nearest, farthest };
}

/** The order of rows `alias` in the direction of a search: the nearest first. */
export function nearestFirst(search: Search, alias: 'm' | 'c' | 'r'): RawBuilder<unknown> {
  const { nearest } = directionOf(search);
  return sql`${sql.ref(`${alias}.last_message_at`)} ${nearest}, ${sql.ref(`${alias}.conversation_id`)} ${nearest}`;
}

/**
 * A member's conversations after the filters: one range of archived ones and one of the others, nearest first in the direction
 * of the search. The cost depends on the rows returned, not on how many conversations the member has.
 * @param limit rows per range
 */
export function rangesOf(userId: InSql<number>, search: Search, limit: InSql<number>): RawBuilder<unknown> {
  const archived = search.includeArchived ? [false, true] : [false];
  const ranges = archived.map((isArchived) => sql`(${rangeOf(userId, search, isArchived, limit)})`);
  return sql.join(ranges, sql` union all `);
}

function rangeOf(
  userId: InSql<number>,
  search: Search,
  isArchived: boolean,
  limit: InSql<number>,
): RawBuilder<unknown> {
  const { memberUserId, patientId, unreadOnly, conversationKeys } = search;
  const inRange = sql`m.user_id = ${userId} and m.is_archived = ${isArchived} ${behind(search)}`;
  const isLeft = sql`${mayRead(sql`${userId}`, sql`m.patient_id`)} ${search.urgentOnly ? sql`and m.has_urgent` : sql``}`;
  const isStartSmall = unreadOnly || patientId !== undefined || conversationKeys !== undefined;
  if (memberUserId !== undefined && !isStartSmall) {
    return sharedRange({ userId, otherId: memberUserId, search, inRange, isLeft, limit });
  }
  const isShared = memberUserId === undefined ? sql`` : sql`and ${isMember(memberUserId)}`;
  return sql`select ${columns} from ${startOf(userId, search)} ${inRange} and ${isLeft} ${isShared}
    order by ${nearestFirst(search, 'm')} limit ${limit}`;
}

function behind(search: Search): RawBuilder<unknown> {
  const { cursor, before } = search;
  const after = readCursor(before ?? cursor);
  if (after === null) return sql``;
  const { beyond } = directionOf(search);
  return sql`and (m.last_message_at, m.conversation_id) ${beyond} (${after.key}::timestamptz, ${after.id})`;
}

/**
 * The most selective filter to start from: conversation keys, a patient or unread messages, each of which matches few
 * conversations.
 */
function startOf(userId: InSql<number>, { patientId, unreadOnly, conversationKeys }: Search): RawBuilder<unknown> {
  const named =
    conversationKeys &&
    sql`m.conversation_id = any(array(select k.conversation_id from conversation k
      where k.conversation_key = any(${conversationKeys.map(keyOrNone)}::uuid[]))) and`;
  const about = patientId === undefined ? sql`` : sql`m.patient_id = ${patientId} and`;
  const filters = sql`${named ?? sql``} ${about}`;
  if (unreadOnly) {
    return sql`(select distinct n.conversation_id from ${unreadOf(sql`${userId}`)}) as unread
      join conversation_member m on m.conversation_id = unread.conversation_id where ${filters}`;
  }
  if (patientId === undefined) return sql`conversation_member m where ${filters}`;
  return sql`conversation o join conversation_member m on m.conversation_id = o.conversation_id
    where o.patient_id = ${patientId} and ${filters}`;
}

function isMember(userId: number): RawBuilder<boolean> {
  return sql<boolean>`exists (select from conversation_member o
    where o.conversation_id = m.conversation_id and o.user_id = ${userId} offset 0)`;
}

interface SharedRange {
  userId: InSql<number>;
  otherId: number;
  search: Search;
  inRange: RawBuilder<unknown>;
  isLeft: RawBuilder<unknown>;
  limit: InSql<number>;
}

/**
 * A range of conversations shared with another member. If many of the nearest are shared, walking those finds enough; otherwise
 * the index of members is used, but only if the walk ended without enough rows. `offset 0` keeps the joins as nested-loop
 * probes that stop once there are enough rows.
 */
function sharedRange({ userId, otherId, search, inRange, isLeft, limit }: SharedRange): RawBuilder<unknown> {
  const { beyond, farthest } = directionOf(search);
  const order = nearestFirst(search, 'm');
  const farOrder = nearestFirst(search, 'c');
  const mostWalked = sql`(${limit}::int * ${sql.lit(walkedForEach)})`;
  return sql`
    with walked as materialized (select * from conversation_member m where ${inRange} order by ${order} limit ${mostWalked}),
    near as materialized (
      select ${columns} from walked m where ${isMember(otherId)} and ${isLeft} order by ${order} limit ${limit}),
    far as (
      select ${columns}
      from (select c.conversation_id, c.last_message_at from conversation c
        where c.member_ids @> array[${userId}, ${otherId}]::bigint[]
          and (select count(*) from walked) = ${mostWalked} and (select count(*) from near) < ${limit}
          and (c.last_message_at, c.conversation_id) ${beyond} (
            select m.last_message_at, m.conversation_id from walked m
              order by m.last_message_at ${farthest}, m.conversation_id ${farthest} limit 1)
        order by ${farOrder} offset 0) as c
      cross join lateral (
        select * from conversation_member m where m.conversation_id = c.conversation_id and ${inRange} offset 0) as m
      where ${isLeft} order by ${farOrder} limit ${limit})
    select * from near union all select * from far`;
}
