import { listReferrals } from '@careloop/contracts/referrals';
import { lockReasonTexts } from '@careloop/contracts/session';
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient } from '../support/organization.ts';
import { blockRealtime, untilConnected } from '../support/realtime.ts';
import { endSession } from '../support/sessions.ts';
import { expect, password, test } from '../support/test.ts';
import type { Username } from '../support/test.ts';
import { chooseProvider, chooseReferrer, goToStep, openWizard } from '../support/wizard.ts';

const reason = 'Short of breath on the stairs since Thanksgiving.';

test('a user who signs in again finds their input and sends it', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Krishnamurthy');
  const wizard = await writeHalfReferral(page, patientId);

  await endSession(page);
  const dialog = await runIntoTheEnd(page, wizard);
  await test.step('nobody else can read the page or its dialogs in the meantime', async () => {
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(page.getByText('Krishnamurthy').filter({ visible: true })).toHaveCount(0);
    await expect(page.locator('#root')).toBeHidden();
    await expect(page.locator('#root')).toHaveAttribute('aria-hidden', 'true');
  });
  await expect(dialog.getByLabel('Username')).toHaveValue('coordinator');
  await expect(dialog.getByRole('textbox', { name: 'Password' })).toBeFocused();
  await expectAccessible(page, 'sign in again');
  await dialog.getByRole('textbox', { name: 'Password' }).fill('not-the-password');
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog.getByText(lockReasonTexts[1])).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.locator('#root')).not.toHaveAttribute('aria-hidden');

  if (await wizard.getByRole('heading', { name: 'Step 2 of 5' }).isVisible()) await goToStep(wizard, 3);
  await goToStep(wizard, 4);
  await expect(wizard.getByRole('tree', { name: 'Patient medical records' })).toBeVisible();
  await goToStep(wizard, 5);
  for (const text of ['Patel, Anjali, MD', 'Nguyen, Linh', reason]) {
    await expect(wizard.getByText(text)).toBeVisible();
  }

  await test.step('also if the session ends at the last step', async () => {
    await endSession(page);
    await wizard.getByRole('button', { name: 'Finish' }).click();
    await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
    await dialog.getByRole('button', { name: 'Sign in' }).click();
    await expect(dialog).toBeHidden();
  });
  await wizard.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('Referral sent')).toBeVisible();
  const { items } = await call(page.request, listReferrals, { patientId });
  expect(items.filter(({ referralReason }) => referralReason === reason)).toHaveLength(1);
});

test('a session that was ended elsewhere is reported at once, whatever the page is doing', async ({ openAs }) => {
  const page = await openAs('office');
  const isConnected = untilConnected(page);
  await page.goto('/provider/Referrals');
  await expect(page.getByRole('article')).toBeVisible();
  await isConnected;
  await endSession(page);
  await expect(signInAgain(page)).toContainText('Your session was ended from another place.');
  await signInAs(signInAgain(page), 'office');
  await expect(signInAgain(page)).toBeHidden();
  await expect(page.getByRole('article')).toBeVisible();
});

test('another user who signs in sees none of it', async ({ openAs }) => {
  const page = await openAs('coordinator');
  // A patient both users can see.
  const { patientId } = await findPatient(page, 'Lavoie');
  const wizard = await writeHalfReferral(page, patientId);

  await endSession(page);
  const dialog = await runIntoTheEnd(page, wizard);
  await signInAs(dialog, 'drpatel');
  await expect(page.getByRole('button', { name: /Patel: account and settings$/ })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText(reason)).toHaveCount(0);

  await page.getByRole('button', { name: 'New referral' }).click();
  await expect(wizard.getByRole('heading', { name: 'Step 1 of 5' })).toBeVisible();
  await expect(wizard.getByRole('searchbox', { name: 'Provider name' })).toHaveValue('');
  await expect(wizard.getByRole('button', { name: 'Change provider' })).toHaveCount(0);
  await chooseProvider(wizard, 'Abramowitz');
  await goToStep(wizard, 2);
  await expect(wizard.getByLabel('Referral reason')).toHaveValue('');
});

/** Steps 1 and 2 of a referral that is not sent yet. */
async function writeHalfReferral(page: Page, patientId: number): Promise<Locator> {
  // So that only the user’s own work meets the ended session.
  await blockRealtime(page);
  const wizard = await openWizard(page, patientId);
  await chooseReferrer(wizard, 'Nguyen, Linh');
  await chooseProvider(wizard, 'Patel, Anjali');
  await goToStep(wizard, 2);
  await wizard.getByLabel('Referral reason').fill(reason);
  await wizard.getByRole('radio', { name: 'Routine, 30 days' }).click();
  return wizard;
}

/** Goes to step 3, which saves the draft; without a session the server refuses to save it. */
async function runIntoTheEnd(page: Page, wizard: Locator): Promise<Locator> {
  // The automatic save may already have detected the ended session.
  await wizard
    .getByRole('button', { name: 'Next' })
    .click({ timeout: 5000 })
    .catch(() => undefined);
  const dialog = signInAgain(page);
  await expect(dialog.getByText('Your session was ended from another place.')).toBeVisible();
  return dialog;
}

const signInAgain = (page: Page) => page.getByRole('dialog', { name: 'Sign in again' });

async function signInAs(dialog: Locator, username: Username): Promise<void> {
  await dialog.getByLabel('Username').fill(username);
  await dialog.getByRole('textbox', { name: 'Password' }).fill(password);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
}
