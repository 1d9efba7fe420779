import { devices } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { address } from '../support/address.ts';
import { expect, test } from '../support/test.ts';

const notice =
  "We're sorry. Our mobile site is currently under construction. Please login via a desktop device to access the application.";

test('on a phone the portal says that it is made for desktops, and lets the user continue', async ({
  browser,
  product: _product,
}) => {
  const { defaultBrowserType: _, ...phone } = devices['Pixel 7'];
  const context = await browser.newContext({ ...phone, baseURL: address() });
  const page = await context.newPage();
  await page.goto('/provider/Patients');
  await expect(page.getByText(notice)).toBeVisible();
  await expectAccessible(page, 'mobile notice');
  await page.getByRole('button', { name: 'Continue anyway' }).tap();
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Username' })).toBeVisible();
  await expect(page.getByText(notice)).toHaveCount(0);

  // A link in an email may be opened on a phone.
  await page.evaluate('sessionStorage.clear()');
  await page.goto('/provider/ResetPassword#token');
  await expect(page.getByRole('textbox', { name: 'New password' })).toBeVisible();
  await context.close();
});

test('a browser that is too old gets a message, even without modern features', async ({ openAs }) => {
  const page = await openAs(null);
  await page.addInitScript(`CSS.supports = () => false`);
  await page.goto('/provider');
  await expect(page.getByRole('heading', { name: 'This version of your browser is not supported.' })).toBeVisible();
  await expect(page.getByText('Mozilla Firefox')).toBeVisible();

  await page.addInitScript(`Object.defineProperty(navigator, 'userAgent', {
    value: 'Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko',
  })`);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Internet Explorer is not supported.' })).toBeVisible();
});
