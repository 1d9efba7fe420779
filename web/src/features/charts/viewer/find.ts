import { useState } from 'react';

/** A search in the current document, shared by the views and the find bar. */
export interface Find {
  isOpen: boolean;
  term: string;
  /** Index of the current match. */
  current: number;
  /** Null while unknown. */
  count: number | null;
  open: () => void;
  close: () => void;
  setTerm: (term: string) => void;
  step: (direction: 1 | -1) => void;
  /** Called by a view with the number of matches. */
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

/** Maximum number of matches: more would not help anyone and take long. */
const maxMatches = 500;

/** Positions of a term in a text, ignoring case. */
export function matchesIn(text: string, term: string): number[] {
  const wanted = term.trim().toLocaleLowerCase('en-US');
  if (wanted === '') return [];
  const searched = text.toLocaleLowerCase('en-US');
  // A few letters are longer in lower case, so that positions would no longer fit.
  const within = searched.length === text.length ? searched : text;
  const found: number[] = [];
  for (
    let at = within.indexOf(wanted);
    at >= 0 && found.length < maxMatches;
    at = within.indexOf(wanted, at + wanted.length)
  ) {
    found.push(at);
  }
  return found;
}
