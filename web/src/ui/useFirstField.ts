import { useLayoutEffect, type RefObject } from 'react';

const fields = 'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled)';
/** A field, or a placeholder of content that is still loading. */
const fieldOrPlaceholder = `[aria-busy=true], ${fields}`;

/** The first field shown in a form; null while something before it is loading. */
function firstField(form: HTMLElement): HTMLElement | null {
  const found = [...form.querySelectorAll<HTMLElement>(fieldOrPlaceholder)];
  // Those of other tabs are hidden.
  const first = found.find((element) => element.checkVisibility());
  return first?.matches(fields) === true ? first : null;
}

/**
 * Makes a dialog focus the first field of its form instead of the close button, unless another element is marked. While that
 * field is loading, the form itself has the focus; the field then takes it if the user has not moved.
 */
export function useFirstField(ref: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const form = ref.current;
    if (form === null || form.querySelector('[data-autofocus]') !== null) return undefined;
    if (form.querySelector(fieldOrPlaceholder) === null) return undefined;
    const there = firstField(form);
    // The library focuses the marked element a moment later.
    (there ?? form).setAttribute('data-autofocus', 'true');
    if (there !== null) return undefined;
    form.tabIndex = -1;
    const observer = new MutationObserver(() => {
      const field = firstField(form);
      if (field === null) return;
      observer.disconnect();
      const { activeElement } = document;
      const hasMoved = activeElement !== form && form.closest('[role=dialog]')?.contains(activeElement) === true;
      // Like the library on opening: the patient above stays in view.
      if (!hasMoved) field.focus({ preventScroll: true });
    });
    observer.observe(form, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [ref]);
}
