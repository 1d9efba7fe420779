import { expect, test } from '@playwright/test';
import type { Page } from '@playwright/test';

import { startRelay } from '../support/relay.ts';
import type { Relay } from '../support/relay.ts';
import { startProductOnCopy } from '../support/template.ts';
import { password } from '../support/users.ts';

// Uses a separate product, because it logs that its database is unavailable. A stop and restart of PostgreSQL itself is
// tested in the server's proofs.

const callout = (page: Page) => page.getByRole('status').filter({ hasText: /Connection interrupted|Re-establishing/ });

test('while the database is unavailable the portal says so, and continues once it is back', async ({ browser }) => {
  let database: Relay | undefined;
  const product = await startProductOnCopy({
    reach: async (url) => {
      database = await startRelay(url);
      return database.url;
    },
  });
  const context = await browser.newContext({ baseURL: product.address });
  try {
    const page = await context.newPage();
    await page.goto('/provider');
    await page.getByRole('textbox', { name: 'Username' }).fill('drnguyen');
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible();

    await database?.cut();
    await page.getByRole('link', { name: 'Referrals' }).first().click();
    await expect(callout(page)).toContainText('Connection interrupted.');
    // Nobody is signed out, and a retry would not help yet.
    await callout(page).getByRole('button', { name: 'Reconnect' }).click();
    await expect(callout(page)).toContainText('Connection interrupted.');

    await database?.mend();
    // The portal retries every few seconds.
    await expect(callout(page)).toHaveCount(0, { timeout: 30_000 });
    await expect(page.getByRole('heading', { name: 'Referrals', level: 1 })).toBeVisible();
    await expect(page.getByRole('article')).toBeVisible();
  } finally {
    await context.close();
    await product.stop();
    await database?.cut();
  }
});
