/** Timings of a burst, in milliseconds. */
export interface CoalesceTimes {
  /** A burst ends after this long without a new item. */
  wait: number;
  /** Longest wait of the first item of a burst. */
  cap: number;
}

export const invalidationTimes: CoalesceTimes = { wait: 250, cap: 3000 };

/** Collects items and passes each burst to `flush` once, without duplicates: items with equal JSON. */
export function createCoalescer<Item>(
  flush: (items: ReadonlySet<Item>) => void,
  { wait, cap }: CoalesceTimes = invalidationTimes,
): { add: (items: Iterable<Item>) => void; stop: () => void } {
  let pending = new Map<string, Item>();
  let quiet: ReturnType<typeof setTimeout> | undefined;
  let latest: ReturnType<typeof setTimeout> | undefined;

  const stop = () => {
    clearTimeout(quiet);
    clearTimeout(latest);
    latest = undefined;
    pending = new Map();
  };
  const handOn = () => {
    const items = pending;
    stop();
    flush(new Set(items.values()));
  };
  const add = (items: Iterable<Item>) => {
    for (const item of items) pending.set(JSON.stringify(item), item);
    if (pending.size === 0) return;
    clearTimeout(quiet);
    quiet = setTimeout(handOn, wait);
    latest ??= setTimeout(handOn, cap);
  };
  return { add, stop };
}
