import { createHmac, randomBytes } from 'node:crypto';

/** How long a token lives; refreshing issues the next (docs/domain/session.md). */
export const tokenLifetimeMs = 30 * 60_000;
/** How long a refreshed token still works, for calls that were already under way. */
export const refreshedTokenGraceMs = 60_000;
/**
 * How long a session lasts without anybody using it. The page's own rules (no refresh after 5 minutes, a dialog when
 * the token has 10 left, its countdown) end it after 26 minutes at the latest; this is for what does not keep to them.
 */
export const idleLimitMinutes = 30;

/** A new token: 32 random bytes without meaning; the database knows its session. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored digest of a token. Keyed, so that a copy of the database alone opens no session. */
export function tokenDigest(secret: string, token: string): Buffer {
  return createHmac('sha256', secret).update(token).digest();
}
