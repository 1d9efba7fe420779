import type { InfiniteData } from '@tanstack/react-query';
import type { RowPage } from '../../api/pages.ts';

export interface RowOrder<Item> {
  keyOf: (item: Item) => string;
  /** Negative if `one` comes before `other`. */
  compare: (one: Item, other: Item) => number;
}

/** Refetched rows, as the server returned them. */
export interface Answer<Item> {
  isAsked: (item: Item) => boolean;
  found: readonly Item[];
}

interface PlacedPage<Item> extends RowPage<Item> {
  /** Set while there are rows above the page. */
  previousCursor?: string | null;
  /** The last known row of the list, if that row has since left it. */
  endsAt?: Item | undefined;
}
type PlacedPages<Item> = InfiniteData<PlacedPage<Item>, unknown>;

/**
 * The list with some rows refetched: each is moved to its place, rows that no longer match the filters are removed, and a
 * row below the loaded pages is left to its page.
 */
export function placeRows<Item>(
  data: PlacedPages<Item>,
  { isAsked, found }: Answer<Item>,
  { keyOf, compare }: RowOrder<Item>,
): PlacedPages<Item> {
  const before = new Set(data.pages.flatMap((page) => page.items).map(keyOf));
  const pages = data.pages.map((page) => ({ ...page, items: page.items.filter((item) => !isAsked(item)) }));
  const last = pages.at(-1);
  if (last === undefined) return data;
  last.endsAt = last.endsAt ?? data.pages.at(-1)?.items.at(-1);
  const beginsBelow = typeof pages[0]?.previousCursor === 'string';
  for (const item of found) {
    const isBelow = (other: Item) => compare(item, other) <= 0;
    const page = pages.find(({ items }) => items.some(isBelow)) ?? last;
    const index = page.items.findIndex(isBelow);
    // A list that starts further down gets nothing new on top.
    const isFirst = page === pages.find(({ items }) => items.length > 0) && index === 0;
    if (beginsBelow && isFirst && !before.has(keyOf(item))) continue;
    const isUnknown = last.nextCursor !== null && last.endsAt !== undefined && compare(item, last.endsAt) > 0;
    if (index === -1 && isUnknown) continue;
    page.items.splice(index === -1 ? page.items.length : index, 0, item);
  }
  return { ...data, pages };
}
