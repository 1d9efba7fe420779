import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';

type Part = RefObject<HTMLElement | null>;

/** Moves the focus to the detail, or to the list where there is no detail, if the focused control has disappeared. */
export function keepFocus(list: Part, detail: Part): void {
  if (document.activeElement !== document.body) return;
  const shown = detail.current ?? list.current?.querySelector<HTMLElement>('[role=listbox]') ?? list.current;
  shown?.focus({ preventScroll: true });
}

/**
 * Keeps the focus on a board whose list and detail replace each other.
 * @param shown the part that is shown; false if both are
 */
export function useKeptFocus(list: Part, detail: Part, shown: 'list' | 'detail' | false): void {
  const last = useRef(shown);
  const keep = useEffectEvent(() => keepFocus(list, detail));
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    keep();
  }, [shown]);
}
