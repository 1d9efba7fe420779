import { Anchor } from '@mantine/core';
import { memo, type ReactNode } from 'react';
import { splitByMatch } from '../../../lib/splitByMatch.ts';
import classes from './Thread.module.css';
import { findWebAddresses } from './webAddresses.ts';

/**
 * The text of a message as plain text in any script, never as markup. Web addresses become links. Each paragraph has its
 * own, isolated text direction.
 */
export const MessageText = memo(function MessageText({ text, term }: { text: string; term?: string | undefined }) {
  return (
    <div className={classes['text']} dir="auto">
      {linked(text, foundPlaces(text, term?.trim() ?? ''))}
    </div>
  );
});

const shortest = 2;

interface Place {
  start: number;
  end: number;
}

function foundPlaces(text: string, term: string): Place[] {
  if (term.length < shortest) return [];
  let end = 0;
  // Every second part is a match.
  return splitByMatch(text, term).flatMap((part, index) => {
    const start = end;
    end += part.length;
    return index % 2 === 1 ? [{ start, end }] : [];
  });
}

function linked(text: string, found: readonly Place[]): ReactNode {
  const addresses = findWebAddresses(text);
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const address of addresses) {
    nodes.push(marked(text, { start: end, end: address.start }, found));
    nodes.push(
      <Anchor
        key={address.start}
        href={address.href}
        target="_blank"
        rel="noopener noreferrer nofollow"
        title="Opens in a new tab"
        dir="ltr"
        className={classes['link'] ?? ''}
      >
        {marked(text, address, found)}
      </Anchor>,
    );
    ({ end } = address);
  }
  return [...nodes, marked(text, { start: end, end: text.length }, found)];
}

/** A part of the text with its matches highlighted; a match may extend beyond the part. */
function marked(text: string, { start, end }: Place, found: readonly Place[]): ReactNode {
  const nodes: ReactNode[] = [];
  let done = start;
  for (const place of found) {
    const from = Math.max(place.start, start);
    const to = Math.min(place.end, end);
    if (from >= to) continue;
    nodes.push(text.slice(done, from), <mark key={from}>{text.slice(from, to)}</mark>);
    done = to;
  }
  return [...nodes, text.slice(done, end)];
}
