import { useState } from 'react';

type Key = string | number;

/** The shown part of a list that changes while the user reads it. */
export interface Shown<Item> {
  items: readonly Item[];
  /** Number of new rows that are held back. */
  newCount: number;
}

/**
 * The list as it is shown. Rows already shown are updated in place, or removed if they left; new rows at the end follow
 * (more pages); new rows in between are held back.
 */
export function holdArrivals<Item>(
  current: readonly Item[],
  shownKeys: ReadonlySet<Key>,
  keyOf: (item: Item) => Key,
): Shown<Item> {
  const lastShown = current.findLastIndex((item) => shownKeys.has(keyOf(item)));
  if (lastShown === -1) return { items: current, newCount: 0 };
  const items = current.filter((item, index) => index > lastShown || shownKeys.has(keyOf(item)));
  return { items, newCount: current.length - items.length };
}

const none: ReadonlySet<Key> = new Set();

/**
 * Holds back rows added by a realtime event, so that nothing moves under the pointer; "3 new" shows them.
 * @param list identifies the list (its filters): another list is shown completely at once. Placeholder rows of another list
 * (`isPlaceholderData`) count as another list, too.
 * @param own rows that the user added, which are shown at once
 */
export function useArrivals<Item>(
  current: readonly Item[],
  keyOf: (item: Item) => Key,
  list: readonly unknown[],
  own: ReadonlySet<Key> = none,
): Shown<Item> & { showNew: () => void } {
  const listKey = JSON.stringify(list);
  const [held, setHeld] = useState<{ listKey: string; keys: ReadonlySet<Key> }>({ listKey, keys: new Set() });
  const keys = held.listKey === listKey ? held.keys : new Set<Key>();
  const shown = holdArrivals(current, keys.size === 0 ? keys : new Set([...keys, ...own]), keyOf);
  const shownKeys = new Set(shown.items.map(keyOf));
  const isSame =
    held.listKey === listKey && shownKeys.size === keys.size && [...shownKeys].every((key) => keys.has(key));
  if (!isSame) setHeld({ listKey, keys: shownKeys });
  return { ...shown, showNew: () => setHeld({ listKey, keys: new Set(current.map(keyOf)) }) };
}
