import { useEffect, useEffectEvent } from 'react';
import { matchesIn, type Find } from './find.ts';

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

/** Highlights a term in an element, replacing earlier highlights. Returns the number of matches. */
function markIn(root: HTMLElement, term: string): number {
  for (const mark of root.querySelectorAll('mark[data-found]')) mark.replaceWith(...mark.childNodes);
  root.normalize();
  if (term === '') return 0;
  const { ownerDocument: document } = root;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode as Text);
  let count = 0;
  for (const text of texts) {
    // From the end, so that earlier positions stay valid.
    for (const at of matchesIn(text.data, term).toReversed()) {
      const found = text.splitText(at);
      found.splitText(term.length);
      const mark = document.createElement('mark');
      mark.dataset['found'] = '';
      found.replaceWith(mark);
      mark.append(found);
      count += 1;
    }
  }
  return count;
}

/** Scrolls to one of the highlighted matches. */
function showMark(root: HTMLElement, index: number): void {
  const marks = [...root.querySelectorAll<HTMLElement>('mark[data-found]')];
  for (const mark of marks) delete mark.dataset['current'];
  const current = marks[index];
  if (current === undefined) return;
  current.dataset['current'] = '';
  current.scrollIntoView({ block: 'center' });
}
