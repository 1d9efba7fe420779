import { signIn } from '@careloop/contracts/session';

import { expectAccessible } from '../support/accessibility.ts';
import { address } from '../support/address.ts';
import { call } from '../support/api.ts';
import { nameOf, sendReferral } from '../support/organization.ts';
import { expect, password, test } from '../support/test.ts';

test('a failed action is shown in a dialog, with its code and a link to support', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patient, referralId } = await sendReferral(page, {
    patient: 'Lavoie',
    to: 'Patel',
    for: 'Washington',
    reason: 'Murmur, wishes an echocardiogram.',
  });
  await page.goto(`/provider/Referrals?referralId=${referralId}`);
  await expect(page.getByRole('article').getByText(nameOf(patient))).toBeVisible();
  // The response of the last step is cut off.
  await page.route('**/api/provider/referrals/cancel', (route) => route.abort());
  await page.getByRole('button', { name: 'Cancel referral' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();

  const dialog = page.getByRole('dialog', { name: 'Something went wrong' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'error dialog');
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(dialog).toBeHidden();
  // Nothing was changed, so it can be repeated.
  await page.unroute('**/api/provider/referrals/cancel');
  await page.getByRole('button', { name: 'Cancel referral' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  await expect(page.getByText('Referral canceled', { exact: true })).toBeVisible();
});

test('a screen that crashes shows a code and details, and is reported', async ({ browser, product: _product }) => {
  // Not monitored like other journeys, because a console error is expected here.
  const context = await browser.newContext({ baseURL: address() });
  await call(context.request, signIn, { username: 'admin', password });
  const page = await context.newPage();
  const reports: string[] = [];
  // Intercepted, because the server's log must stay empty; the server part is tested through the API.
  await page.route('**/api/client-errors', async (route) => {
    reports.push(route.request().postData() ?? '');
    await route.fulfill({ json: { wasSuccessful: true } });
  });
  // A response that does not match its declared shape, as an old page may get after a release.
  const list = /\/api\/provider\/referrals(\?|$)/;
  await page.route(list, (route) => route.fulfill({ json: { wasSuccessful: true, items: [{}], nextCursor: null } }));
  await page.goto('/provider/Sitemap');
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: /^Referrals/ })
    .click();
  await expect(page.getByText(/has encountered an error\. This error has been logged/)).toBeVisible();
  await expect(page.getByText(/^Reference code: \d+-FE-[0-9a-z]+$/)).toBeVisible();
  await page.getByRole('button', { name: 'More Info' }).click();
  await expect(page.getByText(/TypeError/)).toBeVisible();
  await expectAccessible(page, 'error screen');
  await expect.poll(() => reports.length).toBeGreaterThan(0);
  expect(reports[0]).toContain('"route":"/Referrals"');
  expect(reports[0]).not.toContain('Cannot read');
  await page.unroute(list);
  await page.getByRole('link', { name: 'Go Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await context.close();
});
