import { hostCookiePrefix, sessionInfoCookieName } from '@careloop/contracts/session';

// The part of the session that scripts can read: user id and expiry, from the cookie beside the HttpOnly cookie with the
// token.

export interface TokenInfo {
  userId: number;
  /** Milliseconds since 1970, by the server's clock. */
  expiresAt: number;
}

const pattern = /(?:^|;\s*)((?:__Host-)?)(careloop-session(?:-[a-z0-9-]+)?-info)=(\d+)\.(\d+)(?=;|$)/g;
let cookieName: string | undefined;

/** Once the environment is known, only its own cookie is used: two environments may share a host. */
export function nameEnvironment(environmentName: string | null): void {
  cookieName = sessionInfoCookieName(environmentName);
}

/** The session info in the page's cookies; of several, the one that expires last. */
export function tokenInfoOf(cookies: string, name: string | undefined): TokenInfo | undefined {
  const found = [...cookies.matchAll(pattern)]
    .filter(([, , own]) => name === undefined || own === name)
    .map(([, prefix, , userId, expiresAt]) => ({
      isBound: prefix !== '',
      info: { userId: Number(userId), expiresAt: Number(expiresAt) },
    }));
  // A cookie bound to this host was set by it; others may come from anywhere on the domain.
  const trusted = found.some(({ isBound }) => isBound) ? found.filter(({ isBound }) => isBound) : found;
  return trusted.map(({ info }) => info).toSorted((one, other) => other.expiresAt - one.expiresAt)[0];
}

export function tokenInfo(): TokenInfo | undefined {
  return tokenInfoOf(document.cookie, cookieName);
}

/** Deletes the readable cookie, even if the server cannot be reached. */
export function forgetToken(): void {
  if (cookieName === undefined) return;
  document.cookie = `${cookieName}=; path=/; max-age=0`;
  document.cookie = `${hostCookiePrefix}${cookieName}=; path=/; secure; max-age=0`;
}

/** How far the server's clock is ahead of this computer's. */
let clockOffset = 0;
/** The date header counts whole seconds. */
const uncertainty = 2000;

/** Measures the clock offset from a response with a token or its expiry. */
export function noteServerTime(response: Response): void {
  const sent = Date.parse(response.headers.get('date') ?? '');
  if (Number.isNaN(sent)) return;
  const offset = sent - Date.now();
  clockOffset = Math.abs(offset) < uncertainty ? 0 : offset;
}

export function knownClockOffset(): number {
  return clockOffset;
}

export function setClockOffset(offset: number): void {
  clockOffset = offset;
}

/** Milliseconds until the token expires, corrected for this computer's clock; 0 without a token. */
export function remainingTime(info = tokenInfo()): number {
  return info === undefined ? 0 : untilServerTime(info.expiresAt);
}

/** Milliseconds until the server's clock shows `moment`. */
export function untilServerTime(moment: number): number {
  return moment - (Date.now() + clockOffset);
}
