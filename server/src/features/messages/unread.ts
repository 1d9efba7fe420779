import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { joinedSight, sightRow } from '../../access/patientAccess.ts';
import type { Db } from '../../db/client.ts';
import type { RealtimeMessage } from '../../realtime/publish.ts';
import { userRoom } from '../../realtime/rooms.ts';
import { mayReadBy } from './visibility.ts';

/** How much somebody has unread, and how many changes of it there have been. */
export interface UnreadCount {
  userId: number;
  unreadMessageCount: number;
  sequence: number;
}

/** The unread messages `n` of a user. Whatever counts or shows what is unread reads this. */
export function unreadOf(userId: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`user_message n where n.user_id = ${userId} and n.read_at is null`;
}

/** What each of the users has unread in conversations they may read, of one moment. */
export async function countUnread(db: Db, userIds: readonly number[]): Promise<UnreadCount[]> {
  const { rows } = await sql<UnreadCount>`
    select u.id as "userId", coalesce(s.sequence, 0) as sequence, coalesce(unread.count, 0)::int as "unreadMessageCount"
    from unnest(${userIds}::bigint[]) as u(id)
    left join unread_sequence s on s.user_id = u.id
    cross join lateral ${sightRow(sql`u.id`)}
    left join lateral (
      select sum(own.count) as count
      from (select n.conversation_id, count(*) as count from ${unreadOf(sql`u.id`)} group by n.conversation_id) as own
      join conversation c on c.conversation_id = own.conversation_id
      where ${mayReadBy(joinedSight)}) as unread on true`.execute(db);
  return rows;
}

/**
 * Numbers a change of what these users have unread. Their rows stay locked until the transaction ends, in the order of
 * the ids, so nobody waits in a circle; count only after this. Nothing that another transaction may hold while it waits
 * here must be locked later.
 */
export async function numberUnreadChanges(db: Db, userIds: readonly number[]): Promise<void> {
  await sql`insert into unread_sequence (user_id, sequence)
    select id, 1 from unnest(${userIds}::bigint[]) as u(id) order by id
    on conflict (user_id) do update set sequence = unread_sequence.sequence + 1`.execute(db);
}

/** What tells people, and those who act for them, how much is unread now, and the message that has made it so. */
export function unreadEvents(
  counts: readonly UnreadCount[],
  newMessage?: { conversationKey: string; sequence: number },
): RealtimeMessage[] {
  return counts.map((count) => ({
    rooms: [userRoom(count.userId)],
    event: 'UnreadMessageCountChangedEvent',
    payload: { ...count, newMessage },
  }));
}

/** Numbers, counts and words a change for everybody whose unread messages it may have changed. The last thing to lock. */
export async function unreadChanged(db: Db, userIds: readonly number[]): Promise<RealtimeMessage[]> {
  const unique = [...new Set(userIds)];
  if (unique.length === 0) return [];
  await numberUnreadChanges(db, unique);
  return unreadEvents(await countUnread(db, unique));
}
