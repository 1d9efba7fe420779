import { useEffect, useRef, type RefObject } from 'react';

/**
 * Scrolls a tab into the view of its row (tabRow.module.css): on a phone a link may open one outside of it. Returns the
 * ref of the row.
 * @param index position of the current tab
 */
export function useTabInView(index: number): RefObject<HTMLDivElement | null> {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    row.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [index]);
  return row;
}
