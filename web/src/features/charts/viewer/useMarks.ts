import { useEffect, useEffectEvent } from 'react';
import type { Find } from './find.ts';
import { markIn, showMark } from './markIn.ts';

/**
 * Highlights the search term in markup and scrolls to the current match.
 * @param rootOf returns the element with the markup, once it is rendered
 * @param shown changes when other markup is shown
 */
export function useMarks(rootOf: () => HTMLElement | null | undefined, find: Find, shown: unknown): void {
  const { term, current } = find;
  const mark = useEffectEvent((wanted: string, _shown: unknown) => {
    const root = rootOf() ?? null;
    if (root === null) return;
    const count = markIn(root, wanted);
    if (wanted !== '') find.report(count);
    showMark(root, current);
  });
  const show = useEffectEvent((index: number) => {
    const root = rootOf() ?? null;
    if (root !== null) showMark(root, index);
  });
  useEffect(() => mark(term, shown), [term, shown]);
  useEffect(() => show(current), [current]);
}
