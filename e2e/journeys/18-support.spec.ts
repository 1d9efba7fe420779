import { supportTexts } from '@careloop/contracts/support';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { hurryTo } from '../support/clock.ts';
import { mailTo } from '../support/mailbox.ts';
import { sendReferral } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Submit a Support Request' });

async function openFromHelp(page: Page) {
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Submit a Support Request' }).click();
  await expect(dialogOf(page)).toBeVisible();
  return dialogOf(page);
}

test('the help menu leads to support and to the keys', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  await page.goto('/provider');
  await page.getByRole('button', { name: 'Help', exact: true }).click();
  await expect(page.getByRole('menuitem')).toHaveText([
    'Submit a Support Request',
    'Visit the Support Portal',
    'Keyboard shortcuts',
  ]);
  await expectAccessible(page, 'help menu');
  const portal = page.getByRole('menuitem', { name: 'Visit the Support Portal' });
  await expect(portal).toHaveAttribute('href', 'https://support.example.org/careloop');
  await expect(portal).toHaveAttribute('rel', 'noopener noreferrer');
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});

test('a user requests help; support is notified and resolves the request', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  await page.goto('/provider');
  const dialog = await openFromHelp(page);
  const summary = 'Documents of the referral stay blank';
  // The account's address; mail is sent to no other.
  const address = await dialog.getByRole('textbox', { name: 'Email' }).inputValue();

  await test.step('the requester is filled in', async () => {
    await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Linh Nguyen');
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue(/@/);
    await expect(dialog.getByRole('combobox', { name: 'Associated Client' })).toHaveValue('Bay Colony Health Partners');
    await expect(dialog.getByRole('textbox', { name: 'Error Code(s)' })).toHaveValue('');
    await expect(dialog.getByRole('button', { name: 'Submit' })).toBeDisabled();
  });

  await test.step('errors are shown at their fields', async () => {
    await dialog.getByRole('textbox', { name: 'Email' }).fill('linh');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('');
    await dialog.getByRole('textbox', { name: 'Summary' }).fill('x'.repeat(501));
    await dialog.getByRole('textbox', { name: 'Error Code(s)' }).fill('x'.repeat(51));
    await dialog.getByRole('textbox', { name: 'Description' }).focus();
    for (const text of [
      supportTexts.emailInvalid,
      supportTexts.nameRequired,
      supportTexts.summaryTooLong,
      supportTexts.errorCodesTooLong,
    ]) {
      await expect(dialog.getByText(text)).toBeVisible();
    }
    await expect(dialog.getByText('501 / 500 characters')).toBeVisible();
    await expectAccessible(page, 'support request with messages');
  });

  await test.step('it is not discarded without asking', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    const question = page.getByRole('dialog', { name: 'Are you sure you want to cancel?' });
    await question.getByRole('button', { name: 'No' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Email' })).toHaveValue('linh');
  });

  await test.step('it is submitted and acknowledged', async () => {
    await dialog.getByRole('textbox', { name: 'Email' }).fill(address);
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Linh Nguyen');
    await dialog.getByRole('textbox', { name: 'Summary' }).fill(summary);
    await dialog.getByRole('textbox', { name: 'Error Code(s)' }).fill('FE-t5x0zd');
    await dialog.getByRole('radio', { name: 'High' }).click();
    await dialog.getByRole('button', { name: 'Submit' }).click();
    await expect(dialog.getByRole('heading', { name: supportTexts.thankYou })).toBeVisible();
    await expect(dialog.getByText(supportTexts.submitted)).toBeVisible();
    await expectAccessible(page, 'support request submitted');
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    await expect(dialog).toBeHidden();
  });

  await test.step('support and the requester are notified', async () => {
    const received = (recipient: string) => mailTo(recipient).join('\n');
    await expect.poll(() => received('support@careloop.example')).toContain(summary);
    await expect.poll(() => received(address)).toContain('Your request has been submitted.');
    expect(received(address)).not.toContain(summary);
  });

  await test.step('an administrator finds and resolves it', async () => {
    const admin = await openAs('admin');
    await admin.goto('/provider/Site');
    await admin.getByRole('link', { name: 'Support requests' }).click();
    await expect(admin).toHaveTitle('Careloop | Support requests');
    await admin.getByRole('option', { name: new RegExp(summary) }).click();
    const detail = admin.getByRole('article');
    await expect(detail.getByRole('heading', { name: summary })).toBeVisible();
    await expect(detail.getByText('FE-t5x0zd')).toBeVisible();
    await expect(detail.getByText('High impact')).toBeVisible();
    await expectAccessible(admin, 'support requests');
    await detail.getByRole('button', { name: 'Resolve' }).click();
    const resolve = admin.getByRole('dialog', { name: 'Resolve Support Request' });
    await resolve.getByRole('textbox', { name: 'How it was resolved' }).fill('The scanner was off.');
    await expectAccessible(admin, 'resolve support request');
    await resolve.getByRole('button', { name: 'Resolve' }).click();
    await expect(admin.getByText('Support request resolved')).toBeVisible();
    await expect(detail.getByText('The scanner was off.')).toBeVisible();
    await admin.getByText('Resolved', { exact: true }).click();
    await admin.getByRole('option', { name: new RegExp(summary) }).click();
    await expect(detail.getByText('Resolved by Margaret Doyle')).toBeVisible();
    await expect(detail.getByRole('button', { name: 'Resolve' })).toHaveCount(0);
  });
});

test('a request whose response is lost can be submitted again unchanged', async ({ openAs }) => {
  const page = await openAs('drnguyen');
  await page.clock.install();
  await page.goto('/provider');
  await openFromHelp(page);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Summary' }).fill('Lost answers');
  await page.getByRole('dialog').getByRole('radio', { name: 'Low' }).click();
  // More often than the portal retries automatically.
  await page.route('**/api/notifications/support-request', (route) => route.abort());
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await hurryTo(page.getByRole('dialog').getByRole('alert').filter({ hasText: 'The connection was interrupted.' }));
  await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Summary' })).toHaveValue('Lost answers');
  await page.unroute('**/api/notifications/support-request');
  await page.getByRole('dialog').getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: supportTexts.thankYou })).toBeVisible();
});

test('an error leads to support with its code filled in', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { referralId } = await sendReferral(page, {
    patient: 'Lavoie',
    to: 'Patel',
    for: 'Washington',
    reason: 'Palpitations at rest.',
  });
  await page.goto(`/provider/Referrals?referralId=${referralId}`);
  const refusal = {
    wasSuccessful: false,
    code: 'refused',
    validationErrors: {},
    reference: 'FE-t5x0zd',
    message: 'Not today.',
  };
  await page.route('**/api/provider/referrals/cancel', (route) => route.fulfill({ json: refusal }));
  await page.getByRole('button', { name: 'Cancel referral' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  const error = page.getByRole('dialog').filter({ hasText: 'Not today.' });
  await error.getByRole('button', { name: 'Submit a Support Request' }).click();
  await expect(error).toBeHidden();
  await expect(dialogOf(page).getByRole('textbox', { name: 'Error Code(s)' })).toHaveValue('FE-t5x0zd');
  // Nothing was typed yet, so closing does not ask.
  await page.keyboard.press('Escape');
  await expect(dialogOf(page)).toBeHidden();
});
