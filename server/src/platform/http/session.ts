import { id } from '@careloop/contracts/fields';
import { expectedUserHeader, frontendVersionHeader, idleSecondsHeader } from '@careloop/contracts/session';
import { fallbackTexts } from '@careloop/contracts/zodTexts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { Actor } from '../identity/actor.ts';
import type { HttpDeps } from './httpApp.ts';
import { isDiskFull } from '../db/errors.ts';
import { inTransaction } from '../db/transaction.ts';
import { findActor, isAsPresumed, presumeActor } from '../identity/findActor.ts';
import { endingOfDue, findEnding, touchSession } from '../identity/queries.ts';
import { endSessions } from '../identity/sessions.ts';
import { tokenDigest } from '../identity/tokens.ts';
import { sessionCookieOf } from './cookies.ts';
import { AppError, invalidInput } from '../errors.ts';
import { recordCrossSiteCall } from './crossSiteCall.ts';
import { isSameOrigin } from './origin.ts';

/** Longer tokens are refused without a lookup; ours have 43 characters. */
const maxTokenLength = 200;

/**
 * The actor of a request, from its bearer token or its session cookie. A session that has been idle for too long or has
 * reached its maximum age is ended here.
 * @throws AppError `unauthenticated` without a live session, `forbidden` if a non-GET call with the cookie does not
 *   come from our own pages
 */
export async function requireActor(deps: HttpDeps, request: FastifyRequest): Promise<Actor> {
  return requireSession(deps, request, tokenOf(deps, request));
}

/**
 * Answers a read as the actor of its request. Where this process knows the session, it reads while the session is checked, which
 * saves a round trip; the answer counts only if session and rights are still the same, otherwise it is discarded and the
 * work done again (decision 097).
 * @param answer only reads, and does not throw
 * @throws AppError as `requireActor` does
 */
export async function answerAsActor<Result>(
  deps: HttpDeps,
  request: FastifyRequest,
  answer: (actor: Actor) => Promise<Result>,
): Promise<Result> {
  const token = tokenOf(deps, request);
  const presumed = presumeActor(deps.db, token.digest);
  const session = requireSession(deps, request, token);
  const early = presumed === undefined ? undefined : answer({ ...presumed, ip: request.ip });
  const actor = await session;
  return early !== undefined && presumed !== undefined && isAsPresumed(presumed, actor) ? early : answer(actor);
}

interface Token {
  digest: Buffer;
  isBearer: boolean;
}

function tokenOf(deps: HttpDeps, request: FastifyRequest): Token {
  const bearer = bearerToken(request.headers.authorization);
  const token = bearer ?? sessionCookieOf(request.headers.cookie, deps.config);
  if (token === null || token.length > maxTokenLength) throw new AppError('unauthenticated');
  return { digest: tokenDigest(deps.sessionSecret, token), isBearer: bearer !== null };
}

async function requireSession(deps: HttpDeps, request: FastifyRequest, { digest, isBearer }: Token): Promise<Actor> {
  const idleSeconds = idleSecondsOf(request);
  const found = await findActor(deps.db, digest, idleSeconds);
  if (found === null) throw new AppError('unauthenticated', { sessionEnding: await findEnding(deps.db, digest) });
  const actor = { ...found.actor, ip: request.ip };
  if (found.dueReason !== null) {
    const ending = { reason: found.dueReason, ip: actor.ip };
    await inTransaction(deps.db, (db) => endSessions(db, [actor], ending));
    throw new AppError('unauthenticated', { sessionEnding: endingOfDue[found.dueReason] });
  }
  if (!isBearer && request.method !== 'GET') await requireOwnPage(deps, request, actor);
  if (!isExpected(request, actor)) throw new AppError('unauthenticated', { sessionEnding: 'replaced' });
  if (found.isStale) await touchSession(deps.db, actor.sessionId, idleSeconds).catch(ignoreFullDisk);
  return actor;
}

/** Reads go on while the disk of the database is full; the use of the session is recorded with a later call. */
function ignoreFullDisk(error: unknown): void {
  if (!isDiskFull(error)) throw error;
}

/**
 * Seconds since the user last used the page, from the request header. Without the header the call counts as use; with a
 * malformed one it does not.
 */
function idleSecondsOf(request: FastifyRequest): number | null {
  const header = request.headers[idleSecondsHeader];
  if (header === undefined) return 0;
  return typeof header === 'string' && /^\d{1,6}$/.test(header) ? Number(header) : null;
}

/**
 * Whether the session belongs to the user shown on the page. Tabs share one cookie: a form must not be sent as another
 * user who has signed in from another tab.
 */
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
 * Browsers attach cookies to requests that other sites start, so a non-GET call with the cookie must carry the header
 * that only our pages send, and our origin. Other calls are refused and recorded, because a page may be abusing somebody's
 * session.
 */
async function requireOwnPage({ db, config }: HttpDeps, request: FastifyRequest, actor: Actor): Promise<void> {
  const hasHeader = request.headers[frontendVersionHeader] !== undefined;
  if (hasHeader && isSameOrigin(request.headers, config.publicUrl)) return;
  const { headers, ip, routeOptions } = request;
  await recordCrossSiteCall(db, { path: routeOptions.url, headers, ip, session: actor });
  throw new AppError('forbidden', { message: 'This call must come from the portal itself.' });
}

/** `onBehalfOfUserId` from a query string, a form or JSON: an id, empty, or absent. */
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
 * Returns the actor acting for another user, if the call names one.
 * @param named the raw `onBehalfOfUserId` of the call, not parsed yet
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
