import { sql } from 'kysely';

import { membershipEvents } from '../../../core/access/careTeam.ts';
import type { CareTeamChange } from '../../../core/access/careTeam.ts';
import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';
import type { RealtimeMessage } from '../../../platform/realtime/publish.ts';
import { userRoom } from '../../../platform/realtime/rooms.ts';
import { unreadChanged } from './unread.ts';
import { couldRead, receivesMessages } from './visibility.ts';

/**
 * Returns the events of care-team changes, to be published in their transaction: the memberships, the patients' conversations
 * for their other members, and the unread counts of the affected users and their proxies. It takes the locks of unread.ts, so
 * it must be called last, and once for all changes.
 */
export async function careTeamEvents(db: Db, ...changes: readonly CareTeamChange[]): Promise<RealtimeMessage[]> {
  const news: CareTeamNews[] = [];
  for (const change of changes) news.push(await findCareTeamNews(db, change));
  const countedIds = news.flatMap((one) => one.countedIds);
  return [...news.flatMap(({ events }) => events), ...(await unreadChanged(db, countedIds))];
}

/** Events of a change before unread counts are numbered. */
export interface CareTeamNews {
  events: readonly RealtimeMessage[];
  /** Users whose unread messages may have changed. */
  countedIds: readonly number[];
}

/**
 * The same without unread counts: sending a message that adds people to the care team numbers all its changes together, in one
 * order.
 */
export async function findCareTeamNews(db: Db, change: CareTeamChange): Promise<CareTeamNews> {
  if (change.userIds.length === 0) return { events: [], countedIds: [] };
  const affected = await findAffected(db, change);
  const affectedIds = affected.map((user) => user.userId);
  const events = [
    ...(await membershipEvents(db, change)),
    ...(await conversationEvents(db, change.patientId, affectedIds)),
  ];
  return { events, countedIds: affected.filter((user) => user.isNotified).map((user) => user.userId) };
}

const affectedUser = shape<{ userId: number; isNotified: boolean }, { u: { id: number } }>({
  userId: 'u.id',
  isNotified: receivesMessages(sql`u.id`),
});

/** The users of the change and their proxies, who see what those users see. `isNotified` is true if they receive messages. */
async function findAffected(db: Db, { userIds }: CareTeamChange) {
  const { rows } = await affectedUser.from`(
      select unnest(${userIds}::bigint[]) union
      select proxy_user_id from user_proxy where proxied_user_id = any(${userIds}::bigint[])) as u(id)
    order by u.id`.execute(db);
  return rows;
}

interface ChangedConversation {
  conversationKey: string;
  lastSequence: number;
  readers: number[];
}

/** Events for the other members of the conversations, because the set of readers has changed. */
async function conversationEvents(db: Db, patientId: number, affected: readonly number[]): Promise<RealtimeMessage[]> {
  const conversation = shape<ChangedConversation, { c: 'conversation' }>({
    conversationKey: 'c.conversation_key',
    lastSequence: 'c.last_sequence',
    readers: sql`array(select o.id from unnest(c.member_ids) as o(id)
      where o.id <> all(${affected}::bigint[]) and ${couldRead(sql`o.id`)})`,
  });
  const { rows } = await conversation.from`conversation c
    where c.patient_id = ${patientId} and c.member_ids && ${affected}::bigint[]`.execute(db);
  return rows
    .filter(({ readers }) => readers.length > 0)
    .map(({ readers, ...payload }) => ({ rooms: readers.map(userRoom), event: 'ConversationChangedEvent', payload }));
}
