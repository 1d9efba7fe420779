import { recordSecurity } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { perDatabase } from '../../platform/db/perDatabase.ts';
import { createAnonymousRateLimit } from '../../platform/http/rateLimit.ts';

// Anyone can cause failed sign-ins, and the audit is kept for years, so single failures are recorded only up to a limit.
// Further ones are counted per user and recorded in one row a minute later, so that attempts cannot be hidden behind the limit.

const windowMs = 15 * 60_000;
const most = { ofNetwork: 100, ofAll: 1_000, windowMs };

const summaryAfterMs = 60_000;
/** Maximum users listed in one row, those with the most attempts first. */
const mostNamed = 200;

const stateOf = perDatabase(() => ({
  failures: createAnonymousRateLimit(most),
  locks: createAnonymousRateLimit(most),
  /** Failures without an audit row of their own, by user; null for unknown names. */
  unrecorded: new Map<number | null, number>(),
  timer: undefined as NodeJS.Timeout | undefined,
}));

interface Failure {
  /** Null for an unknown name. */
  userId: number | null;
  ip: string;
  /** Digest of the name; see `nameDigest`. */
  name: string;
}

/** Records a wrong username or password. */
export async function recordFailedSignIn(db: Db, failure: Failure): Promise<void> {
  if (stateOf(db).failures.allows(failure.ip)) await keep(db, failure, 1);
  else sumUp(db, failure.userId);
}

/** Records that a name was locked for an address. The user is not looked up, because that takes longer for existing names. */
export async function recordLock(db: Db, { ip, name }: Omit<Failure, 'userId'>): Promise<void> {
  if (stateOf(db).locks.allows(ip)) await keep(db, { userId: null, ip, name }, 4);
  else sumUp(db, null);
}

async function keep(db: Db, { userId, ip, name }: Failure, reason: 1 | 4): Promise<void> {
  await recordSecurity(db, { action: 'session.sign-in', outcome: 'denied', userId, details: { reason, name }, ip });
}

/** In memory only, so that it takes equally long for existing and unknown names. */
function sumUp(db: Db, userId: number | null, count = 1): void {
  const state = stateOf(db);
  state.unrecorded.set(userId, (state.unrecorded.get(userId) ?? 0) + count);
  state.timer ??= setTimeout(() => void recordSummedFailures(db), summaryAfterMs).unref();
}

/** Records the counted failures in one row. If that fails, they are kept for the next time. */
export async function recordSummedFailures(db: Db): Promise<void> {
  const state = stateOf(db);
  clearTimeout(state.timer);
  state.timer = undefined;
  const summed = [...state.unrecorded];
  state.unrecorded.clear();
  if (summed.length === 0) return;
  const users = summed.filter(([userId]) => userId !== null).toSorted(([, one], [, other]) => other - one);
  const details = {
    reason: 1,
    unrecorded: summed.reduce((sum, [, count]) => sum + count, 0),
    /** Number of failures by user id. */
    ofUsers: users.slice(0, mostNamed),
    ...(users.length > mostNamed && { furtherUsers: users.length - mostNamed }),
  };
  try {
    await recordSecurity(db, { action: 'session.sign-in', outcome: 'denied', userId: null, details, ip: null });
  } catch {
    for (const [userId, count] of summed) sumUp(db, userId, count);
  }
}
