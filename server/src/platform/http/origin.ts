import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether the Origin header names this installation: PUBLIC_URL including scheme and port if set, otherwise the Host
 * header with the scheme of the call, which a TLS proxy states in X-Forwarded-Proto. A page cannot set that header.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const { origin, host } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  if (publicUrl !== undefined) return new URL(publicUrl).origin === origin;
  const forwarded = [headers['x-forwarded-proto'] ?? 'http'].flat()[0]?.split(',')[0]?.trim();
  const { protocol, host: ofPage } = new URL(origin);
  return ofPage === host && protocol === `${forwarded}:`;
}
