/** Timings of a burst, in milliseconds. */
export interface CoalesceTimes {
  /** A burst ends after this long without a new item. */
  wait: number;
  /** Longest wait of the first item of a burst. */
  cap: number;
}

export const invalidationTimes: CoalesceTimes = { wait: 250, cap: 3000 };

/** Collects items and passes each burst to `flush` once, without duplicates. */
export function createCoalescer<Item>(
  flush: (items: ReadonlySet<Item>) => void,
  { wait, cap }: CoalesceTimes = invalidationTimes,
): { add: (items: Iterable<Item>) => void; stop: () => void } {
  let pending = new Set<Item>();
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let latest: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    clearTimeout(quiet);
    clearTimeout(latest);
    latest = undefined;
    pending = new Set();
  };
  const handOn = () => {
    const items = pending;
    stop();
    flush(items);
  };
  const add = (items: Iterable<Item>) => {
    for (const item of items) pending.add(item);
    if (pending.size === 0) return;
    clearTimeout(quiet);
    quiet = setTimeout(handOn, wait);
    latest ??= setTimeout(handOn, cap);
  };
  return { add, stop };
}
