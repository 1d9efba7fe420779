import type { Page } from '@playwright/test';
import type { Username } from '../support/users.ts';

/** A place of the portal that somebody should look at: a page, a tab, or a dialog over it. */
export interface Screen {
  /** Names its pictures, as in `referrals-new`. */
  name: string;
  /** Under /provider */
  path: string;
  /** Who sees it; default: everybody. */
  roles?: readonly Username[];
  /** What to press once the page is there. */
  open?: (page: Page) => Promise<void>;
  /** Also look at it while no call is answered well; default for pages that nothing has to be pressed on. */
  hasError?: boolean;
}

/** The six kinds of people: a provider with and one without much to do, their office, a coordinator, an administrator, and somebody who has nothing. */
export const roles = ['drpatel', 'drnguyen', 'office', 'coordinator', 'admin', 'outsider'] as const;
export const widths = [1440, 1024, 390] as const;
export const schemes = ['light', 'dark'] as const;

/** Presses what has this name, once it is there. */
export function press(
  role: 'button' | 'link' | 'tab' | 'menuitem' | 'option',
  name: string | RegExp,
): NonNullable<Screen['open']> {
  return async (page) => await page.getByRole(role, { name }).first().click();
}

/** One press after another. */
export function inTurn(...steps: readonly NonNullable<Screen['open']>[]): NonNullable<Screen['open']> {
  return async (page) => {
    for (const step of steps) await step(page);
  };
}
