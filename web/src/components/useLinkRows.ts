import { useRef, type RefObject } from 'react';
import { useShortcut } from '../ui/shortcuts.ts';

/** j and k move along the links of a table's rows; Enter opens the focused link as usual. */
export function useLinkRows<Element extends HTMLElement>(): RefObject<Element | null> {
  const container = useRef<Element>(null);
  const move = (step: 1 | -1) => {
    const links = [...(container.current?.querySelectorAll<HTMLAnchorElement>('tbody a') ?? [])];
    const from = links.findIndex((link) => link === document.activeElement);
    const next = links[from === -1 ? 0 : from + step];
    next?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  useShortcut('j', 'Next row', () => move(1));
  useShortcut('k', 'Previous row', () => move(-1));
  return container;
}
