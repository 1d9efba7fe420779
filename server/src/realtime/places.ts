import { networkOf } from '../http/network.ts';

export interface PlaceLimits {
  /** Of one network at the same time. */
  ofNetwork: number;
  ofAll: number;
}

export interface Places {
  /** Takes a place until the returned function is called; null when there is none. */
  take(address: string | null): (() => void) | null;
}

/** Counts what is under way for addresses, so that one of them, or all together, do not take everything. */
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
