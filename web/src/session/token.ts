import { hostCookiePrefix, sessionInfoCookieName } from '@careloop/contracts/session';

// What scripts can read of the session: user id and expiry, from the cookie beside the HttpOnly one that holds the
// token.

export interface TokenInfo {
  userId: number;
  /** In milliseconds, by the server's clock. */
  expiresAt: number;
}

const pattern = /(?:^|;\s*)((?:__Host-)?)(careloop-session(?:-[a-z0-9-]+)?-info)=(\d+)\.(\d+)(?=;|$)/g;
let cookieName: string | undefined;

/** Once the environment is known, its own cookie alone counts: two environments may live on one host. */
export function nameEnvironment(environmentName: string | null): void {
  cookieName = sessionInfoCookieName(environmentName);
}

/** Of the cookies of a page, what is known of the session; of several, the one that lasts longest. */
export function tokenInfoOf(cookies: string, name: string | undefined): TokenInfo | undefined {
  const found = [...cookies.matchAll(pattern)]
    .filter(([, , own]) => name === undefined || own === name)
    .map(([, prefix, , userId, expiresAt]) => ({
      isBound: prefix !== '',
      info: { userId: Number(userId), expiresAt: Number(expiresAt) },
    }));
  // One that is bound to this host was set by it; beside it, others may be of anybody.
  const trusted = found.some(({ isBound }) => isBound) ? found.filter(({ isBound }) => isBound) : found;
  return trusted.map(({ info }) => info).toSorted((one, other) => other.expiresAt - one.expiresAt)[0];
}

export function tokenInfo(): TokenInfo | undefined {
  return tokenInfoOf(document.cookie, cookieName);
}

/** Deletes the readable cookie, also if the server cannot be reached. */
export function forgetToken(): void {
  if (cookieName === undefined) return;
  document.cookie = `${cookieName}=; path=/; max-age=0`;
  document.cookie = `${hostCookiePrefix}${cookieName}=; path=/; secure; max-age=0`;
}

/** How far the server's clock is ahead of this computer's. */
let clockOffset = 0;
/** The header that tells the time counts whole seconds. */
const uncertainty = 2000;

/** Measures the clock offset from an answer with a token or its expiry. */
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

/** Until the token expires, whatever this computer's clock says; nothing without one. */
export function remainingTime(info = tokenInfo()): number {
  return info === undefined ? 0 : untilServerTime(info.expiresAt);
}

/** Until the server's clock shows `moment`. */
export function untilServerTime(moment: number): number {
  return moment - (Date.now() + clockOffset);
}
