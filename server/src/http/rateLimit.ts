import { networkOf } from './network.ts';

export interface RateLimit {
  /** Counts one more of this key; false when there were too many within the window. */
  allows(key: string): boolean;
}

/** Keys remembered at most: more than real traffic needs, and little memory. */
const mostKeys = 10_000;

/**
 * A rate limit per key, in this process's memory only: a restart resets it. Counts that must survive belong in the
 * database.
 */
export function createRateLimit({ max, windowMs }: { max: number; windowMs: number }, now = Date.now): RateLimit {
  const counted = new Map<string, { count: number; since: number }>();

  function forgetOld(at: number): void {
    for (const [key, { since }] of counted) if (at - since >= windowMs) counted.delete(key);
    // That many keys within one window are made up: start over.
    if (counted.size >= mostKeys) counted.clear();
  }

  return {
    allows(key) {
      const at = now();
      const known = counted.get(key);
      if (known !== undefined && at - known.since < windowMs) {
        known.count += 1;
        return known.count <= max;
      }
      if (counted.size >= mostKeys) forgetOld(at);
      counted.set(key, { count: 1, since: at });
      return true;
    },
  };
}

/**
 * A rate limit for what anonymous callers can cause, by their address: per network and in total, because some callers own
 * thousands of networks.
 */
export function createAnonymousRateLimit(
  { ofNetwork, ofAll, windowMs }: { ofNetwork: number; ofAll: number; windowMs: number },
  now = Date.now,
): RateLimit {
  const networks = createRateLimit({ max: ofNetwork, windowMs }, now);
  const all = createRateLimit({ max: ofAll, windowMs }, now);
  return { allows: (ip) => networks.allows(networkOf(ip)) && all.allows('') };
}
