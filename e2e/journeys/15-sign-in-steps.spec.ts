import { credentialTexts, requestPasswordReset } from '@careloop/contracts/session/credentials';
import { lockReasonTexts, logout } from '@careloop/contracts/session';
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { mailTo } from '../support/mailbox.ts';
import { codeOf, createPerson, expireChallenges, requireSecondFactor } from '../support/people.ts';
import { untilConnected } from '../support/realtime.ts';
import { endSession } from '../support/sessions.ts';
import { expect, test } from '../support/test.ts';

const firstPassword = 'a heron in the reeds';
const newPassword = 'three green teapots';

const field = (within: Page | Locator, name: string) => within.getByRole('textbox', { name, exact: true });
const press = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true }).click();

async function signIn(within: Page | Locator, username: string, password: string): Promise<void> {
  await field(within, 'Username').fill(username);
  await field(within, 'Password').fill(password);
  await press(within, 'Sign in');
}

async function fillNewPassword(page: Page, password: string, confirmation = password): Promise<void> {
  await field(page, 'New password').fill(password);
  await field(page, 'Confirm password').fill(confirmation);
  await press(page, 'Change password');
}

test('a client that requires more than a password asks for it step by step, once', async ({ openAs }) => {
  // A long process; each of its steps is checked against WCAG.
  test.slow();
  const person = await createPerson('robin.steps', firstPassword, '--must-change-password');
  await requireSecondFactor(person);
  const page = await openAs(null);
  await page.goto('/provider/Patients');
  await signIn(page, person.username, firstPassword);
  const secret = await connectAuthenticator(page);
  const [first = '', second = ''] = await keepRecoveryCodes(page);
  await choosePassword(page);
  // The target of the original link is kept.
  await expect(page.getByRole('heading', { name: 'My Patients', level: 1 })).toBeVisible();

  await test.step('from then on a code is enough, typed or pasted with separators between the digits', async () => {
    await startAgain(page, person.username);
    const code = field(page, 'Code');
    await expect(code).toBeFocused();
    await expect(code).toHaveAttribute('autocomplete', 'one-time-code');
    await expect(page).toHaveTitle('Careloop | Two-step verification');
    await expectAccessible(page, 'two-step verification');
    const next = codeOf(secret, { isNext: true });
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(`${next.slice(0, 3)} ${next.slice(3)}`)})`);
    await code.press('Control+v');
    await expect(page.getByRole('heading', { name: 'My Patients', level: 1 })).toBeVisible();
  });

  await test.step('without the phone, a recovery code works once', async () => {
    await startAgain(page, person.username);
    await press(page, 'Use a recovery code instead');
    await expect(field(page, 'Recovery code')).toBeFocused();
    await expectAccessible(page, 'recovery code');
    await field(page, 'Recovery code').fill(first.toUpperCase());
    await press(page, 'Verify');
    await expect(page.getByRole('heading', { name: 'My Patients', level: 1 })).toBeVisible();

    await startAgain(page, person.username);
    await press(page, 'Use a recovery code instead');
    await field(page, 'Recovery code').fill(first);
    await press(page, 'Verify');
    await expect(page.getByText(credentialTexts.codeWrong)).toBeVisible();
    await expect(field(page, 'Recovery code')).toBeFocused();
  });

  await test.step('a user who takes too long starts again, with a message', async () => {
    await expireChallenges(person);
    await press(page, 'Verify');
    await expect(page.getByText(credentialTexts.challengeExpired)).toBeVisible();
    await expect(field(page, 'Username')).toHaveValue(person.username);
    await expect(field(page, 'Password')).toBeFocused();
  });

  await test.step('the second step is also required when signing in again over a screen', async () => {
    // The realtime channel reports the end.
    const isConnected = untilConnected(page);
    await signIn(page, person.username, newPassword);
    await press(page, 'Use a recovery code instead');
    await field(page, 'Recovery code').fill(second);
    await press(page, 'Verify');
    const search = page.getByRole('searchbox', { name: 'Search patients' });
    await search.fill('Lavoie');
    await isConnected;
    await endSession(page);
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await field(dialog, 'Password').fill(newPassword);
    await press(dialog, 'Sign in');
    await expect(field(dialog, 'Code')).toBeFocused();
    await expectAccessible(page, 'two-step verification in the dialog');
    await field(dialog, 'Code').fill('000000');
    await expect(dialog.getByText(credentialTexts.codeWrong)).toBeVisible();
    await press(dialog, 'Start over');
    await expect(field(dialog, 'Password')).toBeFocused();
    await press(dialog, 'Forgot your password?');
    await expect(field(dialog, 'Username')).toHaveValue(person.username);
    await press(dialog, 'Back to sign-in');
    await expect(search).toBeHidden();
    await expect(page.getByLabel('Search patients')).toHaveValue('Lavoie');
  });
});

async function connectAuthenticator(page: Page): Promise<string> {
  await expect(page.getByRole('heading', { name: 'Set up two-step verification' })).toBeVisible();
  await expect(page.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await expect(field(page, 'Code')).toBeFocused();
  await expectAccessible(page, 'set-up of the second factor');
  const secret = await page.locator('code').innerText();
  await press(page, 'Turn on');
  await expect(page.getByText('Code is required')).toBeVisible();
  await field(page, 'Code').fill('000000');
  await expect(page.getByText(credentialTexts.codeWrong)).toBeVisible();
  // The sixth digit submits the code.
  await field(page, 'Code').pressSequentially(codeOf(secret));
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible();
  return secret;
}

async function keepRecoveryCodes(page: Page): Promise<string[]> {
  await expectAccessible(page, 'recovery codes');
  const items = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(items).toHaveCount(10);
  const codes = await items.allInnerTexts();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  const downloaded = page.waitForEvent('download');
  await press(page, 'Download');
  expect((await downloaded).suggestedFilename()).toBe('recovery-codes.txt');
  await page.getByLabel('I have saved them').check();
  await press(page, 'Continue');
  return codes;
}

async function choosePassword(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Choose a new password' })).toBeVisible();
  await expect(field(page, 'New password')).toBeFocused();
  await press(page, 'Change password');
  await expect(page.getByText(credentialTexts.passwordRequired)).toBeVisible();
  await fillNewPassword(page, newPassword, `${newPassword}!`);
  await expect(page.getByText(credentialTexts.passwordsDiffer)).toBeVisible();
  await expect(field(page, 'Confirm password')).toBeFocused();
  await fillNewPassword(page, firstPassword);
  await expect(page.getByText(credentialTexts.passwordUnchanged)).toBeVisible();
  await fillNewPassword(page, 'password1234');
  await expect(page.getByText(credentialTexts.passwordBreached)).toBeVisible();
  await expectAccessible(page, 'new password with a message');
  await press(page, 'Show Password');
  await expect(field(page, 'New password')).toHaveValue('password1234');
  await expect(page.getByRole('button', { name: 'Hide Password' })).toBeVisible();
  await fillNewPassword(page, newPassword);
}

/** Signs out, and in again with the password. */
async function startAgain(page: Page, username: string): Promise<void> {
  await page.goto('about:blank');
  await call(page.request, logout, {});
  await page.goto('/provider/Patients');
  await signIn(page, username, newPassword);
}

test('a user who forgot the password gets a link that sets a new one, once', async ({ openAs }) => {
  const person = await createPerson('robin.forgets', firstPassword);
  const page = await openAs(null);
  await page.goto('/provider');
  await field(page, 'Username').fill(person.username);
  await press(page, 'Forgot your password?');
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await expect(field(page, 'Username')).toHaveValue(person.username);
  await expectAccessible(page, 'forgotten password');
  await press(page, 'Send link');
  await expect(page.getByText(credentialTexts.resetRequested)).toBeVisible();
  await expectAccessible(page, 'link on its way');

  await test.step('an unknown username gets the same response', async () => {
    await press(page, 'Back to sign-in');
    await press(page, 'Forgot your password?');
    // The sign-in form has a field of this name too.
    await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
    await field(page, 'Username').fill('');
    await press(page, 'Send link');
    await expect(page.getByText('Username is required')).toBeVisible();
    await field(page, 'Username').fill('nobody-of-this-name');
    await press(page, 'Send link');
    await expect(page.getByText(credentialTexts.resetRequested)).toBeVisible();
  });

  const link = await linkMailedTo(person.email);
  await test.step('its token is removed from the URL', async () => {
    await page.goto(link);
    await expect(field(page, 'New password')).toBeFocused();
    await expect(page).toHaveURL('/provider/ResetPassword');
    await expectAccessible(page, 'choose a new password');
  });

  await test.step('the new password signs in, the old one does not', async () => {
    await fillNewPassword(page, `${person.username} again`);
    await expect(page.getByText(credentialTexts.passwordHoldsName)).toBeVisible();
    await fillNewPassword(page, newPassword);
    await expect(page.getByText('Your password has been changed. Sign in with the new one.')).toBeVisible();
    await expect(page).toHaveURL('/provider/');
    await signIn(page, person.username, firstPassword);
    await expect(page.getByText(lockReasonTexts[1])).toBeVisible();
    await signIn(page, person.username, newPassword);
    await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible();
  });

  await test.step('the link does not work a second time, no matter who is signed in', async () => {
    await page.goto('about:blank');
    await page.goto(link);
    await fillNewPassword(page, 'five red teapots');
    await expect(page.getByText(credentialTexts.linkExpired)).toBeVisible();
    await expectAccessible(page, 'a link that is not valid');
    await press(page, 'Back to sign-in');
    await expect(page.getByRole('heading', { level: 1, name: /^Good / })).toBeVisible();
  });

  await test.step('a signed-in user can set a new password too, and is told only that', async () => {
    await call(page.request, requestPasswordReset, { username: person.username });
    await page.goto('about:blank');
    await page.goto(await linkMailedTo(person.email, link));
    await fillNewPassword(page, 'four blue teapots');
    await expect(page.getByText('Your password has been changed. Sign in with the new one.')).toBeVisible();
    await expect(field(page, 'Username')).toBeFocused();
    await expect(page.getByText(/session/i)).toHaveCount(0);
  });

  await test.step('a URL without a token says so at once', async () => {
    await page.goto('/provider/resetpassword');
    await expect(page.getByText(credentialTexts.linkExpired)).toBeVisible();
    await press(page, 'Request a new link');
    await expect(field(page, 'Username')).toBeFocused();
  });
});

/** The link in a new email that is not one of the known links. */
async function linkMailedTo(email: string, known?: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(() => {
      link = mailTo(email)
        .map((text) => /\S+\/provider\/ResetPassword#\S+/.exec(text)?.[0])
        .find((found) => found !== undefined && found !== known);
      return link;
    })
    .toBeDefined();
  return link ?? '';
}
