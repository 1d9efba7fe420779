import { useLayoutEffect, type ReactNode } from 'react';
import { focusPlace, placeOf } from '../ui/keptFocus.ts';
import './hiddenPage.css';

/** Id of the element that stays visible on a page whose session has ended. */
export const visibleWhenEnded = 'session-ended';

/**
 * Hides the page and its dialogs, also from screen readers, without unmounting them: typed text is still there after the
 * next sign-in, and so is the focus.
 */
export function HiddenPage(): ReactNode {
  useLayoutEffect(() => {
    const page = document.getElementById('root');
    // What is hidden loses the focus.
    const focused = placeOf(document.activeElement);
    document.documentElement.dataset['sessionEnded'] = '';
    page?.setAttribute('aria-hidden', 'true');
    return () => {
      delete document.documentElement.dataset['sessionEnded'];
      page?.removeAttribute('aria-hidden');
      focusPlace(focused);
    };
  }, []);
  return null;
}
