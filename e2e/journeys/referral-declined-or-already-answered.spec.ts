import { declineReferral, processTexts } from '@careloop/contracts/referrals/processing';
import { getReferral } from '@careloop/contracts/referrals';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { openAnswerDialog } from '../support/menu.ts';
import { nameOf, sendReferral } from '../support/organization.ts';
import { blockRealtime } from '../support/realtime.ts';
import { section } from '../support/section.ts';
import { expect, test } from '../support/test.ts';

test.use({ reducedMotion: 'no-preference' });

test('a referral is declined with a reason, its sender sees it live, and the empty queue stays open', async ({
  openAs,
}) => {
  const sender = await openAs('coordinator');
  const receiver = await openAs('drnguyen');
  const { referralId, patient } = await sendReferral(sender, {
    patient: 'Jefferson',
    to: 'Nguyen',
    for: 'Washington',
    reason: 'Wishes primary care closer to home.',
  });
  await sender.goto(`/provider/Referrals?referralId=${referralId}`);
  const row = sender.getByRole('option', { name: nameOf(patient) }).filter({ hasText: '→ Nguyen, Linh' });
  await expect(row).toContainText('Pending');

  await receiver.goto('/provider/WorkQueues');
  await expect(receiver.getByRole('option')).toHaveText([new RegExp(nameOf(patient))]);
  await openAnswerDialog(receiver);
  const dialog = receiver.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
  await expect(dialog.getByRole('radio', { name: 'Accept' })).toBeFocused();
  await dialog.getByRole('radio', { name: 'Decline' }).click();
  await dialog.getByLabel('Decline reason').click();
  await receiver.getByRole('option', { name: 'Other' }).click();
  await dialog.getByRole('button', { name: 'Decline referral' }).click();
  await expect(dialog.getByText(processTexts.declineOtherRequired)).toBeVisible();
  await expectAccessible(receiver, 'process referral, declining');
  const comment = dialog.getByRole('textbox', { name: 'Comment', exact: true });
  await comment.fill('Back in January.');
  await test.step('the dialog keeps its text when the window becomes narrow and wide again', async () => {
    for (const width of [700, 1280]) {
      await receiver.setViewportSize({ width, height: 720 });
      await expect(receiver.getByRole('button', { name: 'Back to list' })).toHaveCount(width === 700 ? 1 : 0);
      await expect(comment).toHaveValue('Back in January.');
    }
  });
  await dialog.getByRole('button', { name: 'Decline referral' }).click();
  await expect(receiver.getByText('Referral declined', { exact: true })).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(receiver.getByText('All done')).toBeVisible();
  await expect(receiver.getByRole('heading', { name: 'Referrals to process' })).toBeVisible();
  await expect(receiver.getByText('That was the last item on this page.')).toBeVisible();

  await expect(row).toContainText('Declined');
  await expect(sender.getByText('Other: Back in January.')).toBeVisible();
  await expect(section(sender, 'History')).toContainText('Linh Nguyen');
});

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
  const note = 'I can see her on Thursday; please bring the monitor report.';
  await physician.goto('/provider/WorkQueues');
  await physician.getByRole('option', { name: nameOf(patient) }).click();
  await openAnswerDialog(physician);
  const dialog = physician.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
  await dialog.getByRole('radio', { name: 'Accept' }).click();
  await dialog.getByLabel('Authorization code').fill('AUTH-4471');
  await dialog.getByRole('radio', { name: 'No' }).check();
  await dialog.getByLabel('Add a note').fill(note);
  await call(office.request, declineReferral, { referralId, declineReason: 1 });

  await dialog.getByRole('button', { name: 'Accept referral' }).click();
  const changed = dialog.getByText('This referral has changed since you opened it');
  await expect(changed).toBeVisible();
  await expect(dialog.getByText('Carla Medeiros declined it')).toBeVisible();
  await expectAccessible(physician, 'process referral, changed by somebody else');
  await dialog.getByRole('button', { name: 'Reload the referral' }).click();
  await expect(changed).toBeHidden();
  await expect(dialog.getByRole('radio', { name: 'Accept' })).toBeDisabled();
  await expect(dialog.getByLabel('Authorization code')).toHaveValue('AUTH-4471');
  await expect(dialog.getByRole('radio', { name: 'No' })).toBeChecked();
  await expect(dialog.getByLabel('Add a note')).toHaveValue(note);
  expect((await call(sender.request, getReferral, { referralId })).status).toBe('declined');
});
