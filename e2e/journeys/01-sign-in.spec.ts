import { lockReasonTexts } from '@careloop/contracts/session';

import { expectAccessible } from '../support/accessibility.ts';
import { expect, password, test } from '../support/test.ts';

test('a user signs in from a link and signs out again', async ({ openAs }) => {
  const page = await openAs(null);
  await page.goto('/provider/Referrals?status=declined');
  await expect(page).toHaveTitle('Careloop | Sign in');

  await test.step('missing values are reported at their fields', async () => {
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('textbox', { name: 'Username' })).toBeFocused();
    await expect(page.getByText('Username is required')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expectAccessible(page, 'sign-in with messages');
  });

  await test.step('a wrong password gives a generic message', async () => {
    await page.getByRole('textbox', { name: 'Username' }).fill('coordinator');
    await page.getByRole('textbox', { name: 'Password' }).fill('not-the-password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText(lockReasonTexts[1])).toBeVisible();
    await page.getByRole('textbox', { name: 'Username' }).fill('nobody-of-this-name');
    await page.getByRole('textbox', { name: 'Password' }).fill('not-the-password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByText(lockReasonTexts[1])).toBeVisible();
  });

  await test.step('the correct password leads to the target of the link', async () => {
    await page.getByRole('textbox', { name: 'Username' }).fill('coordinator');
    await page.getByRole('textbox', { name: 'Password' }).fill(password);
    await page.getByRole('textbox', { name: 'Password' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Referrals', level: 1 })).toBeVisible();
    await expect(page).toHaveURL('/provider/Referrals?status=declined');
    await expect(page).toHaveTitle('Careloop | Referrals');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Referrals', level: 1 })).toBeVisible();
  });

  await test.step('signing out ends the session on the server too', async () => {
    const cookies = await page.context().cookies();
    await page.getByRole('button', { name: /Caldwell: account and settings$/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await expect(page.getByText('You have signed out.')).toBeVisible();
    await expect(page).toHaveURL('/provider/');
    await page.context().addCookies(cookies);
    await page.goto('/provider/Patients');
    await expect(page).toHaveTitle('Careloop | Sign in');
  });
});

test('the user selects light or dark mode, and the choice is kept', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  await page.goto('/provider');
  const userMenu = page.getByRole('button', { name: /Nguyen: account and settings$/ });
  const surface = page.locator('html');
  await expect(surface).toHaveAttribute('data-mantine-color-scheme', 'light');

  await userMenu.click();
  await expectAccessible(page, 'user menu');
  await page.getByRole('menuitemradio', { name: 'Dark' }).click();
  await expect(surface).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Good \w+, Linh$/);
  await expect(surface).toHaveAttribute('data-mantine-color-scheme', 'dark');

  await userMenu.click();
  await page.getByRole('menuitemradio', { name: 'Match system' }).click();
  await expect(surface).toHaveAttribute('data-mantine-color-scheme', 'light');
});
