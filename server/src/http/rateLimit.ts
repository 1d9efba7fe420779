import { networkOf } from './network.ts';

export interface RateLimit {
  /** Counts one more of this key; false when there were too many within the window. */
  allows(key: string): boolean;
}

/** Keys remembered at most: more than any honest installation has, and little memory. */
const mostKeys = 10_000;

/**
 * A limit of this process: so many of a key in a window of time. What it is for may be forgotten at a restart; what must
 * not be belongs in the database.
 */
export function createRateLimit({ max, windowMs }: { max: number; windowMs: number }, now = Date.now): RateLimit {
  const counted = new Map<string, { count: number; since: number }>();

  function forgetOld(at: number): void {
    for (const [key, { since }] of counted) if (at - since >= windowMs) counted.delete(key);
    // All of them within one window is somebody who makes keys up: the counting starts anew.
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
 * A limit for what anybody can bring about, asked with the address of whoever did: so many of a network, and so many of all
 * together, as some hold thousands of networks.
 */
export function createStrangerLimit(
  { ofNetwork, ofAll, windowMs }: { ofNetwork: number; ofAll: number; windowMs: number },
  now = Date.now,
): RateLimit {
  const networks = createRateLimit({ max: ofNetwork, windowMs }, now);
  const all = createRateLimit({ max: ofAll, windowMs }, now);
  return { allows: (ip) => networks.allows(networkOf(ip)) && all.allows('') };
}
