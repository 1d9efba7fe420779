import { useLayoutEffect, type ReactNode } from 'react';
import './concealed.css';

/** What alone is seen of a page whose session has ended. */
export const visibleWhenEnded = 'session-ended';

/**
 * Hides the page and every dialog on it, for whoever passes by and for screen readers, without taking anything away:
 * what was typed is there again once the session is.
 */
export function Concealed(): ReactNode {
  useLayoutEffect(() => {
    const page = document.getElementById('root');
    document.documentElement.dataset['sessionEnded'] = '';
    page?.setAttribute('aria-hidden', 'true');
    return () => {
      delete document.documentElement.dataset['sessionEnded'];
      page?.removeAttribute('aria-hidden');
    };
  }, []);
  return null;
}
