import type { Page } from '@playwright/test';

import { findViolations } from './axe.ts';
import { expect } from './test.ts';

const toasts = '.mantine-Notification-root';

/**
 * Checks the current screen against WCAG 2.2 AA in light and dark mode; the portal must follow the system's color
 * scheme. Starts with the scheme the page has and leaves it in the other one, because each change renders the whole
 * page again.
 * @param what name of the screen or dialog in the failure message
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  const isDark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`);
  for (const colorScheme of isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme });
    await settle(page, colorScheme);
    const violations = await findViolations(page, colorScheme, await belowDialog(page));
    const found = violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${help}) at ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
    expect(found, `${what}, ${colorScheme}`).toEqual([]);
  }
}

/** What is below an open dialog's overlay: its colors are blended, and the screen is checked when no dialog is open. */
async function belowDialog(page: Page): Promise<string[]> {
  if ((await page.getByRole('dialog').count()) === 0) return [];
  // Not a popover, which covers nothing, and not a dialog that is itself part of the screen.
  const modals = page.locator('body > :not(#root) [role=dialog][aria-modal=true]');
  return (await modals.count()) === 0 ? [toasts] : [toasts, '#root'];
}

/**
 * Waits until the page has the color scheme and running animations have ended, because colors are wrong in the middle of
 * a fade. Endless animations are ignored. Asks again instead of waiting for their promises, which do not settle if the
 * browser draws no more frames.
 */
async function settle(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  const look = () =>
    page.evaluate<[string, number]>(`new Promise((resolve) => {
      const look = () => resolve([
        document.documentElement.dataset.mantineColorScheme,
        document.getAnimations().filter((one) =>
          one.playState === 'running' && one.effect.getComputedTiming().endTime !== Infinity).length,
      ]);
      requestAnimationFrame(look);
      setTimeout(look, 500);
    })`);
  await expect
    .poll(look, { message: 'color scheme and number of running animations', intervals: [20, 50, 100] })
    .toEqual([colorScheme, 0]);
}
