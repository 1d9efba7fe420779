import type { Page } from '@playwright/test';

import { findViolations } from './axe.ts';
import { expect } from './test.ts';

/**
 * Checks the current screen against WCAG 2.2 AA in light and dark mode; the portal must follow the system's color
 * scheme.
 * @param what name of the screen or dialog in the failure message
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await settle(page);
    // The colors of a toast below a dialog's overlay are blended, so it is excluded.
    const isDialogOpen = (await page.getByRole('dialog').count()) > 0;
    const violations = await findViolations(page, colorScheme, isDialogOpen ? ['.mantine-Notification-root'] : []);
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

/**
 * Waits for running animations to end, because colors are wrong in the middle of a fade. Endless animations are
 * ignored.
 */
async function settle(page: Page): Promise<void> {
  await page.evaluate(`Promise.allSettled(
    document.getAnimations()
      .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
      .map((one) => one.finished),
  )`);
}
