import type { z } from 'zod';
import type { Access } from './access.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * A realtime event as a plain object. Payloads carry ids, counts and times, never patient text: the browser reads what is
 * stale again through the API. Ids have the names that they have in the endpoints' inputs and outputs.
 */
export interface RealtimeEvent<
  Payload extends z.ZodObject = z.ZodObject,
  Published extends z.ZodObject | undefined = z.ZodObject | undefined,
> {
  readonly payload: Payload;
  /**
   * What the server publishes when that is not yet the whole payload: the event's domain completes it in each process,
   * and only where somebody is subscribed (decision 022).
   */
  readonly published: Published;
  /**
   * Who receives it, of those in its rooms: the access of the endpoints that it makes stale. Somebody who acts for
   * another is in that person's room with permissions of their own.
   */
  readonly access: Access;
  /** Answers that are stale, except where the call named another id than the payload does. */
  readonly makesStale: readonly Endpoint[];
  /** Answers that are stale only if an id of the payload occurs in them. */
  readonly makesStaleWhereShown: readonly Endpoint[];
  /** Answers that are stale only where the screen shows data of the payload's `userId`. */
  readonly makesStaleForUser: readonly Endpoint[];
}

interface Definition<Payload extends z.ZodObject> {
  payload: Payload;
  access: Access;
  makesStale: readonly Endpoint[];
  makesStaleWhereShown?: readonly Endpoint[];
  makesStaleForUser?: readonly Endpoint[];
}

/** Declares an event that is published as a whole. */
export function realtimeEvent<Payload extends z.ZodObject>(
  definition: Definition<Payload>,
): RealtimeEvent<Payload, undefined> {
  return { published: undefined, makesStaleWhereShown: [], makesStaleForUser: [], ...definition };
}

/** Declares an event of which only a part is published, and the rest found where somebody is subscribed. */
export function completedEvent<Payload extends z.ZodObject, Published extends z.ZodObject>(
  definition: Definition<Payload> & { published: Published },
): RealtimeEvent<Payload, Published> {
  return { makesStaleWhereShown: [], makesStaleForUser: [], ...definition };
}
