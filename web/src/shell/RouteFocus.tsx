import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';

/** After a navigation, moves the focus to the top of the new page, as a page load does. */
export function RouteFocus({ main }: { main: RefObject<HTMLElement | null> }): null {
  const pathname = useLocation({ select: (location) => location.pathname });
  const last = useRef(pathname);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    main.current?.focus({ preventScroll: true });
    // On a phone the footer, with its links, is below the page.
    main.current?.scrollIntoView({ block: 'start' });
  }, [pathname, main]);
  return null;
}
