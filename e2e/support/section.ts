import type { Locator, Page } from '@playwright/test';

/** The part of a screen below a heading: the innermost, where parts hold parts. */
export function section(within: Page, heading: string): Locator {
  return within.locator('section', { has: within.getByRole('heading', { name: heading }) }).last();
}
