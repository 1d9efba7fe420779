import { createHmac, randomBytes } from 'node:crypto';

/** How long a token lives; refreshing issues the next (design: 30 minutes). */
export const tokenLifetimeMs = 30 * 60_000;
/** How long a refreshed token still works, for calls that were already under way. */
export const refreshedTokenGraceMs = 60_000;

/** A new token: 32 random bytes. It means nothing by itself; what it opens stands in the database. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a token. Keyed, so that a copy of the database alone opens no session. */
export function tokenDigest(secret: string, token: string): Buffer {
  return createHmac('sha256', secret).update(token).digest();
}
