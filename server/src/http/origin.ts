import type { IncomingHttpHeaders } from 'node:http';

/** Whether the Origin header names the host that was called, or the public address of this installation. */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const { origin, host } = headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  if (publicUrl !== undefined && new URL(publicUrl).origin === origin) return true;
  return new URL(origin).host === host;
}
