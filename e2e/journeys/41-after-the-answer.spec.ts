import { declineReason } from '@careloop/contracts/codes';
import { getReferral, referralTexts } from '@careloop/contracts/referrals';
import { acceptReferral, declineReferral, processTexts } from '@careloop/contracts/referrals/processing';
import type { Locator } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findProvider, nameOf, sendReferral } from '../support/organization.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';
import { chooseProvider, goToStep } from '../support/wizard.ts';

async function fillTime(dialog: Locator, date: string, time: string): Promise<void> {
  await dialog.getByLabel('Appointment date').fill(date);
  await dialog.getByLabel('Appointment date').press('Tab');
  await dialog.getByLabel('Appointment time').fill(time);
  await dialog.getByLabel('Appointment time').press('Tab');
}

test('an appointment is logged, moved and canceled, and the referring side sees each change', async ({ openAs }) => {
  test.slow();
  const sender = await openAs('coordinator');
  const receiver = await openAs('drpatel');
  const { referralId, patient } = await sendReferral(sender, {
    patient: 'Russo',
    to: 'Patel',
    for: 'Nguyen',
    reason: 'Palpitations at rest, please evaluate.',
  });
  const name = nameOf(patient);
  await sender.goto(`/provider/Referrals?referralId=${referralId}`);
  const sent = sender.getByRole('option', { name, selected: true });
  await expect(sent).toContainText('Pending');
  await receiver.goto('/provider/WorkQueues');
  const item = receiver.getByRole('option', { name });

  await test.step('accepted without an appointment it is pending', async () => {
    await item.click();
    await receiver.getByRole('button', { name: 'Accept or decline' }).click();
    const dialog = receiver.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
    await dialog.getByRole('radio', { name: 'Accept' }).click();
    await expect(dialog.getByRole('combobox', { name: 'Provider' })).toHaveValue('Patel, Anjali');
    await dialog.getByRole('radio', { name: 'No', exact: true }).check();
    await dialog.getByRole('button', { name: 'Accept referral' }).click();
    await expect(item).toContainText('Pending');
    await expect(item).toContainText(/Encounter|Requested/);
    await expect(sent).toContainText('Accepted');
  });
  await test.step('then its appointment is logged', async () => {
    await receiver.getByRole('button', { name: 'Log appointment' }).click();
    const dialog = receiver.getByRole('dialog', { name: 'Log Appointment' });
    await expect(dialog).toContainText('They see the appointment right away.');
    await fillTime(dialog, '7/14/2031', '10:30');
    await dialog.getByRole('button', { name: 'Log appointment' }).click();
    await expect(sent).toContainText('Appointment 7/14/31 10:30 AM');
    await expect(sent).toContainText('Scheduled');
    await expect(item).toBeHidden();
  });
  await test.step('moved, but not into the past', async () => {
    // The dialog then opens before its providers have loaded.
    await receiver.reload();
    await receiver.getByRole('button', { name: 'Reschedule' }).click();
    const dialog = receiver.getByRole('dialog', { name: 'Reschedule Appointment' });
    await expect(dialog.getByRole('combobox', { name: 'Provider' })).toBeFocused();
    await expect(dialog.getByLabel('Patient', { exact: true })).toContainText(name);
    await fillTime(dialog, '7/14/2021', '9:00');
    await dialog.getByRole('button', { name: 'Reschedule' }).click();
    await expect(dialog.getByText(processTexts.appointmentPast)).toBeVisible();
    await expectAccessible(receiver, 'reschedule');
    await fillTime(dialog, '7/21/2031', '9:00');
    await dialog.getByRole('button', { name: 'Reschedule' }).click();
    await expect(dialog).toBeHidden();
    await expect(sent).toContainText('Appointment 7/21/31 9:00 AM');
    await expect(sender.getByRole('list', { name: 'Earlier appointments' })).toContainText('Canceled and Rescheduled');
  });
  await test.step('and canceled, which returns it to the queue', async () => {
    await receiver.getByRole('button', { name: 'Cancel appointment' }).click();
    const dialog = receiver.getByRole('dialog', { name: 'Cancel Appointment' });
    await dialog.getByLabel('Comment').fill('The clinic is closed that week.');
    await expectAccessible(receiver, 'cancel appointment');
    await dialog.getByRole('button', { name: 'Cancel appointment' }).click();
    await expect(dialog).toBeHidden();
    await receiver.getByRole('button', { name: '1 new' }).click();
    await expect(item).toContainText('Pending');
    await expect(receiver.getByRole('button', { name: 'Log appointment' })).toBeVisible();
    await expect(sent).toContainText('Accepted');
    await expect(section(sender, 'Comments')).toContainText('The clinic is closed that week.');
    await expect(section(sender, 'History')).toContainText('Appointment canceled');
  });
});

test('a missed visit is recorded, and the referral completed with a comment', async ({ openAs }) => {
  const sender = await openAs('drnguyen');
  const receiver = await openAs('drpatel');
  for (const page of [sender, receiver]) {
    await page.goto('/provider/Referrals?searchTerm=Dubois');
    await expect(page.getByRole('option', { name: /DUBOIS/ })).toContainText('Scheduled');
  }
  const sent = sender.getByRole('option', { name: /DUBOIS/ });
  await receiver.getByRole('button', { name: 'No-show' }).click();
  const missed = receiver.getByRole('dialog', { name: 'Record a No-Show' });
  await expectAccessible(receiver, 'no-show');
  await missed.getByRole('button', { name: 'Record no-show' }).click();
  await expect(sent).toContainText('No Show');
  await expect(sent).toContainText('Accepted');
  for (const next of ['Reschedule', 'Complete referral', 'Decline']) {
    await expect(receiver.getByRole('button', { name: next, exact: true })).toBeVisible();
  }
  await receiver.getByRole('button', { name: 'Complete referral' }).click();
  const complete = receiver.getByRole('dialog', { name: 'Complete Referral' });
  await complete.getByRole('button', { name: 'Complete referral' }).click();
  await expect(complete.getByText(processTexts.closingRequired)).toBeVisible();
  await complete.getByLabel('Comment').fill('Reached by phone: no further spells. Monitor not needed.');
  await complete.getByRole('button', { name: 'Complete referral' }).click();
  await expect(sent).toContainText('Completed');
  await expect(section(sender, 'Comments')).toContainText('Monitor not needed.');
});

test('a declined referral is sent again from a kept draft, and an exception shows its reason', async ({ openAs }) => {
  test.slow();
  const sender = await openAs('coordinator');
  const receiver = await openAs('drpatel');
  const { referralId, patient } = await sendReferral(sender, {
    patient: 'Jefferson',
    to: 'Patel',
    for: 'Washington',
    reason: 'New murmur, please evaluate.',
  });
  const name = nameOf(patient);
  await call(receiver.request, declineReferral, { referralId, declineReason: declineReason.codeOf('availability') });

  await test.step('its queue offers to refer again, and offers the saved draft', async () => {
    await sender.goto('/provider/WorkQueues');
    await sender.getByRole('link', { name: /^Referrals declined/ }).click();
    await sender.getByRole('option', { name }).click();
    await sender.getByRole('button', { name: 'Refer again' }).click();
    const wizard = sender.getByRole('dialog', { name: 'Request Patient Referral' });
    await expect(wizard.getByText('Follows the referral to Patel, Anjali')).toBeVisible();
    await chooseProvider(wizard, 'Patel, Anjali');
    await goToStep(wizard, 2);
    await wizard.getByRole('button', { name: 'Exit / Cancel' }).click();
    await sender.getByRole('button', { name: 'Keep draft' }).click();
    await expect(wizard).toBeHidden();
  });
  await test.step('continued from the patient page it is still linked', async () => {
    await sender.goto(`/provider/Patient/${patient.patientId}`);
    await sender.getByRole('button', { name: 'New referral' }).click();
    await sender.getByRole('button', { name: 'Continue draft' }).click();
    const wizard = sender.getByRole('dialog', { name: 'Request Patient Referral' });
    await expect(wizard.getByText('Follows the referral to Patel, Anjali')).toBeVisible();
    await goToStep(wizard, 3);
    await goToStep(wizard, 4);
    await goToStep(wizard, 5);
    await expect(wizard.getByText('Finish sends the referral to Patel, Anjali')).toBeVisible();
    await wizard.getByRole('button', { name: 'Finish' }).click();
    await expect(sender.getByText('Referral sent')).toBeVisible();
    const { nextReferral } = await call(sender.request, getReferral, { referralId });
    expect(nextReferral).toMatchObject({ status: 'pending' });
  });
  await test.step('if it is canceled after acceptance, its receiver sees why it is an exception', async () => {
    const { nextReferral } = await call(sender.request, getReferral, { referralId });
    if (nextReferral === null) throw new Error('It was not sent again');
    const provider = await findProvider(receiver, 'Patel');
    const accepted = { referralId: nextReferral.referralId, healthcareProviderId: provider.healthcareProviderId };
    await call(receiver.request, acceptReferral, accepted);
    await sender.goto(`/provider/Referrals?referralId=${nextReferral.referralId}`);
    await sender.getByRole('button', { name: 'Cancel referral' }).click();
    const question = sender.getByRole('dialog', { name: referralTexts.cancelTitle });
    await expect(question.getByLabel('Patient', { exact: true })).toContainText(name);
    await expect(question.getByLabel('Patient', { exact: true })).toContainText(`MRN ${patient.mrn}`);
    await expect(question.getByText('Patel, Anjali is notified')).toBeVisible();
    await expectAccessible(sender, 'cancel a referral');
    await question.getByRole('button', { name: referralTexts.cancelYes }).click();
    await expect(sender.getByText('Referral canceled')).toBeVisible();
    await receiver.goto('/provider/WorkQueues');
    await receiver.getByRole('link', { name: /^Referral exceptions/ }).click();
    await expect(receiver.getByRole('option', { name })).toContainText('Canceled after acceptance');
  });
});
