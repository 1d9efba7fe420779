import { getReferral } from '@careloop/contracts/referrals';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { nameOf, sendReferral } from '../support/organization.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';

test('a visit after the due time causes a warning before it is logged, and both sides see it', async ({ openAs }) => {
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
  await receiver.goto(`/provider/Referrals?referralId=${referralId}`);
  await receiver.getByRole('button', { name: 'Accept or decline' }).click();
  const dialog = receiver.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
  await dialog.getByRole('radio', { name: 'Accept' }).click();
  await dialog.getByRole('radio', { name: 'Yes', exact: true }).check();

  await test.step('the interpretation of a time is shown while it is typed', async () => {
    await dialog.getByLabel('Appointment date').fill('7/14/2031');
    await dialog.getByLabel('Appointment date').press('Tab');
    await dialog.getByLabel('Appointment time').fill('9');
    await expect(dialog.getByText('The visit is on Monday, 7/14/31 9:00 AM.')).toBeVisible();
    await expect(dialog.getByText('This is after the due time of the referral')).toBeVisible();
    await expectAccessible(receiver, 'a visit after the due time');
  });
  await dialog.getByRole('button', { name: 'Accept referral' }).click();
  await expect(dialog).toBeHidden();
  for (const page of [sender, receiver]) {
    const row = page.getByRole('option', { name, selected: true });
    await expect(row).toContainText('Appointment 7/14/31 9:00 AM, after due time');
    await expect(section(page, 'Appointment')).toContainText('after the due time');
  }
  const { appointment } = await call(sender.request, getReferral, { referralId });
  expect(new Date(appointment?.appointmentTime ?? '').getUTCFullYear()).toBe(2031);
});
