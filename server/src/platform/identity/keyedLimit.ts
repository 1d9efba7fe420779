/** Limits how much runs at once for each key, such as a user or a network. What exceeds the limit is refused, not queued. */
export function createKeyedLimit(most: number) {
  const taken = new Map<unknown, number>();

  /** Takes a place, until the returned function is called once; null if the key has none left. */
  return function take(key: unknown): (() => void) | null {
    const count = taken.get(key) ?? 0;
    if (count >= most) return null;
    taken.set(key, count + 1);
    return () => {
      const left = (taken.get(key) ?? 1) - 1;
      if (left === 0) taken.delete(key);
      else taken.set(key, left);
    };
  };
}
