import { credentialTexts } from '@careloop/contracts/session/credentials';
import { signIn } from '@careloop/contracts/session';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { codeOf, createPerson } from '../support/people.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';

const password = 'a heron in the reeds';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

async function openProfile(page: Page, username: string): Promise<void> {
  await call(page.request, signIn, { username, password });
  await page.goto('/provider');
  await page.getByRole('button', { name: /account and settings$/ }).click();
  await page.getByRole('menuitem', { name: 'Profile' }).click();
  await expect(page).toHaveTitle('Careloop | Profile');
  await expect(page).toHaveURL('/provider/Profile');
}

test('a user ends other sessions, and changes their password', async ({ openAs }) => {
  const { username, client, email } = await createPerson('robin.devices', password);
  const [here, there, elsewhere] = [await openAs(null), await openAs(null), await openAs(null)];
  for (const page of [elsewhere, there]) await call(page.request, signIn, { username, password });
  await there.goto('/provider/Patients');
  await expect(there.getByRole('heading', { name: 'My Patients' })).toBeVisible();
  await openProfile(here, username);
  const account = section(here, 'Account');
  await expect(account.getByRole('textbox', { name: 'First name' })).toHaveValue('Robin');
  await expect(account.getByRole('textbox', { name: 'Email', exact: true })).toHaveValue(email);
  for (const text of [username, 'Care Coordinator', client]) {
    await expect(account.getByText(text, { exact: true })).toBeVisible();
  }
  const devices = section(here, 'Where you are signed in').getByRole('listitem');
  await expect(devices).toHaveCount(3);
  await expect(devices.first()).toContainText('Chrome on Linux');
  await expect(devices.first()).toContainText('This device');

  await test.step('one session is ended, then all others after a confirmation; their browsers show it at once', async () => {
    // The latest used comes first.
    await devices
      .last()
      .getByRole('button', { name: /^End session of / })
      .click();
    await expect(devices).toHaveCount(2);
    await press(here, 'End all others');
    const question = here.getByRole('dialog', { name: 'End all other sessions?' });
    await question.getByRole('button', { name: 'End all others' }).click();
    await expect(here.getByText('1 other session was ended.')).toBeVisible();
    await expect(devices).toHaveCount(1);
    await expect(there.getByRole('dialog', { name: 'Sign in again' })).toBeVisible();
  });

  const field = (name: string) => here.getByRole('textbox', { name, exact: true });
  await press(here, 'Change Password');
  await expect(field('Current password')).toBeFocused();
  await field('Current password').fill('not-the-password');
  await press(here, 'Generate Password');
  await expect(here.getByRole('button', { name: 'Hide Password' })).toBeVisible();
  const generated = await field('New password').inputValue();
  expect(generated.length).toBeGreaterThanOrEqual(12);
  await expect(field('Confirm password')).toHaveValue(generated);
  await press(here, 'Save');
  await expect(here.getByText(credentialTexts.currentPasswordWrong)).toBeVisible();
  await expect(field('Current password')).toBeFocused();
  await expectAccessible(here, 'profile with the change of password');
  await field('Current password').fill(password);
  await press(here, 'Save');
  await expect(here.getByText('Your password has been changed.')).toBeVisible();
  await expect(here.getByRole('button', { name: 'Change Password' })).toBeFocused();
  await call(there.request, signIn, { username, password: generated });
});

test('a user turns on the second step, moves it to a new phone, and turns it off', async ({ openAs }) => {
  const { username } = await createPerson('robin.second', password);
  const page = await openAs(null);
  await openProfile(page, username);
  const part = section(page, 'Two-step verification');
  const dialog = page.getByRole('dialog');
  await expect(part.getByText('You sign in with your password only.')).toBeVisible();

  await press(page, 'Set up');
  await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expectAccessible(page, 'set-up of the second factor in the profile');
  const secret = await dialog.locator('code').innerText();
  await dialog.getByRole('textbox', { name: 'Your password' }).fill(password);
  // The last digit sends the code.
  await dialog.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
  const first = await keepCodes(page);
  await expect(page.getByText('Two-step verification is on.')).toBeVisible();
  await expect(part.getByText('10 recovery codes left')).toBeVisible();

  await press(page, 'New recovery codes');
  await confirm('Make new codes');
  expect(await keepCodes(page)).not.toEqual(first);

  await test.step('a new phone replaces the old one with a code from each', async () => {
    await press(page, 'Use another phone');
    await expect(dialog.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    const next = await dialog.locator('code').innerText();
    expect(next).not.toBe(secret);
    await dialog.getByRole('button', { name: 'Use new phone' }).click();
    await expect(dialog.getByText('Code is required')).toHaveCount(2);
    await expectAccessible(page, 'another phone');
    await dialog.getByRole('textbox', { name: /^2\./ }).fill(codeOf(next));
    await dialog.getByRole('textbox', { name: /^3\./ }).fill(codeOf(secret, { isNext: true }));
    await dialog.getByRole('textbox', { name: /^4\./ }).fill(password);
    await dialog.getByRole('button', { name: 'Use new phone' }).click();
    await keepCodes(page);
    await expect(page.getByText('From now on your new phone shows the codes.')).toBeVisible();
  });

  await press(page, 'Turn off');
  await confirm('Turn off');
  await expect(part.getByText('You sign in with your password only.')).toBeVisible();

  async function confirm(accept: string): Promise<void> {
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(password);
    await dialog.getByRole('button', { name: accept }).click();
  }
});

async function keepCodes(page: Page): Promise<string[]> {
  const dialog = page.getByRole('dialog', { name: 'Keep your recovery codes' });
  const items = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(items).toHaveCount(10);
  const codes = await items.allInnerTexts();
  await page.keyboard.press('Escape');
  await dialog.getByLabel('I have saved them').check();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  return codes;
}
