import { declineReferral } from '@careloop/contracts/referrals/processing';
import { getReferral } from '@careloop/contracts/referrals';
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { nameOf, sendReferral } from '../support/organization.ts';
import { blockRealtime } from '../support/realtime.ts';
import { expect, test } from '../support/test.ts';

const note = 'I can see her on Thursday; please bring the monitor report.';
const changed = 'This referral has changed since you opened it';

test('answering a referral that someone else has answered is refused, and no input is lost', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const office = await openAs('office');
  const physician = await openAs('drpatel');
  await blockRealtime(physician);
  const { referralId, patient } = await sendReferral(sender, {
    patient: 'Baptiste',
    to: 'Patel',
    for: 'Nguyen',
    reason: 'Palpitations with dizziness.',
  });
  const dialog = await startAccepting(physician, nameOf(patient));

  await office.goto(`/provider/Referrals?referralId=${referralId}`);
  await office.getByRole('button', { name: 'Accept or decline' }).click();
  const officeDialog = office.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
  await officeDialog.getByRole('radio', { name: 'Decline' }).click();
  await officeDialog.getByLabel('Decline reason').click();
  await office.getByRole('option', { name: 'Availability' }).click();
  await officeDialog.getByRole('button', { name: 'Decline referral' }).click();
  await expect(office.getByText('Referral declined')).toBeVisible();

  await dialog.getByRole('button', { name: 'Accept referral' }).click();
  await expect(dialog.getByText(changed)).toBeVisible();
  await expect(dialog.getByText('Carla Medeiros declined it')).toBeVisible();
  await expectTyped(dialog);
  await expectAccessible(physician, 'process referral, changed by somebody else');
  await dialog.getByRole('button', { name: 'Reload the referral' }).click();
  await expect(dialog.getByText(changed)).toBeHidden();
  await expect(dialog.getByRole('radio', { name: 'Accept' })).toBeDisabled();
  await expectTyped(dialog);

  const { status, version, timeline } = await call(sender.request, getReferral, { referralId });
  expect({ status, version }).toEqual({ status: 'declined', version: 2 });
  expect(timeline.map(({ action }) => action)).toEqual(['created', 'declined']);
});

test('a user who is about to answer sees a change at once', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const office = await openAs('office');
  const physician = await openAs('drpatel');
  const { referralId, patient } = await sendReferral(sender, {
    patient: 'Maldonado',
    to: 'Patel',
    for: 'Nguyen',
    reason: 'Echo before shoulder surgery.',
  });
  const dialog = await startAccepting(physician, nameOf(patient));
  await call(office.request, declineReferral, { referralId, declineReason: 1 });
  await expect(dialog.getByText(changed)).toBeVisible();
  await expectTyped(dialog);
});

/** Fills in everything without sending. */
async function startAccepting(page: Page, name: string): Promise<Locator> {
  await page.goto('/provider/WorkQueues');
  await page.getByRole('option', { name }).click();
  await page.getByRole('button', { name: 'Accept or decline' }).click();
  const dialog = page.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
  await dialog.getByRole('radio', { name: 'Accept' }).click();
  await dialog.getByLabel('Authorization code').fill('AUTH-4471');
  await dialog.getByRole('radio', { name: 'No' }).check();
  await dialog.getByLabel('Add a note').fill(note);
  return dialog;
}

async function expectTyped(dialog: Locator): Promise<void> {
  await expect(dialog.getByLabel('Authorization code')).toHaveValue('AUTH-4471');
  await expect(dialog.getByRole('radio', { name: 'No' })).toBeChecked();
  await expect(dialog.getByLabel('Add a note')).toHaveValue(note);
}
