import { matchesIn } from './find.ts';

/** Highlights a term in an element, replacing earlier highlights. Returns the number of matches. */
export function markIn(root: HTMLElement, term: string): number {
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
export function showMark(root: HTMLElement, index: number): void {
  const marks = [...root.querySelectorAll<HTMLElement>('mark[data-found]')];
  for (const mark of marks) delete mark.dataset['current'];
  const current = marks[index];
  if (current === undefined) return;
  current.dataset['current'] = '';
  current.scrollIntoView({ block: 'center' });
}
