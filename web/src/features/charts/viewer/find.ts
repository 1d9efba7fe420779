import { useState } from 'react';

/** A search in the document that is shown, as the views and the find bar see it. */
export interface Find {
  isOpen: boolean;
  term: string;
  /** The match that is in view, from 0. */
  current: number;
  /** Null while it is not known. */
  count: number | null;
  open: () => void;
  close: () => void;
  setTerm: (term: string) => void;
  step: (direction: 1 | -1) => void;
  /** A view tells how often it found the term. */
  report: (count: number | null) => void;
}

const closed = { isOpen: false, term: '', current: 0, count: null as number | null };

export function useFind(): Find {
  const [state, setState] = useState(closed);
  return {
    ...state,
    open: () => setState((before) => ({ ...before, isOpen: true })),
    close: () => setState(closed),
    setTerm: (term) => setState((before) => ({ ...before, term, current: 0, count: null })),
    step: (direction) =>
      setState((before) => {
        const { count, current } = before;
        if (count === null || count === 0) return before;
        return { ...before, current: (current + direction + count) % count };
      }),
    report: (count) => setState((before) => (before.count === count ? before : { ...before, count })),
  };
}

/** Marking more does not help anybody, and takes its time. */
const mostMatches = 500;

/** Where a term stands in a text, whatever its case. */
export function matchesIn(text: string, term: string): number[] {
  const wanted = term.trim().toLocaleLowerCase('en-US');
  if (wanted === '') return [];
  const searched = text.toLocaleLowerCase('en-US');
  // Lower case is longer than upper case for a few letters; then places do not fit any more.
  const within = searched.length === text.length ? searched : text;
  const found: number[] = [];
  for (
    let at = within.indexOf(wanted);
    at >= 0 && found.length < mostMatches;
    at = within.indexOf(wanted, at + wanted.length)
  ) {
    found.push(at);
  }
  return found;
}
