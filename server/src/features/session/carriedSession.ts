import type { FastifyRequest } from 'fastify';

import type { Deps } from '../../core/app.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { sessionCookieOf } from '../../platform/http/cookies.ts';
import { endSessions } from '../../platform/identity/sessions.ts';
import { findLiveSession } from '../../platform/identity/queries.ts';
import { tokenDigest } from '../../platform/identity/tokens.ts';

/**
 * Ends the session whose cookie the browser still sends when it signs in. The cookie is about to be replaced, after which no
 * one could end that session.
 */
export async function endCarriedSession(
  { db, config, sessionSecret }: Pick<Deps, 'db' | 'config' | 'sessionSecret'>,
  request: FastifyRequest,
): Promise<void> {
  const token = sessionCookieOf(request.headers.cookie, config);
  if (token === null) return;
  await inTransaction(db, async (own) => {
    const carried = await findLiveSession(own, tokenDigest(sessionSecret, token));
    if (carried !== undefined) await endSessions(own, [carried], { reason: 'session', ip: request.ip });
  });
}
