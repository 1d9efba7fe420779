import { processTexts } from '@careloop/contracts/referrals/processing';

import { expectAccessible } from '../support/accessibility.ts';
import { nameOf, sendReferral } from '../support/organization.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';

test('a referral is declined with a reason, and its sender sees it live', async ({ openAs }) => {
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
  const row = sender.getByRole('option', { name });
  await expect(row).toContainText('Pending');

  await receiver.goto('/provider/WorkQueues');
  await receiver.getByRole('option', { name }).click();
  await receiver.getByRole('button', { name: 'Accept or decline' }).click();
  const dialog = receiver.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
  await expect(dialog.getByRole('radio', { name: 'Accept' })).toBeFocused();
  await dialog.getByRole('radio', { name: 'Decline' }).click();
  const comment = dialog.getByRole('textbox', { name: 'Comment', exact: true });
  const submit = dialog.getByRole('button', { name: 'Decline referral' });
  await submit.click();
  await expect(dialog.getByText(processTexts.declineReasonRequired)).toBeVisible();
  await dialog.getByLabel('Decline reason').click();
  await receiver.getByRole('option', { name: 'Other' }).click();
  await submit.click();
  await expect(dialog.getByText(processTexts.declineOtherRequired)).toBeVisible();
  await expectAccessible(receiver, 'process referral, declining');
  await comment.fill('x'.repeat(251));
  await submit.click();
  await expect(dialog.getByText(processTexts.declineOtherTooLong)).toBeVisible();
  await comment.fill('Known to our Westborough colleagues; please send him there.');
  await submit.click();
  await expect(receiver.getByText('Referral declined')).toBeVisible();
  await expect(dialog).toBeHidden();

  await test.step('the sender sees it live, and finds it among the declined', async () => {
    await expect(row).toContainText('Declined');
    await expect(sender.getByText('Other: Known to our Westborough colleagues')).toBeVisible();
    await expect(section(sender, 'History')).toContainText('Anjali Patel');
    await expectAccessible(sender, 'referrals, a declined one');
    await sender.getByRole('combobox', { name: 'Status' }).click();
    await sender.getByRole('option', { name: /^Declined/ }).click();
    await expect(sender).toHaveURL('/provider/Referrals?status=declined');
    await expect(row).toContainText('Declined');
    await expect(sender.getByRole('listbox', { name: 'Referrals' }).getByText('Pending')).toHaveCount(0);
  });
  await test.step('it waits in the queue of declined referrals', async () => {
    await sender.goto('/provider/WorkQueues');
    await sender.getByRole('link', { name: /^Referrals declined/ }).click();
    await expect(row).toContainText('Declined');
  });
});

test('after the last item of a queue is done, the queue stays open', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const receiver = await openAs('drnguyen');
  const { patient } = await sendReferral(sender, {
    patient: 'Jefferson',
    to: 'Nguyen',
    for: 'Washington',
    reason: 'Wishes primary care closer to home.',
  });
  await receiver.goto('/provider/WorkQueues');
  await expect(receiver.getByRole('option')).toHaveText([new RegExp(nameOf(patient))]);
  await receiver.getByRole('button', { name: 'Accept or decline' }).click();
  const dialog = receiver.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
  await dialog.getByRole('radio', { name: 'Decline' }).click();
  await dialog.getByLabel('Decline reason').click();
  await receiver.getByRole('option', { name: 'Other' }).click();
  await dialog.getByRole('textbox', { name: 'Comment', exact: true }).fill('Back in January.');
  await test.step('the dialog keeps its text when the window becomes narrow and wide again', async () => {
    for (const width of [700, 1280]) {
      await receiver.setViewportSize({ width, height: 720 });
      await expect(receiver.getByRole('button', { name: 'Back to list' })).toHaveCount(width === 700 ? 1 : 0);
      await expect(dialog.getByRole('textbox', { name: 'Comment', exact: true })).toHaveValue('Back in January.');
    }
  });
  await dialog.getByRole('button', { name: 'Decline referral' }).click();
  await expect(dialog).toBeHidden();

  await expect(receiver.getByText('All done')).toBeVisible();
  await expect(receiver.getByRole('heading', { name: 'Referrals to process' })).toBeVisible();
  await expect(receiver.getByText('That was the last item on this page.')).toBeVisible();
});
