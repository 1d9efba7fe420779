import { declineReason } from '@careloop/contracts/codes';
import { getReferral, referralTexts } from '@careloop/contracts/referrals';
import { getReferralDraft } from '@careloop/contracts/referrals/drafts';
import { acceptReferral, declineReferral } from '@careloop/contracts/referrals/processing';
import type { Locator } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findProvider, nameOf, ordinaryReferral, sendReferral } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';
import { chooseProvider, goToStep } from '../support/wizard.ts';

async function fillTime(dialog: Locator, date: string, time: string): Promise<void> {
  await dialog.getByLabel('Appointment date').fill(date);
  await dialog.getByLabel('Appointment date').press('Tab');
  await dialog.getByLabel('Appointment time').fill(time);
  await dialog.getByLabel('Appointment time').press('Tab');
}

test('an appointment is logged and moved, and the referring side sees each change', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const receiver = await openAs('drpatel');
  const { referralId, patient } = await sendReferral(sender, ordinaryReferral);
  const name = nameOf(patient);
  const { healthcareProviderId } = await findProvider(receiver, 'Patel');
  await call(receiver.request, acceptReferral, { referralId, healthcareProviderId });
  await sender.goto(`/provider/Referrals?referralId=${referralId}`);
  const sent = sender.getByRole('option', { name, selected: true });
  await expect(sent).toContainText('Accepted');
  await receiver.goto('/provider/WorkQueues');
  const item = receiver.getByRole('option', { name });

  await test.step('the appointment is logged', async () => {
    await item.click();
    await receiver.getByRole('button', { name: 'Log appointment' }).click();
    const line = receiver.getByRole('form', { name: 'Log appointment' });
    await expect(line).toContainText('The referring side sees the appointment right away.');
    await fillTime(line, '7/14/2031', '10:30');
    await test.step('in the dialog, with what was filled in', async () => {
      await line.getByRole('button', { name: 'More fields' }).click();
      const dialog = receiver.getByRole('dialog', { name: 'Log Appointment' });
      await expect(dialog.getByLabel('Appointment time')).toHaveValue('10:30 AM');
      await dialog.getByRole('button', { name: 'Log appointment' }).click();
    });
    await expect(sent).toContainText('Appointment 7/14/31 10:30 AM');
    await expect(sent).toContainText('Scheduled');
    await expect(item).toBeHidden();
  });
  await test.step('and moved', async () => {
    await receiver.getByRole('button', { name: 'Reschedule' }).click();
    const dialog = receiver.getByRole('dialog', { name: 'Reschedule Appointment' });
    await expect(dialog.getByLabel('Patient', { exact: true })).toContainText(name);
    await fillTime(dialog, '7/21/2031', '9:00');
    await expectAccessible(receiver, 'reschedule');
    await dialog.getByRole('button', { name: 'Reschedule' }).click();
    await expect(dialog).toBeHidden();
    await expect(sent).toContainText('Appointment 7/21/31 9:00 AM');
    await expect(sender.getByRole('list', { name: 'Earlier appointments' })).toContainText('Canceled and Rescheduled');
  });
});

test('a missed visit is recorded, and the referring side sees it', async ({ openAs }) => {
  const sender = await openAs('drnguyen');
  const receiver = await openAs('drpatel');
  for (const page of [sender, receiver]) {
    await page.goto('/provider/Referrals?searchTerm=Dubois');
    await expect(page.getByRole('option', { name: /DUBOIS/ })).toContainText('Scheduled');
  }
  const sent = sender.getByRole('option', { name: /DUBOIS/ });
  await receiver.getByRole('button', { name: 'No Show' }).click();
  await receiver
    .getByRole('dialog', { name: 'Record a No-Show' })
    .getByRole('button', { name: 'Record no-show' })
    .click();
  await expect(sent).toContainText('No Show');
  await expect(sent).toContainText('Accepted');
});

test('a declined referral is sent again, from a draft that is kept and offered', async ({ openAs }) => {
  test.slow();
  const page = await openAs('coordinator');
  const receiver = await openAs('drpatel');
  const { referralId, patient } = await sendReferral(page, {
    patient: 'Jefferson',
    to: 'Patel',
    for: 'Washington',
    reason: 'New murmur, please evaluate.',
  });
  await call(receiver.request, declineReferral, { referralId, declineReason: declineReason.codeOf('availability') });

  await page.goto('/provider/WorkQueues');
  await page.getByRole('link', { name: /^Referrals declined/ }).click();
  await page.getByRole('option', { name: nameOf(patient) }).click();
  await page.getByRole('button', { name: 'Refer again' }).click();
  const wizard = page.getByRole('dialog', { name: 'Request Patient Referral' });
  await expect(wizard.getByText('Follows the referral to Patel, Anjali')).toBeVisible();
  await chooseProvider(wizard, 'Patel, Anjali');
  await goToStep(wizard, 2);
  await wizard.getByRole('button', { name: 'Exit / Cancel' }).click();
  const question = page.getByRole('dialog', { name: referralTexts.exitTitle });
  await expectAccessible(page, 'leaving the wizard');
  await question.getByRole('button', { name: 'Keep draft' }).click();
  await expect(wizard).toBeHidden();

  // Continued from the patient page, it is still linked.
  await page.goto(`/provider/Patient/${patient.patientId}`);
  await page.getByRole('button', { name: 'New referral' }).click();
  const offer = page.getByRole('dialog', { name: 'Continue your draft?' });
  await expect(offer.getByText('Patel, Anjali')).toBeVisible();
  await expectAccessible(page, 'a draft that is offered');
  await offer.getByRole('button', { name: 'Continue draft' }).click();
  await expect(wizard.getByText('Follows the referral to Patel, Anjali')).toBeVisible();
  await goToStep(wizard, 3);
  await goToStep(wizard, 4);
  await goToStep(wizard, 5);
  await wizard.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('Referral sent')).toBeVisible();
  const { nextReferral } = await call(page.request, getReferral, { referralId });
  expect(nextReferral).toMatchObject({ status: 'pending' });
  expect((await call(page.request, getReferralDraft, { patientId: patient.patientId })).draft).toBeNull();
});
