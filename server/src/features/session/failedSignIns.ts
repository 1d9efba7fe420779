import { recordSecurity } from '../../audit/record.ts';
import type { Db } from '../../db/client.ts';
import { perDatabase } from '../../db/perDatabase.ts';
import { createStrangerLimit } from '../../http/rateLimit.ts';

// Anybody can fail to sign in as often as they like, and what the audit holds is held for years. So single failures are kept up to
// a limit. What lies beyond it must not be hidden by it either: it is summed up, and told a minute later, whose names were tried.

const windowMs = 15 * 60_000;
const most = { ofNetwork: 100, ofAll: 1_000, windowMs };

const tellAfterMs = 60_000;
/** Users that one row names at most, those that were tried most often. */
const mostNamed = 200;

const stateOf = perDatabase(() => ({
  failures: createStrangerLimit(most),
  locks: createStrangerLimit(most),
  /** Failures without a row of their own: of each user, and of names that nobody bears. */
  untold: new Map<number | null, number>(),
  timer: undefined as NodeJS.Timeout | undefined,
}));

interface Failure {
  /** Null for a name that nobody bears. */
  userId: number | null;
  ip: string;
  /** A digest of it. */
  name: string;
}

/** Keeps that a name and a password did not fit. */
export async function recordFailedSignIn(db: Db, failure: Failure): Promise<void> {
  if (stateOf(db).failures.allows(failure.ip)) await keep(db, failure, 1);
  else sumUp(db, failure.userId);
}

/** Keeps that a name was locked for an address. Whose it is was not looked up: that takes longer for those who have one. */
export async function recordLock(db: Db, { ip, name }: Omit<Failure, 'userId'>): Promise<void> {
  if (stateOf(db).locks.allows(ip)) await keep(db, { userId: null, ip, name }, 4);
  else sumUp(db, null);
}

async function keep(db: Db, { userId, ip, name }: Failure, reason: 1 | 4): Promise<void> {
  await recordSecurity(db, { action: 'session.sign-in', outcome: 'denied', userId, details: { reason, name }, ip });
}

/** In memory alone, so that it takes as long for a name that somebody bears as for any other. */
function sumUp(db: Db, userId: number | null, count = 1): void {
  const state = stateOf(db);
  state.untold.set(userId, (state.untold.get(userId) ?? 0) + count);
  state.timer ??= setTimeout(() => void tellUntold(db), tellAfterMs).unref();
}

/** Tells what was summed up, in one row. What cannot be told now waits for the next time. */
export async function tellUntold(db: Db): Promise<void> {
  const state = stateOf(db);
  clearTimeout(state.timer);
  state.timer = undefined;
  const summed = [...state.untold];
  state.untold.clear();
  if (summed.length === 0) return;
  const users = summed.filter(([userId]) => userId !== null).toSorted(([, one], [, other]) => other - one);
  const details = {
    reason: 1,
    untold: summed.reduce((sum, [, count]) => sum + count, 0),
    /** A user's id and how often. */
    ofUsers: users.slice(0, mostNamed),
    ...(users.length > mostNamed && { furtherUsers: users.length - mostNamed }),
  };
  try {
    await recordSecurity(db, { action: 'session.sign-in', outcome: 'denied', userId: null, details, ip: null });
  } catch {
    for (const [userId, count] of summed) sumUp(db, userId, count);
  }
}
