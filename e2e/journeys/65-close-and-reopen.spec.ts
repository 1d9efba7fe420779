import { acceptReferral, cancelReferral, processTexts } from '@careloop/contracts/referrals/processing';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { nameOf, ordinaryReferral, sendReferral } from '../support/organization.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';
import { chooseProvider, goToStep } from '../support/wizard.ts';

test('a referral is answered, closed with a consult note, reopened, canceled and sent again', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const receiver = await openAs('drpatel');
  const { referralId, patient } = await sendReferral(sender, ordinaryReferral);
  const name = nameOf(patient);
  await call(receiver.request, acceptReferral, { referralId });
  for (const page of [sender, receiver]) {
    await page.goto(`/provider/Referrals?referralId=${referralId}`);
    await expect(page.getByRole('option', { name, selected: true })).toContainText('Accepted');
  }

  await test.step('the referring side requests a reply, and the receiver replies', async () => {
    await sender.getByLabel('Add a comment').fill('When will she be seen?');
    await sender.getByRole('checkbox', { name: 'Ask the receiving side for a reply' }).check();
    await sender.getByRole('button', { name: 'Add comment' }).click();
    await expect(receiver.getByRole('option', { name, selected: true })).toContainText('Your reply is awaited');
    await expect(receiver.getByText('Your reply is awaited').last()).toBeVisible();
    await expect(sender.getByText('Receiver owes a reply').first()).toBeVisible();
    await receiver.getByLabel('Reply', { exact: true }).fill('She was seen this morning.');
    await receiver.getByRole('button', { name: 'Send reply' }).click();
    await expect(section(sender, 'Comments')).toContainText('She was seen this morning.');
    await expect(sender.getByText('Receiver owes a reply')).toHaveCount(0);
  });
  await test.step('the receiver closes it with a note from the chart', async () => {
    await receiver.getByRole('button', { name: 'Complete referral' }).click();
    const dialog = receiver.getByRole('dialog', { name: 'Complete Referral' });
    await dialog.getByRole('button', { name: 'Complete referral' }).click();
    await expect(dialog.getByText(processTexts.closingRequired)).toBeVisible();
    const notes = dialog.getByRole('combobox', { name: 'Consult notes' });
    await notes.press('ArrowDown');
    await expect(receiver.getByRole('listbox', { name: 'Consult notes' })).toBeVisible();
    await notes.press('ArrowDown');
    await notes.press('Enter');
    await notes.press('Tab');
    await expectAccessible(receiver, 'complete a referral');
    await dialog.getByLabel('Comment').fill('No arrhythmia found.');
    await dialog.getByRole('button', { name: 'Complete referral' }).click();
    await expect(dialog).toBeHidden();
    await expect(sender.getByRole('option', { name, selected: true })).toContainText('Completed');
    await expect(section(sender, 'History')).toContainText('Consult note attached');
    await expect(section(sender, 'Consult notes')).toBeVisible();
  });
  await test.step('the referring side reopens it and says what is missing', async () => {
    await sender.getByRole('button', { name: 'Reopen' }).click();
    const dialog = sender.getByRole('dialog', { name: 'Reopen Referral' });
    await dialog.getByRole('button', { name: 'Reopen referral' }).click();
    await expect(dialog.getByText(processTexts.reopenReasonRequired)).toBeVisible();
    await dialog.getByLabel('What is still missing?').fill('The ECG is missing.');
    await expectAccessible(sender, 'reopen a referral');
    await dialog.getByRole('button', { name: 'Reopen referral' }).click();
    await expect(dialog).toBeHidden();
    await expect(section(receiver, 'History')).toContainText('The ECG is missing.');
    await expect(receiver.getByRole('option', { name, selected: true })).toContainText('Accepted');
  });
  await test.step('a canceled referral is referred again, linked', async () => {
    await call(sender.request, cancelReferral, { referralId });
    await sender.getByRole('button', { name: 'Refer again' }).click();
    await expect(sender.getByText('Follows the referral to Patel, Anjali')).toBeVisible();
    const wizard = sender.getByRole('dialog', { name: 'Request Patient Referral' });
    await chooseProvider(wizard, 'Patel, Anjali');
    for (const step of [2, 3, 4, 5] as const) await goToStep(wizard, step);
    await wizard.getByRole('button', { name: 'Finish' }).click();
    await expect(sender.getByRole('link', { name: /^Patel, Anjali, sent/ })).toBeVisible();
  });
});
