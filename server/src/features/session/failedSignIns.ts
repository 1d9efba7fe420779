import type { Db } from '../../db/client.ts';
import { networkOf } from '../../http/network.ts';
import { createRateLimit } from '../../http/rateLimit.ts';
import { recordRefusal } from './beginSession.ts';

// Anybody can fail to sign in as often as they like, and what the audit holds is held for years.

const window = 15 * 60_000;
const ofNetwork = createRateLimit({ max: 100, windowMs: window });
const ofAll = createRateLimit({ max: 1_000, windowMs: window });
let untold = 0;

/**
 * Keeps that a name and a password did not fit. After many from one network, or in all, the next ones are only counted: the row
 * that is kept after them tells how many they were.
 */
export async function recordFailedSignIn(
  db: Db,
  failure: { userId: number | null; ip: string; name: string },
): Promise<void> {
  if (!ofNetwork.allows(networkOf(failure.ip)) || !ofAll.allows('')) {
    untold += 1;
    return;
  }
  const details = { reason: 1, ...(untold > 0 && { untold }) };
  untold = 0;
  await recordRefusal(db, { ...failure, ...details });
}
