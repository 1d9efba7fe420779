import { useState } from 'react';

type Key = string | number;

interface FirstItemOptions {
  /** Identifies the list (its filters): another list starts with its own first item. */
  list: readonly unknown[];
  /** Whether another item is selected, or none is to be shown. */
  isDisabled: boolean;
  /** Rows from the cache are about to be replaced, so the first of them is not kept. */
  isFetching: boolean;
}

/**
 * The item shown while none is selected: the first of the list. Once the list is loaded it stays the same one, even if
 * others arrive above it or a colleague completes it, because the user may be reading it.
 */
export function useFirstItem(
  keys: readonly Key[],
  { list, isDisabled, isFetching }: FirstItemOptions,
): Key | undefined {
  const listKey = JSON.stringify(list);
  const [kept, setKept] = useState<{ listKey: string; key: Key }>();
  const isKept = kept !== undefined && kept.listKey === listKey && !isDisabled;
  if (kept !== undefined && !isKept) setKept(undefined);
  const [first] = keys;
  if (!isKept && !isDisabled && !isFetching && first !== undefined) setKept({ listKey, key: first });
  if (isDisabled) return undefined;
  return isKept ? kept.key : first;
}
