import { useState } from 'react';

type Key = string | number;

/** What is shown of a list that changes under the reader's eyes. */
export interface Shown<Item> {
  items: readonly Item[];
  /** How many arrived since and wait. */
  newCount: number;
}

/**
 * The list as it stands on the screen: rows that were there are brought up to date in place and those that left go,
 * rows that came at the end follow (more pages), rows that came in between wait.
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
 * Holds rows back that a live event brought, so that nothing moves under the pointer; "3 new" shows them.
 * @param list what the list is of (its filters): another list is shown whole at once. Rows of another list that stand in
 * until this one is read (`isPlaceholderData`) are another list, too.
 * @param own rows that the reader brought themselves: shown at once
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
