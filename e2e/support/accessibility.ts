import type { Page } from '@playwright/test';

import { findViolations } from './axe.ts';
import { expect } from './test.ts';

/**
 * Holds what is on the screen against WCAG 2.2 AA, in light and in dark; the portal must follow the system in this.
 * @param what names the screen or dialog in the failure
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await settle(page);
    // A message that is still there under a dialog's overlay has no colors of its own.
    const isDialogOpen = (await page.getByRole('dialog').count()) > 0;
    const violations = await findViolations(page, colorScheme, isDialogOpen ? ['.mantine-Notification-root'] : []);
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

/** Colours half-way through a fade are nobody's colours. Animations without an end do not count. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(`Promise.allSettled(
    document.getAnimations()
      .filter((one) => one.effect.getComputedTiming().endTime !== Infinity)
      .map((one) => one.finished),
  )`);
}
