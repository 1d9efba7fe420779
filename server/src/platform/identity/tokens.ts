import { createHmac, randomBytes } from 'node:crypto';

/** How long a token is valid; refreshing issues a new one (docs/domain/session.md). */
export const tokenLifetimeMs = 30 * 60_000;
/** How long a replaced token stays valid, for calls that are already in flight. */
export const refreshedTokenGraceMs = 60_000;
/**
 * Minutes after which an unused session ends. The page's own rules (no refresh after 5 minutes, a dialog when the token has
 * 10 minutes left, its countdown) end it after 26 minutes at the latest; this limit is for clients that do not follow them.
 */
export const idleLimitMinutes = 30;

/** A new opaque token: 32 random bytes. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The stored digest of a token. Keyed, so that a copy of the database alone does not open a session. */
export function tokenDigest(secret: string, token: string): Buffer {
  return createHmac('sha256', secret).update(token).digest();
}
