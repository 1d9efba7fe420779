import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether the Origin header names this installation: its public address where there is one, scheme and port included,
 * and else the host that was called.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const { origin, host } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  if (publicUrl !== undefined) return new URL(publicUrl).origin === origin;
  return new URL(origin).host === host;
}
