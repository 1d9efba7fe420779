import { networkOf } from '../http/network.ts';

export interface PlaceLimits {
  /** Limit per network; `ofAll` is the total limit. */
  ofNetwork: number;
  ofAll: number;
}

export interface Places {
  /** Takes a place until the returned function is called; null if a limit is reached. */
  take(address: string | null): (() => void) | null;
}

/** Limits concurrent connections per network and in total. */
export function createPlaces({ ofNetwork, ofAll }: PlaceLimits): Places {
  const taken = new Map<string, number>();
  let total = 0;
  return {
    take(address) {
      const network = networkOf(address ?? '');
      const count = taken.get(network) ?? 0;
      if (count >= ofNetwork || total >= ofAll) return null;
      taken.set(network, count + 1);
      total += 1;
      let isGivenBack = false;
      return () => {
        if (isGivenBack) return;
        isGivenBack = true;
        total -= 1;
        const left = (taken.get(network) ?? 1) - 1;
        if (left === 0) taken.delete(network);
        else taken.set(network, left);
      };
    },
  };
}
