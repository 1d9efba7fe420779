import { realtimeEvents } from '@careloop/contracts/realtime';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { column } from '../db/column.ts';
import { beforeCommit } from '../db/transaction.ts';
import { encodeEvent, encodeHead, realtimeChannel, roomsPerNotification } from './notification.ts';

import type { PublishedEvents } from '@careloop/contracts/realtime';
import type { RealtimeEventName } from '@careloop/contracts/realtimeEventName';
import type { Db } from '../db/client.ts';
import type { BatchedWrite } from '../db/transaction.ts';
import type { Notification } from './notification.ts';
import type { Room } from './rooms.ts';

/** Notifications of a transaction, sent together right before its commit. */
const notifications: BatchedWrite<string> = {
  name: 'notifications',
  write: (texts) => sql`select pg_notify(${realtimeChannel}, text) from unnest(${texts}::text[]) as text`,
};

/** One event and the rooms that receive it. */
export type RealtimeMessage = {
  [Name in RealtimeEventName]: { rooms: readonly Room[]; event: Name; payload: PublishedEvents[Name] };
}[RealtimeEventName];

/**
 * Sends an event to everybody in the rooms, in every process, once the caller's transaction commits; not if it rolls back.
 * Fields that the event does not declare (contracts/<domain>/events.ts) are dropped.
 */
export async function publish<Name extends RealtimeEventName>(
  db: Db,
  rooms: readonly Room[],
  event: Name,
  payload: PublishedEvents[Name],
): Promise<void> {
  await notify(db, encodeMessage(rooms, event, payload));
}

/** Publishes several events in one statement. */
export async function publishAll(db: Db, messages: readonly RealtimeMessage[]): Promise<void> {
  await notify(
    db,
    messages.flatMap(({ rooms, event, payload }) => encodeMessage(rooms, event, payload)),
  );
}

/** Everybody who sees a row of a kind. */
export interface Audience {
  /** Sends them an event about the row, once the caller's transaction commits. */
  publish: <Name extends RealtimeEventName>(
    db: Db,
    id: number,
    event: Name,
    payload: PublishedEvents[Name],
  ) => Promise<void>;
  /** Their rooms now. */
  findRooms: (db: Db, id: number) => Promise<Room[]>;
}

/**
 * The audience of events about rows of a kind. The rooms of an event are read right before the commit: so they are those of
 * all that the transaction changed, and take no round trip.
 * @param name of the audience, unique
 * @param roomsOf query for the rooms of the row with this id
 */
export function createAudience(
  name: string,
  roomsOf: (id: RawBuilder<number>) => RawBuilder<{ room: Room }>,
): Audience {
  const events: BatchedWrite<{ id: number; head: string }> = {
    name: `${name}_audience`,
    write: (items) => sql`
      select pg_notify(${realtimeChannel}, e.head || ',"rooms":[' || p.rooms || ']' || case when p.is_last then '}' else ',"more":true}' end)
      from unnest(${column(items, 'id')}::bigint[], ${column(items, 'head')}::text[]) with ordinality as e(id, head, place)
      cross join lateral (select n.part, string_agg(to_json(n.room)::text, ',') as rooms, n.part = max(n.part) over () as is_last
        from (select r.room, (row_number() over () - 1) / ${sql.lit(roomsPerNotification)} as part
          from (${roomsOf(sql`e.id`)}) as r) as n
        group by n.part order by n.part) as p
      order by e.place, p.part`,
  };
  return {
    publish: (db, id, event, payload) =>
      beforeCommit(db, events, [{ id, head: encodeHead(event, declared(event, payload)) }]),
    findRooms: async (db, id) => {
      const { rows } = await roomsOf(sql<number>`${id}::bigint`).execute(db);
      return rows.map(({ room }) => room);
    },
  };
}

/** Closes the session's connections, in every process, when the transaction commits. */
export async function publishSessionEnded(db: Db, sessionId: number): Promise<void> {
  await notify(db, [JSON.stringify({ kind: 'sessionEnded', sessionId } satisfies Notification)]);
}

/**
 * Makes every process reload the user's rooms when the transaction commits, because their clients, permissions or active
 * state changed. The user's open pages are then told to read the session's context again.
 */
export async function publishAccessChanged(db: Db, userId: number): Promise<void> {
  await notify(db, [JSON.stringify({ kind: 'accessChanged', userId } satisfies Notification)]);
}

function encodeMessage(rooms: readonly Room[], event: RealtimeEventName, payload: unknown): string[] {
  return encodeEvent(event, declared(event, payload), rooms);
}

/** The declared fields of a payload. */
function declared(event: RealtimeEventName, payload: unknown): unknown {
  const { payload: schema, published = schema } = realtimeEvents[event];
  return published.parse(payload);
}

async function notify(db: Db, texts: string[]): Promise<void> {
  await beforeCommit(db, notifications, texts);
}
