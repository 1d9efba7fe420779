import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/** On another page, the keyboard and the screen reader start at its top, as with a page that was loaded. */
export function RouteFocus({ main }: { main: RefObject<HTMLElement | null> }): null {
  const pathname = useLocation({ select: (location) => location.pathname });
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
  return null;
}
