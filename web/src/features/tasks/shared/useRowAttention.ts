import { useEffect, useRef, useState, type RefObject } from 'react';

/**
 * Whether the pointer is on the row around an element, or the row is the active one of a focused list. Escape ends it until
 * the next move.
 */
export function useRowAttention(): { ref: RefObject<HTMLSpanElement | null>; isShown: boolean } {
  const ref = useRef<HTMLSpanElement>(null);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const row = ref.current?.closest<HTMLElement>('[role=option]');
    const list = row?.closest<HTMLElement>('[role=listbox]');
    if (row == null || list == null) return;
    const listening = new AbortController();
    const look = (event: Event) => {
      if (event instanceof KeyboardEvent && event.key === 'Escape') return setShown(false);
      const isActive = row.dataset['active'] === 'true' && list.matches(':focus-visible');
      setShown(event.type !== 'mouseleave' && (isActive || row.matches(':hover')));
    };
    for (const type of ['mouseenter', 'mouseleave']) row.addEventListener(type, look, listening);
    for (const type of ['focus', 'blur', 'keyup']) list.addEventListener(type, look, listening);
    return () => listening.abort();
  }, []);
  return { ref, isShown };
}
