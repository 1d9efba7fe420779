import { z } from 'zod';

import type { Room } from './rooms.ts';

/** The channel every process listens on. */
export const realtimeChannel = 'careloop_realtime';

/** PostgreSQL takes less than 8,000 bytes in one notification. */
const longestNotification = 7_900;

const id = z.number().int().positive();
const room = z.templateLiteral([z.enum(['user', 'self', 'client', 'session', 'coordinators']), ':', z.int()]);

/** What goes from one process to all of them. Only ids and the payloads of contracts/<domain>/events.ts travel here. */
export const notification = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    event: z.string(),
    payload: z.unknown(),
    rooms: z.array(room),
    /** The next notification names further rooms of the same event. */
    more: z.literal(true).optional(),
  }),
  z.object({ kind: z.literal('sessionEnded'), sessionId: id }),
  z.object({ kind: z.literal('accessChanged'), userId: id }),
]);
export type Notification = z.infer<typeof notification>;
export type EventNotification = Extract<Notification, { kind: 'event' }>;

/**
 * An event as the texts of its notifications: one, or as many as its rooms need. Notifications of a transaction arrive
 * together and in order, so the receiver can join the rooms and send the event once to somebody in two of them.
 */
export function encodeEvent(event: string, payload: unknown, rooms: readonly Room[]): string[] {
  const unique = [...new Set(rooms)];
  if (unique.length === 0) return [];
  const text = JSON.stringify({ kind: 'event', event, payload, rooms: unique } satisfies EventNotification);
  if (Buffer.byteLength(text) <= longestNotification) return [text];
  if (unique.length === 1) throw new Error(`The payload of ${event} is too long for a notification`);
  return splitRooms(event, payload, unique);
}

function splitRooms(event: string, payload: unknown, rooms: Room[]): string[] {
  const frame = { kind: 'event', event, payload, rooms: [], more: true } satisfies EventNotification;
  const space = longestNotification - Buffer.byteLength(JSON.stringify(frame));
  const chunks: Room[][] = [[]];
  let used = 0;
  for (const room of rooms) {
    used += room.length + 3;
    if (used > space) {
      chunks.push([]);
      used = room.length + 3;
    }
    chunks.at(-1)?.push(room);
  }
  return chunks.map((chunk, index) =>
    JSON.stringify({ ...frame, rooms: chunk, more: index < chunks.length - 1 ? true : undefined }),
  );
}
