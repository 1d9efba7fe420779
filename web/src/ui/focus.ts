import { useImperativeHandle, useRef, type Ref, type RefObject } from 'react';

/** Focus target of a field for its form: an input, or a group that picks one of its controls. */
export interface Focusable {
  focus: () => void;
}

const controls =
  'input:not(:disabled, [type=hidden]), textarea:not(:disabled), select:not(:disabled), button:not(:disabled), [tabindex="0"]';

const chosenRadio = 'input[type=radio]:checked:not(:disabled), [role=radio][aria-checked=true]:not(:disabled)';

/** The control that Tab reaches first in a group: the checked radio, else the first control. */
function firstControl(group: HTMLElement | null): HTMLElement | null {
  return group?.querySelector<HTMLElement>(chosenRadio) ?? group?.querySelector(controls) ?? null;
}

/** Whether a group cannot be expected to fit between what stays fixed above and below. */
const isTall = (group: HTMLElement | null) => (group?.offsetHeight ?? 0) > window.innerHeight / 3;

/**
 * Makes a group of controls focusable as one field. `ref` is the one from `Controller`; attach the returned ref to the
 * group's element.
 */
export function useGroupFocus<Element extends HTMLElement = HTMLDivElement>(
  ref: Ref<Focusable> | undefined,
): RefObject<Element | null> {
  const group = useRef<Element>(null);
  useImperativeHandle(
    ref,
    () => ({
      focus: () => {
        // The message of a small group is below it; that of a search is at its top, above the results.
        if (!isTall(group.current)) group.current?.scrollIntoView({ block: 'nearest' });
        firstControl(group.current)?.focus();
      },
    }),
    [],
  );
  return group;
}
