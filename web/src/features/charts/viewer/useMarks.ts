import { useEffect, useEffectEvent } from 'react';
import type { Find } from './find.ts';
import { markIn, showMark } from './markIn.ts';

/**
 * Marks what is searched for in markup, and brings the chosen match into view.
 * @param rootOf the element that shows the markup, once it is there
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
