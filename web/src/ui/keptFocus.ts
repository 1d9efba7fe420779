// When the focused element disappears, a browser drops the focus to the start of the page: who works with the keyboard begins
// anew, and a screen reader says nothing. It moves to what is left of the place instead: to what the action did, or to the
// heading of the part of the page it was in.

/** An element with all around it, the innermost first. What is around it remains when the element is removed. */
export type Place = readonly Element[];

export function placeOf(element: Element | null): Place {
  const place: Element[] = [];
  for (let one = element; one !== null; one = one.parentElement) place.push(one);
  return place;
}

/** Parts of a page with a heading of their own. */
const parts = 'section, article, [role=dialog], [role=tabpanel], main';

const isFocused = (element: Element) => document.activeElement === element;
const hasNoFocus = () => document.activeElement === null || isFocused(document.body);
const isUsable = (element: Element) => element.isConnected && !element.matches(':disabled');

/** A part that had nothing to focus yet: its heading takes the focus as soon as it is there. */
let awaited: HTMLElement | undefined;

const isShown = (element: Element) => element.checkVisibility();
const outcomeIn = (part: Element) => [...part.querySelectorAll<HTMLElement>('[data-outcome]')].find(isShown);

/** What an action did, if it is said in this part, else the first heading. */
function targetIn(part: Element): HTMLElement | undefined {
  const headings = part.matches('main') ? 'h1, h2' : 'h2, h3, h4';
  return outcomeIn(part) ?? [...part.querySelectorAll<HTMLElement>(headings)].find(isShown);
}

function focusText(element: HTMLElement, preventScroll: boolean): void {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll });
}

/** Focuses what was done in a part of the page, or its heading; the part itself until these are loaded. */
export function focusPart(part: HTMLElement): void {
  const target = targetIn(part);
  awaited = target === undefined ? part : undefined;
  focusText(target ?? part, target === undefined || part.matches('main'));
}

/** Focuses the element, or if it is gone the innermost part of the page that is left around it. Returns whether there is one. */
export function focusPlace(place: Place): boolean {
  const [element] = place;
  if (element instanceof HTMLElement && element !== document.body && isUsable(element)) {
    element.focus({ preventScroll: true });
    if (isFocused(element)) return true;
  }
  for (const part of place) {
    if (!(part instanceof HTMLElement) || !part.isConnected || !part.matches(parts)) continue;
    // A part that cannot be named says less than the one around it.
    if (targetIn(part) === undefined && !part.matches('main, [aria-label], [aria-labelledby]')) continue;
    focusPart(part);
    return true;
  }
  return false;
}

/** Keeps the focus in the page from now on. Returns what ends it. */
export function keepFocus(): () => void {
  let last: Place = [];
  /** The last place that was not in a toast or a menu, which leave nothing behind. */
  let lastInPage: Place = [];
  let frame: number | undefined;

  const focused = ({ target }: FocusEvent) => {
    if (!(target instanceof Element)) return;
    last = placeOf(target);
    if (target.closest('main, [role=dialog]') !== null) lastInPage = last;
  };
  const blurred = ({ target, relatedTarget }: FocusEvent) => {
    if (relatedTarget !== null || !(target instanceof Element)) return;
    // By then, an element that is being removed is gone. One that is still there was left by the user.
    queueMicrotask(() => {
      if (hasNoFocus() && isUsable(target)) last = [];
    });
  };
  const restore = () => {
    frame = undefined;
    const [element] = last;
    // A dialog that closed, or a form that opened, may have decided otherwise.
    if (element === undefined || !hasNoFocus()) return;
    if (!element.isConnected || isUsable(element)) {
      if (!focusPlace(last)) focusPlace(lastInPage);
      return;
    }
    // What the action did may be said before its button, which is switched off, goes.
    const part = last.find((one) => one.matches(parts));
    const outcome = part && outcomeIn(part);
    if (outcome !== undefined) focusText(outcome, false);
  };
  const changed = () => {
    if (awaited !== undefined) {
      if (!isFocused(awaited)) awaited = undefined;
      else if (targetIn(awaited) !== undefined) focusPart(awaited);
    }
    if (last[0] !== undefined && hasNoFocus()) frame ??= requestAnimationFrame(restore);
  };

  document.addEventListener('focusin', focused);
  document.addEventListener('focusout', blurred);
  const observer = new MutationObserver(changed);
  // A button is switched off while its call is in progress.
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] });
  return () => {
    document.removeEventListener('focusin', focused);
    document.removeEventListener('focusout', blurred);
    observer.disconnect();
    if (frame !== undefined) cancelAnimationFrame(frame);
    awaited = undefined;
  };
}
