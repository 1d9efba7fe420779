import type { PopoverProps } from '@mantine/core';

// A list that is open in a dialog leaves its buttons free: a click meant for one of them would choose an option instead.

type Middlewares = NonNullable<PopoverProps['middlewares']>;

/** Marks the buttons below a dialog's content. */
export const dialogButtons = { 'data-dialog-buttons': true };

/** The window above the buttons of the topmost dialog, or the whole window. */
function room() {
  const buttons = [...document.querySelectorAll('[role=dialog] [data-dialog-buttons]')].at(-1);
  if (buttons === undefined) return 'viewport';
  return { x: 0, y: 0, width: window.innerWidth, height: buttons.getBoundingClientRect().top };
}

/** Three options: less would not be a list. */
const leastHeight = 112;

// Getters, because the dialog is another one each time.
const flip = {
  fallbackStrategy: 'bestFit',
  get rootBoundary() {
    return room();
  },
} as const satisfies Middlewares['flip'];

const size: Middlewares['size'] = {
  get rootBoundary() {
    return room();
  },
  apply: ({ availableHeight, elements }) => {
    Object.assign(elements.floating.style, {
      maxHeight: `${Math.max(availableHeight, leastHeight)}px`,
      overflowY: 'auto',
    });
  },
};

/** Opens on the side of its field that has more room. */
export const sideWithRoom: Middlewares = { flip, shift: true };

/** Lists of options are made lower, too. */
export const listWithRoom: Middlewares = { ...sideWithRoom, size };
