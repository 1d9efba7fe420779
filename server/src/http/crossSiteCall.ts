import type { IncomingHttpHeaders } from 'node:http';

import { recordSecurity } from '../audit/record.ts';
import type { Db } from '../db/client.ts';
import { perDatabase } from '../db/perDatabase.ts';
import { createAnonymousRateLimit } from './rateLimit.ts';

/** A call that a browser probably made for a page of another site. */
export interface CrossSiteCall {
  /** Path without the query. */
  path: string | undefined;
  headers: IncomingHttpHeaders;
  ip: string | null;
  /** Whose cookie came with it; null before anybody has signed in. */
  session: { userId: number; sessionId: number } | null;
}

/**
 * Limits of audit rows, because anybody can cause them and the audit is kept for years. Calls with a session have a limit
 * of their own, so that anonymous ones cannot hide them.
 */
const most = { ofNetwork: 20, ofAll: 1_000, windowMs: 15 * 60_000 };
const limitsOf = perDatabase(() => ({
  withSession: createAnonymousRateLimit(most),
  anonymous: createAnonymousRateLimit(most),
}));

/**
 * Records that such a call was refused: the page may be abusing somebody's session. Beyond the limits nothing is
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
