import { processTexts } from '@careloop/contracts/referrals/processing';
import type { Locator } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { nameOf, sendReferral } from '../support/organisation.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';

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

  await test.step('accepted without an appointment it is pending work', async () => {
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
    const dialog = receiver.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
    await fillTime(dialog, '7/14/2031', '10:30');
    await dialog.getByRole('button', { name: 'Log appointment' }).click();
    await expect(sent).toContainText('Appointment 7/14/31 10:30 AM');
    await expect(sent).toContainText('Scheduled');
    await expect(item).toBeHidden();
  });
  await test.step('moved, but not into the past', async () => {
    await receiver.getByRole('button', { name: 'Reschedule' }).click();
    const dialog = receiver.getByRole('dialog', { name: 'Reschedule Appointment' });
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
  await test.step('and canceled, which brings it back', async () => {
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
    await expectAccessible(sender, 'referrals, an appointment canceled');
  });
});

test('a visit that was missed is recorded, and the referral completed with a comment', async ({ openAs }) => {
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
  await expect(complete.getByText(processTexts.commentRequired)).toBeVisible();
  await complete.getByLabel('Comment').fill('Reached by phone: no further spells. Monitor not needed.');
  await complete.getByRole('button', { name: 'Complete referral' }).click();
  await expect(sent).toContainText('Completed');
  await expect(section(sender, 'Comments')).toContainText('Monitor not needed.');
});
