import { networkOf } from './network.ts';

export interface RateLimit {
  /** Counts one call for this key; false once the limit of the window is exceeded. */
  allows(key: string): boolean;
}

/** Maximum number of remembered keys: more than real traffic needs, and little memory. */
const maxKeys = 10_000;

/**
 * Rate limit per key, held in this process's memory: a restart resets it. Counts that must survive belong in the
 * database.
 */
export function createRateLimit({ max, windowMs }: { max: number; windowMs: number }, now = Date.now): RateLimit {
  const counted = new Map<string, { count: number; since: number }>();

  function dropExpired(at: number): void {
    for (const [key, { since }] of counted) if (at - since >= windowMs) counted.delete(key);
    // So many keys within one window must be forged: start over.
    if (counted.size >= maxKeys) counted.clear();
  }

  return {
    allows(key) {
      const at = now();
      const known = counted.get(key);
      if (known !== undefined && at - known.since < windowMs) {
        known.count += 1;
        return known.count <= max;
      }
      if (counted.size >= maxKeys) dropExpired(at);
      counted.set(key, { count: 1, since: at });
      return true;
    },
  };
}

/**
 * Rate limit for anonymous callers by address: per network and in total, because some callers own thousands of networks.
 */
export function createAnonymousRateLimit(
  { ofNetwork, ofAll, windowMs }: { ofNetwork: number; ofAll: number; windowMs: number },
  now = Date.now,
): RateLimit {
  const networks = createRateLimit({ max: ofNetwork, windowMs }, now);
  const all = createRateLimit({ max: ofAll, windowMs }, now);
  return { allows: (ip) => networks.allows(networkOf(ip)) && all.allows('') };
}
