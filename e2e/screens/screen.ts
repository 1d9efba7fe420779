import type { Page } from '@playwright/test';
import type { Username } from '../support/users.ts';

/** A place in the portal to take a screenshot of: a page, a tab, or a dialog. */
export interface Screen {
  /** Name of its screenshots, such as `referrals-new`. */
  name: string;
  /** Path below /provider. */
  path: string;
  /** Roles that can see it; default: all. */
  roles?: readonly Username[];
  /** Actions to run once the page is loaded. */
  open?: (page: Page) => Promise<void>;
  /** Whether to also visit it while all calls fail; default for pages without actions. */
  hasError?: boolean;
}

/**
 * The six demo users: a provider with much work and one with little, their office, a coordinator, an administrator, and
 * a user without data.
 */
export const roles = ['drpatel', 'drnguyen', 'office', 'coordinator', 'admin', 'outsider'] as const;
export const widths = [1440, 1024, 390] as const;
export const schemes = ['light', 'dark'] as const;

/** Clicks the control with this name once it is visible. */
export function press(
  role: 'button' | 'link' | 'tab' | 'menuitem' | 'option',
  name: string | RegExp,
): NonNullable<Screen['open']> {
  return async (page) => await page.getByRole(role, { name }).first().click();
}

/** Runs actions one after another. */
export function inTurn(...steps: readonly NonNullable<Screen['open']>[]): NonNullable<Screen['open']> {
  return async (page) => {
    for (const step of steps) await step(page);
  };
}
