import { lockReasonTexts } from '@careloop/contracts/session';
import { credentialTexts } from '@careloop/contracts/session/credentials';
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { mailTo } from '../support/mailbox.ts';
import { codeOf, createPerson, requireSecondFactor } from '../support/people.ts';
import { untilConnected } from '../support/realtime.ts';
import { signInAgain } from '../support/sessionDialogs.ts';
import { endSession } from '../support/sessions.ts';
import { expect, password, test } from '../support/test.ts';

test.use({ reducedMotion: 'no-preference' });

const firstPassword = 'a heron in the reeds';
const newPassword = 'three green teapots';

const field = (within: Page | Locator, name: string) => within.getByRole('textbox', { name, exact: true });
const press = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true }).click();

async function signIn(page: Page, username: string, secret: string): Promise<void> {
  await field(page, 'Username').fill(username);
  await field(page, 'Password').fill(secret);
  await field(page, 'Password').press('Enter');
}

async function fillNewPassword(page: Page, secret: string): Promise<void> {
  await field(page, 'New password').fill(secret);
  await field(page, 'Confirm password').fill(secret);
  await press(page, 'Change password');
}

test('a user signs in from a link, selects dark mode, and signs out again', async ({ openAs }) => {
  const page = await openAs(null);

  await test.step('why single sign-on failed is explained above the form and removed from the URL', async () => {
    await page.goto('/provider/Referrals?signInError=denied&status=declined');
    await expect(page).toHaveTitle('Careloop | Sign in');
    await expect(page.getByRole('alert')).toContainText('Sign-in was canceled or refused.');
    await expect(page).toHaveURL('/provider/Referrals?status=declined');
  });

  await test.step('missing values are reported at their fields, a wrong password with a generic message', async () => {
    await press(page, 'Sign in');
    await expect(field(page, 'Username')).toBeFocused();
    await expect(page.getByText('Username is required')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expectAccessible(page, 'sign-in with messages');
    await signIn(page, 'admin', 'not-the-password');
    await expect(page.getByText(lockReasonTexts[1])).toBeVisible();
  });

  await test.step('the correct password leads to the target of the link', async () => {
    await signIn(page, 'admin', password);
    await expect(page.getByRole('heading', { name: 'Referrals', level: 1 })).toBeVisible();
    await expect(page).toHaveURL('/provider/Referrals?status=declined');
    await expect(page).toHaveTitle('Careloop | Referrals');
  });

  await test.step('the keyboard shortcuts are shown', async () => {
    await expect(page.getByRole('article')).toBeVisible();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await expect(keys.getByText('Next item')).toBeVisible();
    await expectAccessible(page, 'keyboard shortcuts');
    await keys.getByRole('button', { name: 'Close' }).last().click();
    await expect(keys).toBeHidden();
  });

  const userMenu = page.getByRole('button', { name: /account and settings$/ });
  await test.step('dark mode is kept over a reload', async () => {
    await userMenu.click();
    await expectAccessible(page, 'user menu');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Referrals', level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
    await userMenu.click();
    await page.getByRole('menuitemradio', { name: 'Match system' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'light');
  });

  await test.step('the user menu, still open, leads to the application details', async () => {
    await page.getByRole('menuitem', { name: 'Application details' }).click();
    const details = page.getByRole('dialog', { name: 'Application Details' });
    await expect(details.getByText('API Version')).toBeVisible();
    await expectAccessible(page, 'application details');
    await details.getByRole('button', { name: 'Close' }).last().click();
    await expect(details).toBeHidden();
  });

  await userMenu.click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page.getByText('You have signed out.')).toBeVisible();
  await expect(page).toHaveURL('/provider/');
});

test('a client that requires more than a password asks for it step by step', async ({ openAs }) => {
  const person = await createPerson('robin.steps', firstPassword, '--must-change-password');
  await requireSecondFactor(person);
  const page = await openAs(null);
  const isConnected = untilConnected(page);
  await page.goto('/provider/Patients');
  await signIn(page, person.username, firstPassword);
  const secret = await connectAuthenticator(page);
  const [recoveryCode = ''] = await keepRecoveryCodes(page);
  await choosePassword(page);
  // The target of the original link is kept.
  await expect(page.getByRole('heading', { name: 'My Patients', level: 1 })).toBeVisible();

  await test.step('signing in again over a screen asks for a code, or a recovery code without the phone', async () => {
    await page.getByRole('searchbox', { name: 'Search patients' }).fill('Lavoie');
    await isConnected;
    await endSession(page);
    await field(signInAgain(page), 'Password').fill(newPassword);
    await press(signInAgain(page), 'Sign in');
    await expect(field(signInAgain(page), 'Code')).toBeFocused();
    await expectAccessible(page, 'two-step verification in the dialog');
    await press(signInAgain(page), 'Use a recovery code instead');
    await field(signInAgain(page), 'Recovery code').fill(recoveryCode);
    await press(signInAgain(page), 'Verify');
    await expect(signInAgain(page)).toBeHidden();
    await expect(page.getByRole('searchbox', { name: 'Search patients' })).toHaveValue('Lavoie');
  });

  await test.step('a code may be pasted with a separator between its digits', async () => {
    await page.getByRole('button', { name: /account and settings$/ }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await signIn(page, person.username, newPassword);
    await expect(page).toHaveTitle('Careloop | Two-step verification');
    const next = codeOf(secret, { isNext: true });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(`${next.slice(0, 3)} ${next.slice(3)}`)})`);
    await field(page, 'Code').press('Control+v');
    await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible();
  });
});

async function connectAuthenticator(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  const secret = await page.locator('code').innerText();
  await field(page, 'Code').fill('000000');
  await expect(page.getByText(credentialTexts.codeWrong)).toBeVisible();
  await expectAccessible(page, 'set-up of the second factor with a message');
  // The sixth digit submits the code.
  await field(page, 'Code').pressSequentially(codeOf(secret));
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible();
  return secret;
}

async function keepRecoveryCodes(page: Page): Promise<string[]> {
  const items = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(items).toHaveCount(10);
  const codes = await items.allInnerTexts();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  const downloaded = page.waitForEvent('download');
  await press(page, 'Download');
  expect((await downloaded).suggestedFilename()).toBe('recovery-codes.txt');
  await expectAccessible(page, 'recovery codes');
  await page.getByLabel('I have saved them').check();
  await press(page, 'Continue');
  return codes;
}

async function choosePassword(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(field(page, 'New password')).toBeFocused();
  await fillNewPassword(page, 'password1234');
  await expect(page.getByText(credentialTexts.passwordBreached)).toBeVisible();
  await expectAccessible(page, 'new password with a message');
  await fillNewPassword(page, newPassword);
}

test('a user who forgot the password gets a link that sets a new one, once', async ({ openAs }) => {
  const page = await openAs(null);
  await page.goto('/provider');
  await field(page, 'Username').fill('frontdesk');
  await press(page, 'Forgot your password?');
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expect(field(page, 'Username')).toHaveValue('frontdesk');
  await expectAccessible(page, 'forgotten password');
  await press(page, 'Send link');
  await expect(page.getByText(credentialTexts.resetRequested)).toBeVisible();

  const link = await linkMailedTo('frontdesk@example.org');
  await page.goto(link);
  await expect(field(page, 'New password')).toBeFocused();
  // Its token is removed from the URL.
  await expect(page).toHaveURL('/provider/ResetPassword');
  await fillNewPassword(page, newPassword);
  await expect(page.getByText('Your password has been changed. Sign in with the new one.')).toBeVisible();
  await expect(page).toHaveURL('/provider/');
  await signIn(page, 'frontdesk', newPassword);
  await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible();

  await page.goto('about:blank');
  await page.goto(link);
  await fillNewPassword(page, 'five red teapots');
  await expect(page.getByText(credentialTexts.linkExpired)).toBeVisible();
  await press(page, 'Back to sign-in');
  await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible();
});

/** The link in the email, once it has arrived. */
async function linkMailedTo(email: string): Promise<string> {
  const findLink = () =>
    mailTo(email)
      .map((text) => /\S+\/provider\/ResetPassword#\S+/.exec(text)?.[0])
      .find((found) => found !== undefined);
  await expect.poll(findLink).toBeDefined();
  return findLink() ?? '';
}
