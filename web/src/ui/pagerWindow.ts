/** The visible page numbers, and whether there are pages before and after them. */
export interface PagerWindow {
  pages: number[];
  hasBefore: boolean;
  hasAfter: boolean;
}

/** Page numbers around the current one: at most `size`, with the current page centered where possible. */
export function pagerWindow(page: number, pageCount: number, size = 5): PagerWindow {
  const current = Math.min(Math.max(1, page), Math.max(1, pageCount));
  const length = Math.min(size, pageCount);
  const first = Math.min(Math.max(1, current - Math.floor(size / 2)), pageCount - length + 1);
  return {
    pages: Array.from({ length }, (_, index) => first + index),
    hasBefore: first > 1,
    hasAfter: first + length - 1 < pageCount,
  };
}
