import { hostCookiePrefix, sessionCookieName as nameOf, sessionInfoCookieName } from '@careloop/contracts/session';
import { fastifyCookie } from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

import type { Config } from '../config.ts';
import { isLoopback } from './loopback.ts';

/**
 * Name of the session cookie here. Where people come over TLS it says `__Host-`: a browser takes such a cookie from this
 * very host alone, so that nobody who holds a neighbouring name plants one of their own. Without TLS browsers refuse it.
 */
export function sessionCookieName(config: Config): string {
  return hostPrefix(config) + nameOf(config.environmentName);
}

function infoCookieName(config: Config): string {
  return hostPrefix(config) + sessionInfoCookieName(config.environmentName);
}

const hostPrefix = ({ publicUrl }: Config) => (publicUrl?.startsWith('https:') ? hostCookiePrefix : '');

/** The session token of a Cookie header, or null. */
export function sessionCookieOf(header: string | undefined, config: Config): string | null {
  if (header === undefined) return null;
  return fastifyCookie.parse(header)[sessionCookieName(config)] ?? null;
}

/** Where the cookie of a way out is sent back to; a name with `__Host-` allows the whole host alone. */
const singleSignOnPath = (config: Config) => (hostPrefix(config) === '' ? '/api/single-sign-on' : '/');

/** What shows that a way back from single sign-on comes to the browser that set out, or null. */
export function singleSignOnCookieOf(header: string | undefined, config: Config): string | null {
  if (header === undefined) return null;
  return fastifyCookie.parse(header)[`${sessionCookieName(config)}-sign-on`] ?? null;
}

export function setSingleSignOnCookie(reply: FastifyReply, config: Config, value: string, expires: Date): void {
  void reply.setCookie(`${sessionCookieName(config)}-sign-on`, value, {
    path: singleSignOnPath(config),
    httpOnly: true,
    // Strict would keep it back when the provider sends the browser to us.
    sameSite: 'lax',
    secure: isSecure(reply.request, config),
    maxAge: secondsUntil(expires),
  });
}

/** A span, which a computer whose clock is wrong keeps as well. */
function secondsUntil(moment: Date): number {
  return Math.max(0, Math.ceil((moment.getTime() - Date.now()) / 1000));
}

interface IssuedSession {
  token: string;
  userId: number;
  expiresAt: Date;
}

/**
 * Gives the browser its session: the token, which no script can read, and beside it the user's id and the expiry,
 * which the page needs for its timers.
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
  // Browsers let nothing that is not secure touch a cookie named `__Host-`, nor take it away.
  const shared = { path: '/', secure: isSecure(reply.request, config) };
  void reply.clearCookie(sessionCookieName(config), shared);
  void reply.clearCookie(infoCookieName(config), shared);
}

/**
 * Always, but for one case: a laptop's own address without TLS, opened with Safari, which drops secure cookies
 * there where other browsers trust the loopback address.
 */
function isSecure(request: FastifyRequest, config: Config): boolean {
  if (request.protocol === 'https' || config.publicUrl?.startsWith('https:')) return true;
  const agent = request.headers['user-agent'] ?? '';
  const isSafari = agent.includes('Safari/') && !agent.includes('Chrome/');
  return !(isLoopback(request.hostname) && isSafari);
}
