import type { KeyboardEvent } from 'react';

/**
 * For selects whose options are all known: Enter takes the only one that the typed text leaves and does nothing if there are
 * several, as in `useTypedChoice`.
 */
export function takeOnlyOption(event: KeyboardEvent<HTMLInputElement>): void {
  const { key, currentTarget: input } = event;
  if (key !== 'Enter' || input.readOnly || input.value === '') return;
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  const options = [...(list?.querySelectorAll<HTMLElement>('[role=option]') ?? [])];
  const isChosen = (option: HTMLElement) => option.getAttribute('aria-selected') === 'true';
  // The text is that of the chosen option: nothing was typed.
  const isUntouched = options.some((option) => isChosen(option) && option.textContent === input.value);
  // The select itself takes an option highlighted with the arrow keys.
  const isHighlighted = options.some((option) => option.matches('[data-combobox-selected]'));
  if (options.length === 0 || isUntouched || isHighlighted) return;
  event.preventDefault();
  const [only, ...others] = options;
  if (only !== undefined && others.length === 0 && !isChosen(only)) only.click();
}
