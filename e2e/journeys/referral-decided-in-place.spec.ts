import { listReferrals } from '@careloop/contracts/referrals';
import { acceptReferral } from '@careloop/contracts/referrals/processing';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { countEffort, takeEffort } from '../support/effort.ts';
import { findProvider, nameOf, ordinaryReferral, sendReferral } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

const visit = { date: '7/14/2031', time: '10:30 AM' };

async function openItem(page: Page, name: string): Promise<void> {
  await page.goto('/provider/WorkQueues');
  await page.getByRole('option', { name }).first().click();
  await expect(page.getByRole('button', { name: 'Accept', exact: true })).toBeVisible();
  await takeEffort(page);
}

test('a referral is accepted with a date in two clicks or two keys, and the clash of a second one is said before', async ({
  openAs,
}) => {
  const sender = await openAs('coordinator');
  const receiver = await openAs('drpatel');
  await countEffort(receiver);
  const { patient } = await sendReferral(sender, ordinaryReferral);
  const other = await sendReferral(sender, { ...ordinaryReferral, patient: 'Andrade' });
  const line = receiver.getByRole('form', { name: 'Accept with an appointment' });

  await test.step('with the keyboard', async () => {
    await openItem(receiver, nameOf(patient));
    await receiver.keyboard.press('a');
    await expect(line.getByLabel('Appointment date')).toBeFocused();
    await expect(line.getByRole('combobox', { name: 'Provider' })).toHaveValue('Patel, Anjali');
    // The street is in the field and the town below it, so that a narrow field cuts neither.
    const address = line.getByRole('combobox', { name: 'Appointment address' });
    await expect(address).toHaveValue(/^50 Belmont Terrace, Suite 310/);
    await expect(address).toHaveAccessibleDescription('Worcester, MA 01605');
    await receiver.keyboard.type(visit.date);
    // Said for the day alone.
    await expect(line.getByText(/^This is after the due time of the referral/)).toBeVisible();
    await receiver.keyboard.press('Tab');
    await receiver.keyboard.press('Tab');
    await expect(line.getByLabel('Appointment time')).toBeFocused();
    await receiver.keyboard.type(visit.time);
    await expect(line.getByText('Anjali Patel has no other appointments that day.')).toBeVisible();
    await expectAccessible(receiver, 'accepting a referral in place');
    await receiver.keyboard.press('Enter');
    await expect(receiver.getByText('Referral accepted', { exact: true })).toBeVisible();
    expect(await takeEffort(receiver)).toEqual({ clicks: 0, keys: 2 });
    await expect(receiver.getByText('Referral accepted', { exact: true })).toBeFocused();
    await expect(receiver.getByRole('button', { name: /^Next item/ })).toBeVisible();
  });

  await test.step('with the mouse', async () => {
    await openItem(receiver, nameOf(other.patient));
    await receiver.getByRole('button', { name: 'Accept', exact: true }).click();
    await expect(line.getByLabel('Appointment date')).toBeFocused();
    await receiver.keyboard.type(visit.date);
    await receiver.keyboard.press('Tab');
    await receiver.keyboard.press('Tab');
    await receiver.keyboard.type('10:20 AM');
    await expect(line.getByText('Anjali Patel already has an appointment at 10:30 AM.')).toBeVisible();
    await line.getByRole('button', { name: 'Accept referral' }).click();
    await expect(receiver.getByText('Referral accepted', { exact: true })).toBeVisible();
    expect(await takeEffort(receiver)).toEqual({ clicks: 2, keys: 0 });
  });
});

test('a referral is accepted without a date in one click, and closed in two', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const receiver = await openAs('drpatel');
  await countEffort(receiver);
  const { patient, referralId } = await sendReferral(sender, ordinaryReferral);
  await openItem(receiver, nameOf(patient));
  await receiver.getByRole('button', { name: 'Accept, date later' }).click();
  await expect(receiver.getByText('Referral accepted', { exact: true })).toBeVisible();
  expect(await takeEffort(receiver)).toEqual({ clicks: 1, keys: 0 });

  await expect(receiver.getByText('Referral accepted', { exact: true })).toBeFocused();
  await receiver.getByRole('button', { name: 'Close referral' }).click();
  const dialog = receiver.getByRole('dialog', { name: 'Close Referral' });
  await expect(dialog.getByLabel('Comment')).toBeFocused();
  await receiver.keyboard.type('Seen by phone, no visit needed.');
  // The open list leaves the buttons free.
  await dialog.getByRole('combobox', { name: 'Consult notes' }).focus();
  await receiver.keyboard.press('ArrowDown');
  await expect(receiver.getByRole('option', { name: /Progress Note/ }).first()).toBeVisible();
  await dialog.getByRole('button', { name: 'Close referral' }).click();
  await expect(dialog).toBeHidden();
  expect((await takeEffort(receiver)).clicks).toBe(2);
  await expect(receiver.getByText('Referral closed', { exact: true })).toBeFocused();
  await receiver.getByRole('button', { name: /^Next item/ }).click();
  await expect(receiver.getByRole('heading', { level: 2 }).first()).toBeFocused();
  const { items } = await call(sender.request, listReferrals, { patientId: patient.patientId });
  expect(items.find((one) => one.referralId === referralId)?.answer?.text).toBe('Seen by phone, no visit needed.');
});

test('a referral is declined in three clicks with a colleague to ask instead', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const receiver = await openAs('drpatel');
  await countEffort(receiver);
  const { patient, referralId } = await sendReferral(sender, ordinaryReferral);
  await openItem(receiver, nameOf(patient));
  const line = receiver.getByRole('form', { name: 'Decline' });

  await test.step('the form is left without an answer, and the focus returns', async () => {
    await receiver.keyboard.press('d');
    await expect(line.getByRole('radio', { name: 'Availability' })).toBeFocused();
    await receiver.keyboard.press('Escape');
    await expect(line).toBeHidden();
    await expect(receiver.getByRole('button', { name: 'Accept', exact: true })).toBeFocused();
    await takeEffort(receiver);
  });
  await receiver.getByRole('button', { name: 'Decline', exact: true }).click();
  const colleague = line.getByRole('radio', { name: 'Al-Rashid, Fatima' });
  await expect(colleague).toBeVisible();
  await expect(line.getByText(/Westborough/)).toBeVisible();
  await expectAccessible(receiver, 'declining a referral in place');
  await line.getByRole('radio', { name: 'Insurance acceptance' }).click();
  await line.getByRole('button', { name: 'Decline referral' }).hover();
  expect(await takeEffort(receiver)).toEqual({ clicks: 2, keys: 0 });
  await colleague.check();
  await line.getByRole('button', { name: 'Decline referral' }).click();
  await expect(receiver.getByText('Referral declined', { exact: true })).toBeVisible();
  // The colleague took one of them.
  expect(await takeEffort(receiver)).toEqual({ clicks: 2, keys: 0 });

  await sender.goto(`/provider/Referrals?referralId=${referralId}`);
  await expect(sender.getByText('Suggested instead:')).toContainText('Al-Rashid, Fatima');
  await expect(sender.getByText('Next: refer again to Al-Rashid, Fatima or another provider.')).toBeVisible();
});

test('an appointment that a colleague logged meanwhile is not logged again', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const receiver = await openAs('drpatel');
  const { patient, referralId } = await sendReferral(sender, ordinaryReferral);
  const { healthcareProviderId, address } = await findProvider(receiver, 'Patel');
  await countEffort(receiver);
  await openItem(receiver, nameOf(patient));
  await receiver.keyboard.press('a');
  const line = receiver.getByRole('form', { name: 'Accept with an appointment' });
  await line.getByLabel('Appointment date').fill(visit.date);
  await call(receiver.request, acceptReferral, {
    referralId,
    healthcareProviderId,
    appointmentAddressId: address?.addressId,
    appointmentTime: '2031-07-15T14:00:00Z',
  });
  await expect(line.getByText('This referral has changed since you opened it')).toBeVisible();
  await expect(line.getByRole('button', { name: 'Accept referral' })).toBeDisabled();
});

test('a decline that is being written is not replaced by another form without asking', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const receiver = await openAs('drpatel');
  await countEffort(receiver);
  const { patient } = await sendReferral(sender, ordinaryReferral);
  await openItem(receiver, nameOf(patient));
  const accept = receiver.getByRole('button', { name: 'Accept', exact: true });
  await receiver.getByRole('button', { name: 'Decline', exact: true }).click();
  const line = receiver.getByRole('form', { name: 'Decline' });
  await line.getByRole('radio', { name: /^Other/ }).click();
  const comment = line.getByRole('textbox', { name: /Comment/ });
  await comment.fill('She lives two hours away.');
  await accept.click();
  await receiver.getByRole('dialog').getByRole('button', { name: 'No', exact: true }).click();
  await expect(comment).toHaveValue('She lives two hours away.');
  await accept.click();
  await receiver.getByRole('dialog').getByRole('button', { name: 'Yes', exact: true }).click();
  await expect(line).toBeHidden();
  const visit = receiver.getByRole('form', { name: 'Accept with an appointment' });
  await expect(visit.getByLabel('Appointment date')).toBeFocused();
  await expect(visit.getByText('Appointment date is required')).toBeHidden();
});
