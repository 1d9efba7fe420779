import type { IncomingMessage } from 'node:http';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Deps } from '../../core/app.ts';
import type { Db } from '../../platform/db/client.ts';
import { sessionCookieOf } from '../../platform/http/cookies.ts';
import { bearerToken } from '../../platform/http/session.ts';
import type { RealtimeSession } from '../../platform/realtime/attach.ts';
import type { Subscription } from '../../platform/realtime/hub.ts';
import { clientRoom, coordinatorsRoom, userRoom } from '../../platform/realtime/rooms.ts';
import type { Room } from '../../platform/realtime/rooms.ts';
import { findActor, findActorOfSession } from '../../platform/identity/findActor.ts';
import { tokenDigest } from '../../platform/identity/tokens.ts';

/**
 * Finds the session of a realtime connection: by bearer header, by the query parameter `access_token` for clients that cannot
 * set headers, or by the browser's cookie.
 */
export async function authenticateRealtime(
  deps: Pick<Deps, 'db' | 'config' | 'sessionSecret'>,
  request: IncomingMessage,
): Promise<RealtimeSession | null> {
  const query = new URL(request.url ?? '/', 'http://localhost').searchParams.get('access_token');
  const explicit = bearerToken(request.headers.authorization) ?? query;
  const token = explicit ?? sessionCookieOf(request.headers.cookie, deps.config);
  if (token === null) return null;
  // Pages reconnect on their own, so this does not count as user activity.
  const found = await findActor(deps.db, tokenDigest(deps.sessionSecret, token));
  if (found === null || found.dueReason !== null) return null;
  const { userId, sessionId, expiresAt } = found.actor;
  return { userId, sessionId, expiresAt, viaCookie: explicit === null };
}

/**
 * The events a session receives besides its user's own: those of the users they act for and of the clients whose work they
 * share.
 */
export async function findSubscription(db: Db, who: { sessionId: number }): Promise<Subscription | null> {
  const actor = await findActorOfSession(db, who.sessionId);
  return actor && { rooms: roomsOf(actor), permissions: actor.permissions };
}

function roomsOf(actor: Actor): Room[] {
  return [
    ...actor.userIds.map(userRoom),
    ...actor.viewAllClientIds.map(clientRoom),
    ...actor.coordinatorClientIds.map(coordinatorsRoom),
  ];
}
