import { expectedUserHeader, frontendVersionHeader } from '@careloop/contracts/session';
import type { FastifyRequest } from 'fastify';

import type { Actor } from '../access/actor.ts';
import type { Deps } from '../app.ts';
import { findActor, touchSession } from '../features/session/queries.ts';
import { tokenDigest } from '../features/session/tokens.ts';
import { sessionCookieOf } from './cookies.ts';
import { AppError } from './errors.ts';
import { isSameOrigin } from './origin.ts';

/** Longest token that is worth looking at; ours have 43 characters. */
const longestToken = 200;

/**
 * The actor of a request, from its bearer token or its session cookie.
 * @throws AppError `unauthenticated` without a live session, `forbidden` when an unsafe call with the cookie does
 *   not come from our own pages
 */
export async function requireActor(deps: Deps, request: FastifyRequest): Promise<Actor> {
  const bearer = bearerToken(request.headers.authorization);
  const token = bearer ?? sessionCookieOf(request.headers.cookie, deps.config);
  if (token === null || token.length > longestToken) throw new AppError('unauthenticated');
  if (bearer === null && request.method !== 'GET') requireOwnPage(request, deps.config.publicUrl);
  const found = await findActor(deps.db, tokenDigest(deps.sessionSecret, token));
  if (found === null || !isExpected(request, found.actor)) throw new AppError('unauthenticated');
  if (found.isLastSeenStale) await touchSession(deps.db, found.actor.sessionId);
  return { ...found.actor, ip: request.ip };
}

/** Tabs share one cookie: what somebody wrote in one must not be sent in the name of who signed in in another. */
function isExpected(request: FastifyRequest, actor: Actor): boolean {
  const expected = request.headers[expectedUserHeader];
  return expected === undefined || expected === String(actor.userId);
}

/** The token of `Authorization: Bearer`, or null. */
export function bearerToken(header: string | undefined): string | null {
  const match = /^Bearer +(\S+)$/i.exec(header ?? '');
  return match?.[1] ?? null;
}

/**
 * Cookies travel with requests that other sites start, so an unsafe call with one must show the header that only
 * our pages send, and their origin.
 */
function requireOwnPage(request: FastifyRequest, publicUrl: string | undefined): void {
  if (request.headers[frontendVersionHeader] !== undefined && isSameOrigin(request.headers, publicUrl)) return;
  throw new AppError('forbidden', { message: 'This call must come from the portal itself.' });
}

/**
 * The same actor for another person, when the call names one.
 * @throws AppError `forbidden` when the user may not act for them
 */
export function actingFor(actor: Actor, onBehalfOfUserId: unknown): Actor {
  if (onBehalfOfUserId === undefined || onBehalfOfUserId === null || onBehalfOfUserId === '') return actor;
  const userId = Number(onBehalfOfUserId);
  if (userId === actor.userId) return actor;
  if (!actor.userIds.includes(userId)) {
    throw new AppError('forbidden', { message: 'You cannot act for this user.' });
  }
  return { ...actor, onBehalfOfUserId: userId };
}
