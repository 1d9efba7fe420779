import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './test.ts';
import { rulesOfColour, wcagTags } from './wcag.ts';

/**
 * Holds what is on the screen against WCAG 2.2 AA, in light and in dark; the portal must follow the system in this.
 * @param what names the screen or dialog in the failure
 */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await settle(page);
    // Without the legacy mode a second page is opened for the result, which takes the focus from this one.
    // What is well needs no words: finding them takes most of the time.
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode();
    // A message that is still there under a dialog's overlay has no colors of its own.
    if ((await page.getByRole('dialog').count()) > 0) axe.exclude('.mantine-Notification-root');
    const chosen = colorScheme === 'light' ? axe.withTags(wcagTags) : axe.withRules(rulesOfColour);
    const { violations } = await chosen.analyze();
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
