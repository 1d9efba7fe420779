import { expectAccessible } from '../support/accessibility.ts';
import { nameOf, sendReferral } from '../support/organization.ts';
import { runStatement } from '../support/people.ts';
import { expect, test } from '../support/test.ts';

test('if a client does not manage referrals, users read and answer the requests they take part in', async ({
  openAs,
}) => {
  const sender = await openAs('coordinator');
  const { referralId, patient } = await sendReferral(sender, {
    patient: 'Russo',
    to: 'Patel',
    for: 'Nguyen',
    reason: 'Palpitations at rest, please evaluate.',
  });
  await sender.goto('/provider/referrals-lite');
  await expect(sender).toHaveURL('/provider/Referrals');
  await expect(sender.getByRole('link', { name: 'Referral Requests' })).toHaveCount(0);

  await runStatement(`delete from client_feature where feature = $1`, ['canManageReferrals']);
  const receiver = await openAs('drpatel');
  await receiver.goto('/provider');
  await receiver.getByRole('link', { name: 'Referral Requests' }).click();
  await expect(receiver).toHaveTitle(/Referral Requests$/);
  await expect(receiver.getByRole('link', { name: 'Referrals', exact: true })).toHaveCount(0);
  await expect(receiver.getByRole('heading', { name: 'Referral Requests' })).toBeVisible();
  await expect(receiver.getByRole('button', { name: 'Export CSV' })).toHaveCount(0);
  await receiver.goto(`/provider/Referrals?referralId=${referralId}`);
  await expect(receiver).toHaveURL(`/provider/referrals-lite?referralId=${referralId}`);

  await receiver.getByText('Incoming', { exact: true }).click();
  await expect(receiver).toHaveURL(/direction=1/);
  const row = receiver
    .getByRole('listbox', { name: 'Referral Requests' })
    .getByRole('option', { name: nameOf(patient) });
  await row.click();
  await expect(row).toContainText('Pending');
  await expectAccessible(receiver, 'referral requests');

  await receiver.getByRole('button', { name: 'Accept or decline' }).click();
  const dialog = receiver.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
  await dialog.getByRole('radio', { name: 'Decline' }).click();
  await dialog.getByLabel('Decline reason').click();
  await receiver.getByRole('option', { name: 'Availability' }).click();
  await dialog.getByRole('button', { name: 'Decline referral' }).click();
  await expect(receiver.getByText('Referral declined')).toBeVisible();
  await expect(row).toContainText('Declined');
});
