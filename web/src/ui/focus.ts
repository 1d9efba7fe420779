import { useImperativeHandle, useRef, type Ref, type RefObject } from 'react';

/** What a form focuses when its field is the first with an error: an input, or a group that knows which of its own. */
export interface Focusable {
  focus: () => void;
}

const controls =
  'input:not(:disabled, [type=hidden]), textarea:not(:disabled), select:not(:disabled), button:not(:disabled), [tabindex="0"]';

const chosenRadio = 'input[type=radio]:checked:not(:disabled), [role=radio][aria-checked=true]:not(:disabled)';

/** The control of a group that the keyboard reaches first: the chosen radio, else the first one. */
function firstControl(group: HTMLElement | null): HTMLElement | null {
  return group?.querySelector<HTMLElement>(chosenRadio) ?? group?.querySelector(controls) ?? null;
}

/**
 * Makes a group of controls a field that a form can focus. `ref` is what `Controller` hands on; the answer goes on the
 * element around the group.
 */
export function useGroupFocus<Element extends HTMLElement = HTMLDivElement>(
  ref: Ref<Focusable> | undefined,
): RefObject<Element | null> {
  const group = useRef<Element>(null);
  useImperativeHandle(ref, () => ({ focus: () => firstControl(group.current)?.focus() }), []);
  return group;
}
