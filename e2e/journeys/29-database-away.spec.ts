import { rm } from 'node:fs/promises';

import { startEmbeddedPostgres } from '@careloop/server/src/db/embedded';
import type { EmbeddedPostgres } from '@careloop/server/src/db/embedded';
import { silentLog } from '@careloop/server/src/db/log';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { makeDataDir, startProduct } from '../support/product.ts';
import { expect, password, test } from '../support/test.ts';

test.setTimeout(180_000);

const callout = (page: Page) => page.getByRole('status').filter({ hasText: /Connection interrupted|Re-establishing/ });

test('while the database is away the portal says so, and goes on by itself once it is back', async ({ browser }) => {
  await withDatabase(async (database) => {
    const env = { DATABASE_URL: database.url, SESSION_SECRET: 'the secret of a database that goes away' };
    const product = await startProduct(database.dataDir, { env });
    const context = await browser.newContext({ baseURL: product.address });
    try {
      const page = await context.newPage();
      await page.goto('/provider');
      await page.getByRole('textbox', { name: 'Username' }).fill('drnguyen');
      await page.getByRole('textbox', { name: 'Password' }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible();

      await database.stop();
      await page.getByRole('link', { name: 'Referrals' }).first().click();
      await expect(callout(page)).toContainText('Connection interrupted.');
      await expectAccessible(page, 'database away');
      // Nobody is signed out for it, and asking is no use yet.
      await callout(page).getByRole('button', { name: 'Reconnect' }).click();
      await expect(callout(page)).toContainText('Connection interrupted.');

      await database.comeBack();
      // It is asked every few seconds.
      await expect(callout(page)).toHaveCount(0, { timeout: 30_000 });
      await expect(page.getByRole('heading', { name: 'Referrals', level: 1 })).toBeVisible();
      await expect(page.getByRole('article')).toBeVisible();
    } finally {
      await context.close();
      await product.stop();
    }
  });
});

interface Database {
  url: string;
  /** Of the product on it, too. */
  dataDir: string;
  stop: () => Promise<void>;
  /** Where it was before, with what it held. */
  comeBack: () => Promise<void>;
}

/** A PostgreSQL that is none of the product's, for as long as the work lasts. */
async function withDatabase(work: (database: Database) => Promise<void>): Promise<void> {
  const dataDir = await makeDataDir();
  let running: EmbeddedPostgres | undefined = await startEmbeddedPostgres({ dataDir, log: silentLog });
  const { url, port } = running;
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  const comeBack = async () => {
    running = await startEmbeddedPostgres({ dataDir, port, log: silentLog });
  };
  try {
    await work({ url, dataDir, stop, comeBack });
  } finally {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
