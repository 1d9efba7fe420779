import type { Page, Route } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

const health = '**/api/healthcheck/*';
const callout = (page: Page) => page.getByRole('status').filter({ hasText: /Connection interrupted|Re-establishing/ });

test('a connection lost during work is reported above the page, and can be retried', async ({ openAs }) => {
  const page = await openHome(await openAs('drnguyen'));
  await page.route('**/api/**', async (route) => await route.abort());
  await page.getByRole('link', { name: 'Referrals' }).first().click();
  await expect(callout(page)).toContainText('Connection interrupted.');
  await expectAccessible(page, 'interrupted connection');

  const asked = Promise.withResolvers<Route>();
  await page.route(health, (route) => asked.resolve(route));
  await callout(page).getByRole('button', { name: 'Reconnect' }).click();
  await expect(callout(page)).toContainText('Re-establishing connection…');
  await expectAccessible(page, 're-establishing connection');
  await page.unroute('**/api/**');
  await (await asked.promise).continue();
  await expect(callout(page)).toHaveCount(0);
  // The failed read is repeated without another click.
  await expect(page.getByRole('article')).toBeVisible();
});

const code = '**/assets/work-queues-*.js';
const queues = (page: Page) => page.getByRole('navigation', { name: 'Work queues' });

test('page code that failed to load is fetched again once the server is back', async ({ openAs }) => {
  const page = await openHome(await openAs('drnguyen'));
  await page.route(health, async (route) => await route.abort());
  await page.route(code, async (route) => await route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/healthcheck/'));
  await page.getByRole('link', { name: 'Work Queues' }).first().click();
  await lost;
  await page.unroute(code);
  await page.unroute(health);
  await expect(queues(page)).toBeVisible();
});

test('missing code of an old release reloads the page for the new one, once', async ({ openAs }) => {
  const page = await openHome(await openAs('drnguyen'));
  let reloads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) reloads += 1;
  });
  // For the page of the old release the file stays missing, however often it is requested; hovering over the link
  // requests it first.
  await page.route(code, async (route) => {
    if (reloads === 0) await route.fulfill({ status: 404 });
    else await route.continue();
  });
  await page.getByRole('link', { name: 'Work Queues' }).first().click();
  await expect(queues(page)).toBeVisible();
  expect(reloads).toBe(1);
});

async function openHome(page: Page): Promise<Page> {
  await page.goto('/provider');
  await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible();
  return page;
}
