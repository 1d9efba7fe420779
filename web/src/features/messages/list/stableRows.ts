/** A row as shown: its key and its stamp. */
export interface ShownRow<Key> {
  key: Key;
  /** Increases with every change that moves the row up. */
  stamp: number;
}

export interface StableRows<Item, Key> {
  items: readonly Item[];
  /** Number of rows held back: new ones in between, and those that moved up. */
  newCount: number;
  /** The rows shown now, to be passed in next time. */
  shown: readonly ShownRow<Key>[];
}

interface Reading<Item, Key> {
  keyOf: (item: Item) => Key;
  stampOf: (item: Item) => number;
}

/**
 * Keeps the rows on screen in place while the list changes: shown rows are updated in place, removed rows disappear, and
 * rows appended at the end are shown. New rows in between and rows that moved up are held back.
 */
export function keepRowsStable<Item, Key>(
  current: readonly Item[],
  before: readonly ShownRow<Key>[],
  { keyOf, stampOf }: Reading<Item, Key>,
): StableRows<Item, Key> {
  const rowOf = (item: Item): ShownRow<Key> => ({ key: keyOf(item), stamp: stampOf(item) });
  const byKey = new Map(current.map((item) => [keyOf(item), item]));
  const stampBefore = new Map(before.map(({ key, stamp }) => [key, stamp]));
  const hasMoved = (item: Item) => stampOf(item) > (stampBefore.get(keyOf(item)) ?? Number.POSITIVE_INFINITY);
  // A row that moved up does not mark where the shown list ends.
  const lastShown = current.findLastIndex((item) => stampBefore.has(keyOf(item)) && !hasMoved(item));
  const kept = before.flatMap(({ key }) => byKey.get(key) ?? []);
  if (kept.length === 0) return { items: current, newCount: 0, shown: current.map(rowOf) };

  const isWaiting = (item: Item, index: number) => !stampBefore.has(keyOf(item)) && index <= lastShown;
  const arrived =
    lastShown === -1 ? [] : current.filter((item, index) => !stampBefore.has(keyOf(item)) && index > lastShown);
  const items = [...kept, ...arrived];
  const isInOrder = items.every((item, index) => item === current[index]) && items.length === current.length;
  if (isInOrder) return { items, newCount: 0, shown: items.map(rowOf) };

  const waiting = current.filter(
    (item, index) => isWaiting(item, index) || (lastShown === -1 && !stampBefore.has(keyOf(item))),
  );
  return {
    items,
    newCount: waiting.length + kept.filter(hasMoved).length,
    shown: items.map((item) => ({ key: keyOf(item), stamp: stampBefore.get(keyOf(item)) ?? stampOf(item) })),
  };
}
