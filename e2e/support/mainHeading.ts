import type { Locator, Page } from '@playwright/test';

/** The main heading of a page of the portal, not the one that is shown while the session loads. */
export function mainHeading(page: Page): Locator {
  return page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'Loading your session' });
}
