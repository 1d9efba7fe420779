import { createKeyedLimit } from '../identity/keyedLimit.ts';
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
  const takeOfNetwork = createKeyedLimit(ofNetwork);
  let total = 0;
  return {
    take(address) {
      const leaveNetwork = total < ofAll ? takeOfNetwork(networkOf(address ?? '')) : null;
      if (leaveNetwork === null) return null;
      total += 1;
      let isGivenBack = false;
      return () => {
        if (isGivenBack) return;
        isGivenBack = true;
        total -= 1;
        leaveNetwork();
      };
    },
  };
}
