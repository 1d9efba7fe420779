import type { z } from 'zod';
import type { Access } from './access.ts';
import type { Endpoint } from './endpoint.ts';

/**
 * A realtime event as a plain object. Payloads contain ids, counts and times, never patient text: the browser refetches stale
 * data through the API. Ids have the same names as in the endpoints' inputs and outputs.
 */
export interface RealtimeEvent<
  Payload extends z.ZodObject = z.ZodObject,
  Published extends z.ZodObject | undefined = z.ZodObject | undefined,
> {
  readonly payload: Payload;
  /**
   * The published part of the payload, if it is not the whole: the event's domain completes it in each process, and only if
   * somebody is subscribed (decision 022).
   */
  readonly published: Published;
  /**
   * Which of the users in its rooms receive it; should match the access of the endpoints it makes stale. A user who acts for
   * somebody is in that person's room with their own permissions.
   */
  readonly access: Access;
  /** Endpoints whose responses become stale, except for calls with a different id than in the payload. */
  readonly makesStale: readonly Endpoint[];
  /** Endpoints whose responses become stale only if they contain an id of the payload. */
  readonly makesStaleWhereShown: readonly Endpoint[];
  /** Endpoints whose responses become stale only if the screen shows data of the payload's `userId`. */
  readonly makesStaleForUser: readonly Endpoint[];
}

interface Definition<Payload extends z.ZodObject> {
  payload: Payload;
  access: Access;
  makesStale: readonly Endpoint[];
  makesStaleWhereShown?: readonly Endpoint[];
  makesStaleForUser?: readonly Endpoint[];
}

/** Declares an event that is published with its whole payload. */
export function realtimeEvent<Payload extends z.ZodObject>(
  definition: Definition<Payload>,
): RealtimeEvent<Payload, undefined> {
  return { published: undefined, makesStaleWhereShown: [], makesStaleForUser: [], ...definition };
}

/** Declares an event that is published with a partial payload, which is completed only if somebody is subscribed. */
export function completedEvent<Payload extends z.ZodObject, Published extends z.ZodObject>(
  definition: Definition<Payload> & { published: Published },
): RealtimeEvent<Payload, Published> {
  return { makesStaleWhereShown: [], makesStaleForUser: [], ...definition };
}
