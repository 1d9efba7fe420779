import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { joinedSight, sightRow } from '../../../core/access/patientAccess.ts';
import { principalOf } from '../../../platform/identity/actor.ts';
import type { Actor } from '../../../platform/identity/actor.ts';
import type { Db } from '../../../platform/db/client.ts';
import { fixedStatement } from '../../../platform/db/fixedStatement.ts';
import { shape } from '../../../platform/db/shape.ts';
import type { RealtimeMessage } from '../../../platform/realtime/publish.ts';
import { userRoom } from '../../../platform/realtime/rooms.ts';
import { mayReadBy } from './visibility.ts';

/** A change of a user's unread messages. Changes are numbered per user. */
export interface UnreadChange {
  userId: number;
  sequence: number;
}

/** A user's unread count, and the number of changes so far. */
export interface UnreadCount extends UnreadChange {
  unreadMessageCount: number;
}

/** The unread messages `n` of a user. Everything that counts or shows unread messages uses this. */
export function unreadOf(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`user_message n where n.user_id = ${userId} and n.read_at is null`;
}

const unreadCount = shape<UnreadCount, { u: { id: number } }>({
  userId: 'u.id',
  sequence: sql`coalesce(s.sequence, 0)`,
  unreadMessageCount: sql`coalesce(unread.count, 0)::int`,
});

const unreadCounts = fixedStatement<{ userIds: readonly number[] }, UnreadCount>(
  ({ userIds }) => unreadCount.from`unnest(${userIds}::bigint[]) as u(id)
    left join unread_sequence s on s.user_id = u.id
    cross join lateral ${sightRow(sql`u.id`)}
    left join lateral (
      select sum(own.count) as count
      from (select n.conversation_id, count(*) as count from ${unreadOf(sql`u.id`)} group by n.conversation_id) as own
      join conversation c on c.conversation_id = own.conversation_id
      where ${mayReadBy(joinedSight)}) as unread on true`,
);

/** The unread count of each user, over the conversations they may read, in one snapshot. */
export async function countUnread(db: Db, userIds: readonly number[]): Promise<UnreadCount[]> {
  return await unreadCounts(db, { userIds });
}

/** The unread count of the actor, or of the person they act for. */
export async function findUnreadMessageCount(db: Db, actor: Actor) {
  const [count] = await countUnread(db, [principalOf(actor)]);
  return { unreadMessageCount: count?.unreadMessageCount ?? 0, sequence: count?.sequence ?? 0 };
}

const unreadChange = shape<UnreadChange, { s: 'unread_sequence' }>({ userId: 's.user_id', sequence: 's.sequence' });

/**
 * Numbers a change of the unread messages of these users. Locks their rows until the transaction ends, in the order of the ids,
 * to avoid deadlocks; count only after this. Do not lock anything later that another transaction may hold while it waits here.
 */
export async function numberUnreadChanges(db: Db, userIds: readonly number[]): Promise<UnreadChange[]> {
  const unique = [...new Set(userIds)];
  if (unique.length === 0) return [];
  const { rows } = await sql<UnreadChange>`insert into unread_sequence as s (user_id, sequence)
    select id, 1 from unnest(${unique}::bigint[]) as u(id) order by id
    on conflict (user_id) do update set sequence = s.sequence + 1
    returning ${unreadChange.select}`.execute(db);
  return rows;
}

/** The events for users whose unread messages changed, and for their proxies; with the message that caused the change. */
export function unreadEvents(
  changes: readonly UnreadChange[],
  newMessage?: { conversationKey: string; sequence: number },
): RealtimeMessage[] {
  return changes.map(({ userId, sequence }) => ({
    rooms: [userRoom(userId)],
    event: 'UnreadMessageCountChangedEvent',
    payload: { userId, sequence, newMessage },
  }));
}

/** Numbers a change for all users whose unread count it may affect, and returns the events. Must take its locks last. */
export async function unreadChanged(db: Db, userIds: readonly number[]): Promise<RealtimeMessage[]> {
  return unreadEvents(await numberUnreadChanges(db, userIds));
}

/** Adds counts to changes that have subscribers: the current unread count, which may be newer than the change. */
export async function completeUnread(db: Db, changes: readonly UnreadChange[]) {
  const counts = await countUnread(db, [...new Set(changes.map(({ userId }) => userId))]);
  const counted = new Map(counts.map(({ userId, unreadMessageCount }) => [userId, unreadMessageCount]));
  return changes.map((change) => ({ ...change, unreadMessageCount: counted.get(change.userId) ?? 0 }));
}
