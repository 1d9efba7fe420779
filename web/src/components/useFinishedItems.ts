import { useEffect, useEffectEvent, useState } from 'react';
import type { RowKey } from './BoardRows.tsx';
import { rowAfter } from './useRowCursor.ts';

interface FinishedItems {
  finished: ReadonlySet<RowKey>;
  /** To be called when the user has answered or decided items. */
  finish: (...keys: RowKey[]) => void;
}

/**
 * The items of a board that the user has finished: once such an item leaves the list, the board shows the next one.
 * @param list names the list, if a finished item moves to another list of the board, where it can be shown again
 */
export function useFinishedItems(list = ''): FinishedItems {
  const [all, setAll] = useState<readonly { list: string; key: RowKey }[]>([]);
  return {
    finished: new Set(all.filter((one) => one.list === list).map(({ key }) => key)),
    finish: (...keys) => setAll((old) => [...old, ...keys.map((key) => ({ list, key }))]),
  };
}

interface ShownItem {
  shownKey: RowKey | undefined;
  finished: ReadonlySet<RowKey> | undefined;
  /** Whether the list is to be shown instead of the next item. */
  isNarrow: boolean;
  onSelect: (key: RowKey | null) => void;
}

/**
 * The item to show: the selected one, or the one that took its place in the list after the user finished it. An item that left
 * for another reason stays, so that nobody answers the next one by mistake.
 */
export function useNextItem(
  keys: readonly RowKey[],
  { shownKey, finished, isNarrow, onSelect }: ShownItem,
): RowKey | undefined {
  const index = shownKey === undefined ? -1 : keys.indexOf(shownKey);
  const [lastIndex, setLastIndex] = useState(index);
  if (index !== -1 && index !== lastIndex) setLastIndex(index);
  const isGone = index === -1 && shownKey !== undefined && finished?.has(shownKey) === true;
  const next = isGone && !isNarrow ? rowAfter(keys, shownKey, 1, Math.max(lastIndex, 0)) : undefined;
  const select = useEffectEvent(onSelect);
  useEffect(() => {
    if (isGone) select(next ?? null);
  }, [isGone, next]);
  return isGone ? next : shownKey;
}
