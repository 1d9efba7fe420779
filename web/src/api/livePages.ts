import type { InfiniteData } from '@tanstack/react-query';

interface RowPage<Item> {
  items: Item[];
  nextCursor: string | null;
  /** The row down to which the list is known, where that is not there any more. */
  endsAt?: Item | undefined;
}
/** The loaded pages of a list. */
export type RowPages<Item> = InfiniteData<RowPage<Item>, unknown>;

export interface RowOrder<Item> {
  keyOf: (item: Item) => string | number;
  /**
   * Below zero where `one` stands above `other`. Left out where only the server knows the order: rows are then brought up to
   * date where they stand.
   */
  compare?: (one: Item, other: Item) => number;
}

/** What was asked for anew, and what there is of it. */
export interface Answer<Item> {
  isAsked: (item: Item) => boolean;
  found: readonly Item[];
}

export function isPages<Item>(data: unknown): data is RowPages<Item> {
  return typeof data === 'object' && data !== null && 'pages' in data;
}

/**
 * The list in which some rows are as they are now: each stands where its order puts it, those that the filters leave out
 * any more are gone, and one that belongs further down than what is loaded waits for its page.
 */
export function placeAnew<Item>(
  data: RowPages<Item>,
  { isAsked, found }: Answer<Item>,
  { keyOf, compare }: RowOrder<Item>,
): RowPages<Item> {
  if (compare === undefined) return replace(data, { isAsked, found }, keyOf);
  const before = new Set(data.pages.flatMap((page) => page.items).map(keyOf));
  const pages = data.pages.map((page) => ({ ...page, items: page.items.filter((item) => !isAsked(item)) }));
  const last = pages.at(-1);
  if (last === undefined) return data;
  last.endsAt = last.endsAt ?? data.pages.at(-1)?.items.at(-1);
  const beginsBelow = data.pageParams[0] !== undefined;
  for (const item of found) {
    const isBelow = (other: Item) => compare(item, other) <= 0;
    const page = pages.find(({ items }) => items.some(isBelow)) ?? last;
    const index = page.items.findIndex(isBelow);
    // A list that begins further down gets nothing new on top.
    const isFirst = page === pages.find(({ items }) => items.length > 0) && index === 0;
    if (beginsBelow && isFirst && !before.has(keyOf(item))) continue;
    const isUnknown = last.nextCursor !== null && last.endsAt !== undefined && compare(item, last.endsAt) > 0;
    if (index === -1 && isUnknown) continue;
    page.items.splice(index === -1 ? page.items.length : index, 0, item);
  }
  return { ...data, pages };
}

function replace<Item>(
  data: RowPages<Item>,
  { isAsked, found }: Answer<Item>,
  keyOf: RowOrder<Item>['keyOf'],
): RowPages<Item> {
  const byKey = new Map(found.map((item) => [keyOf(item), item]));
  const pages = data.pages.map((page) => ({
    ...page,
    items: page.items.flatMap((item) => (isAsked(item) ? (byKey.get(keyOf(item)) ?? []) : item)),
  }));
  return { ...data, pages };
}
