import { useEffect, useRef, type RefObject } from 'react';

/** Pixels of the results that show what was found, or that nothing was and what to do then. */
const enough = 260;

/** Lower end of what is in sight where the element is scrolled, above what stays fixed at the bottom. */
function endOfSight(element: HTMLElement): number {
  for (let frame = element.parentElement; frame !== null; frame = frame.parentElement) {
    const { overflowY, scrollPaddingBottom } = getComputedStyle(frame);
    if (overflowY === 'auto' || overflowY === 'scroll')
      return frame.getBoundingClientRect().bottom - (Number.parseFloat(scrollPaddingBottom) || 0);
  }
  return window.innerHeight;
}

/**
 * Scrolls to a search once it has results, unless they are in sight. The search moves to the top and keeps the focus, so
 * somebody who is still typing goes on.
 * @param shown what the user asked for and the results are of; undefined until they have asked and while it is loading
 */
export function useResultsInSight(
  search: RefObject<HTMLElement | null>,
  results: RefObject<HTMLElement | null>,
  shown: string | undefined,
): void {
  const before = useRef(shown);
  useEffect(() => {
    if (shown === undefined || shown === before.current) return;
    before.current = shown;
    if (results.current === null) return;
    const { top, height } = results.current.getBoundingClientRect();
    if (top + Math.min(height, enough) > endOfSight(results.current))
      search.current?.scrollIntoView({ block: 'start' });
  }, [shown, search, results]);
}
