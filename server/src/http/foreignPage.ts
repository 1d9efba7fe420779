import type { IncomingHttpHeaders } from 'node:http';

import { recordSecurity } from '../audit/record.ts';
import type { Db } from '../db/client.ts';
import { createStrangerLimit } from './rateLimit.ts';

/** A call that a browser made for a page of another site, as far as it can be told. */
export interface ForeignCall {
  /** What was asked for, without what stands in the query. */
  path: string | undefined;
  headers: IncomingHttpHeaders;
  ip: string | null;
  /** Whose cookie came with it; null before anybody has signed in. */
  session: { userId: number; sessionId: number } | null;
}

/**
 * Rows that are kept: anybody can bring them about, and what the audit holds is held for years. Those that came with
 * somebody's session are counted by themselves, so that nobody hides them behind others.
 */
const most = { ofNetwork: 20, ofAll: 1_000, windowMs: 15 * 60_000 };
const limits = { withSession: createStrangerLimit(most), ofStrangers: createStrangerLimit(most) };

/**
 * Keeps that such a call was refused: it may be a page that abuses somebody's session. After many from one
 * network, or in all, the next ones tell nothing new.
 */
export async function recordForeignPage(db: Db, { path, headers, ip, session }: ForeignCall): Promise<void> {
  const limit = session === null ? limits.ofStrangers : limits.withSession;
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
