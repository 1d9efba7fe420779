import type { IncomingHttpHeaders } from 'node:http';

import { recordSecurity } from '../audit/record.ts';
import type { Db } from '../db/client.ts';
import { perDatabase } from '../db/perDatabase.ts';
import { createAnonymousRateLimit } from './rateLimit.ts';

/** A call that a browser probably made for another site's page. */
export interface CrossSiteCall {
  /** Path without the query. */
  path: string | undefined;
  headers: IncomingHttpHeaders;
  ip: string | null;
  /** Session of the cookie sent with the call; null without one. */
  session: { userId: number; sessionId: number } | null;
}

/**
 * Limits on audit rows, because anybody can cause them and the audit is kept for years. Calls with a session have a
 * separate limit, so that anonymous calls cannot crowd them out.
 */
const limits = { ofNetwork: 20, ofAll: 1_000, windowMs: 15 * 60_000 };
const limitsOf = perDatabase(() => ({
  withSession: createAnonymousRateLimit(limits),
  anonymous: createAnonymousRateLimit(limits),
}));

/**
 * Records a refused cross-site call, because the page may be abusing somebody's session. Beyond the limits nothing is
 * recorded.
 */
export async function recordCrossSiteCall(db: Db, { path, headers, ip, session }: CrossSiteCall): Promise<void> {
  const limit = session === null ? limitsOf(db).anonymous : limitsOf(db).withSession;
  if (!limit.allows(ip ?? '')) return;
  await recordSecurity(db, {
    action: 'session.foreign-page',
    outcome: 'denied',
    userId: session?.userId ?? null,
    sessionId: session?.sessionId ?? null,
    details: { path, origin: headers.origin?.slice(0, 200) ?? null },
    ip,
  });
}
