import { z } from 'zod';

import type { Room } from './rooms.ts';

/** The notification channel that every process listens on. */
export const realtimeChannel = 'careloop_realtime';

/** PostgreSQL limits a notification to less than 8,000 bytes. */
const longestNotification = 7_900;

const id = z.number().int().positive();
const room = z.templateLiteral([z.enum(['user', 'self', 'client', 'session', 'coordinators']), ':', z.int()]);

/** Notification from one process to all. Contains only ids and the payloads of contracts/<domain>/events.ts. */
export const notification = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('event'),
    event: z.string(),
    payload: z.unknown(),
    rooms: z.array(room),
    /** The next notification has further rooms for the same event. */
    more: z.literal(true).optional(),
  }),
  z.object({ kind: z.literal('sessionEnded'), sessionId: id }),
  z.object({ kind: z.literal('accessChanged'), userId: id }),
]);
export type Notification = z.infer<typeof notification>;
export type EventNotification = Extract<Notification, { kind: 'event' }>;

/**
 * Encodes an event as one notification, or several if it has many rooms. Notifications of a transaction arrive together and
 * in order, so the receiver can combine the rooms and send the event only once to a user in two of them.
 */
export function encodeEvent(event: string, payload: unknown, rooms: readonly Room[]): string[] {
  const unique = [...new Set(rooms)];
  if (unique.length === 0) return [];
  const text = JSON.stringify({ kind: 'event', event, payload, rooms: unique } satisfies EventNotification);
  if (Buffer.byteLength(text) <= longestNotification) return [text];
  if (unique.length === 1) throw new Error(`The payload of ${event} is too long for a notification`);
  return splitRooms(event, payload, unique);
}

/** Rooms of at most 32 bytes with their quotes and commas, beside a payload of ids. */
export const roomsPerNotification = 200;
const longestHead = 1_400;

/** An event's notification up to its rooms, which SQL adds (see `createAudience`). */
export function encodeHead(event: string, payload: unknown): string {
  const head = JSON.stringify({ kind: 'event', event, payload }).slice(0, -1);
  if (Buffer.byteLength(head) > longestHead) throw new Error(`The payload of ${event} is too long for a notification`);
  return head;
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
