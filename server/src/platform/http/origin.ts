import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether the Origin header names this installation: PUBLIC_URL including scheme and port if set, otherwise the Host
 * header.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const { origin, host } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  if (publicUrl !== undefined) return new URL(publicUrl).origin === origin;
  return new URL(origin).host === host;
}
