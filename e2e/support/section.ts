import type { Locator, Page } from '@playwright/test';

/** The section of a screen with this heading; the innermost one if sections are nested. */
export function section(within: Page, heading: string): Locator {
  return within.locator('section', { has: within.getByRole('heading', { name: heading }) }).last();
}
