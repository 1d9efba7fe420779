import { id } from '@careloop/contracts/fields';
import { expectedUserHeader, frontendVersionHeader, idleSecondsHeader } from '@careloop/contracts/session';
import { fallbackTexts } from '@careloop/contracts/zodTexts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { Actor } from '../access/actor.ts';
import type { Deps } from './app.ts';
import { inTransaction } from '../db/transaction.ts';
import { findActor } from '../access/findActor.ts';
import { endingOfDue, findEnding, touchSession } from '../access/sessionQueries.ts';
import { endSessions } from '../access/sessions.ts';
import { tokenDigest } from '../access/tokens.ts';
import { sessionCookieOf } from './cookies.ts';
import { AppError, invalidInput } from '../errors.ts';
import { recordCrossSiteCall } from './crossSiteCall.ts';
import { isSameOrigin } from './origin.ts';

/** Longest token that is looked up; ours have 43 characters. */
const longestToken = 200;

/**
 * The actor of a request, from its bearer token or its session cookie. A session that nobody has used for too long, or
 * that is too old, ends here, whatever the call says.
 * @throws AppError `unauthenticated` without a live session, `forbidden` when an unsafe call with the cookie does
 *   not come from our own pages
 */
export async function requireActor(deps: Deps, request: FastifyRequest): Promise<Actor> {
  const bearer = bearerToken(request.headers.authorization);
  const token = bearer ?? sessionCookieOf(request.headers.cookie, deps.config);
  if (token === null || token.length > longestToken) throw new AppError('unauthenticated');
  const idleSeconds = idleSecondsOf(request);
  const digest = tokenDigest(deps.sessionSecret, token);
  const found = await findActor(deps.db, digest, idleSeconds);
  if (found === null) throw new AppError('unauthenticated', { sessionEnding: await findEnding(deps.db, digest) });
  const actor = { ...found.actor, ip: request.ip };
  if (found.dueReason !== null) {
    const ending = { reason: found.dueReason, ip: actor.ip };
    await inTransaction(deps.db, (db) => endSessions(db, [actor], ending));
    throw new AppError('unauthenticated', { sessionEnding: endingOfDue[found.dueReason] });
  }
  if (bearer === null && request.method !== 'GET') await requireOwnPage(deps, request, actor);
  if (!isExpected(request, actor)) throw new AppError('unauthenticated', { sessionEnding: 'replaced' });
  if (found.isStale) await touchSession(deps.db, actor.sessionId, idleSeconds);
  return actor;
}

/** Seconds since the page was used, by its header. No header: the call counts as use. A malformed one: it does not. */
function idleSecondsOf(request: FastifyRequest): number | null {
  const header = request.headers[idleSecondsHeader];
  if (header === undefined) return 0;
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : null;
}

/** Tabs share one cookie: what one user typed must not be sent in the name of another who signed in in another tab. */
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
 * our pages send, and their origin. One that does not is kept: it may be a page that abuses somebody's session.
 */
async function requireOwnPage({ db, config }: Deps, request: FastifyRequest, actor: Actor): Promise<void> {
  const hasHeader = request.headers[frontendVersionHeader] !== undefined;
  if (hasHeader && isSameOrigin(request.headers, config.publicUrl)) return;
  const { headers, ip, routeOptions } = request;
  await recordCrossSiteCall(db, { path: routeOptions.url, headers, ip, session: actor });
  throw new AppError('forbidden', { message: 'This call must come from the portal itself.' });
}

/** Whom a call may name: an id as a query, a form or JSON brings it, or nobody. */
const namedUser = z
  .union([
    id,
    z
      .string()
      .regex(/^\d{1,15}$/)
      .transform(Number),
    z.literal(''),
  ])
  .nullish();

/**
 * The same actor for another person, when the call names one.
 * @param named what stands as `onBehalfOfUserId` in the call, whose input is not parsed yet
 * @throws AppError `invalid_input` if it is not an id, `forbidden` if the user may not act for them
 */
export function actingFor(actor: Actor, named: unknown): Actor {
  const parsed = namedUser.safeParse(named);
  if (!parsed.success) throw invalidInput({ onBehalfOfUserId: fallbackTexts.invalid });
  const userId = parsed.data;
  if (userId === undefined || userId === null || userId === '' || userId === actor.userId) return actor;
  if (!actor.userIds.includes(userId)) {
    throw new AppError('forbidden', { message: 'You cannot act for this user.' });
  }
  return { ...actor, onBehalfOfUserId: userId };
}
