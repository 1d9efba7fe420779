import { hostCookiePrefix, sessionCookieName as nameOf, sessionInfoCookieName } from '@careloop/contracts/session';
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '../../config/config.ts';
import { isLoopback } from '../../config/loopback.ts';

/**
 * Name of the session cookie. Over TLS it begins with `__Host-`, which binds it to this exact host: a sibling domain
 * cannot set it. Without TLS browsers refuse such a name.
 */
function sessionCookieName(config: Config): string {
  return hostPrefix(config) + nameOf(config.environmentName);
}

function infoCookieName(config: Config): string {
  return hostPrefix(config) + sessionInfoCookieName(config.environmentName);
}

const hostPrefix = ({ publicUrl }: Config) => (publicUrl?.startsWith('https:') ? hostCookiePrefix : '');

/** Session token from a Cookie header, or null. */
export function sessionCookieOf(header: string | undefined, config: Config): string | null {
  if (header === undefined) return null;
  return fastifyCookie.parse(header)[sessionCookieName(config)] ?? null;
}

/** Path of the single sign-on cookie; `__Host-` requires `/`. */
const singleSignOnPath = (config: Config) => (hostPrefix(config) === '' ? '/api/single-sign-on' : '/');

/** Cookie that ties a single sign-on callback to the browser that started it, or null. */
export function singleSignOnCookieOf(header: string | undefined, config: Config): string | null {
  if (header === undefined) return null;
  return fastifyCookie.parse(header)[`${sessionCookieName(config)}-sign-on`] ?? null;
}

export function setSingleSignOnCookie(reply: FastifyReply, config: Config, value: string, expires: Date): void {
  void reply.setCookie(`${sessionCookieName(config)}-sign-on`, value, {
    path: singleSignOnPath(config),
    httpOnly: true,
    // With `strict` the browser would not send it on the redirect from the provider.
    sameSite: 'lax',
    secure: isSecure(reply.request, config),
    maxAge: secondsUntil(expires),
  });
}

/** Max-Age in seconds, which works even if the computer's clock is wrong. */
function secondsUntil(moment: Date): number {
  return Math.max(0, Math.ceil((moment.getTime() - Date.now()) / 1000));
}

interface IssuedSession {
  token: string;
  userId: number;
  expiresAt: Date;
}

/**
 * Sets two cookies: the session token, which scripts cannot read, and the user id with the expiry, which the page needs
 * for its timers.
 */
export function setSessionCookies(reply: FastifyReply, config: Config, session: IssuedSession): void {
  const name = sessionCookieName(config);
  const shared = {
    path: '/',
    sameSite: 'lax' as const,
    secure: isSecure(reply.request, config),
    maxAge: secondsUntil(session.expiresAt),
  };
  void reply.setCookie(name, session.token, { ...shared, httpOnly: true });
  void reply.setCookie(infoCookieName(config), `${session.userId}.${session.expiresAt.getTime()}`, shared);
}

export function clearSessionCookies(reply: FastifyReply, config: Config): void {
  // Browsers ignore a `__Host-` cookie without `Secure`, even to clear it.
  const shared = { path: '/', secure: isSecure(reply.request, config) };
  void reply.clearCookie(sessionCookieName(config), shared);
  void reply.clearCookie(infoCookieName(config), shared);
}

/**
 * True, with one exception: Safari on a loopback address without TLS, where it drops secure cookies. Other browsers
 * accept them there.
 */
function isSecure(request: FastifyRequest, config: Config): boolean {
  if (request.protocol === 'https' || config.publicUrl?.startsWith('https:')) return true;
  const agent = request.headers['user-agent'] ?? '';
  const isSafari = agent.includes('Safari/') && !agent.includes('Chrome/');
  return !(isLoopback(request.hostname) && isSafari);
}
