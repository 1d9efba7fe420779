import { memo, type ReactNode } from 'react';
import { foundParts } from './foundParts.ts';
import classes from './Thread.module.css';

/**
 * What somebody wrote, as it was written: plain text in any script, nothing in it becomes markup or a link. Each
 * paragraph has its own direction, and what it does stays inside of it.
 */
export const MessageText = memo(function MessageText({ text, term }: { text: string; term?: string | undefined }) {
  return (
    <div className={classes['text']} dir="auto">
      {marked(text, term?.trim() ?? '')}
    </div>
  );
});

const shortest = 2;

function marked(text: string, term: string): ReactNode {
  if (term.length < shortest) return text;
  // Every second part is what was found. A part's place is all that tells it from the others.
  // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
  return foundParts(text, term).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part));
}
