import { acceptReferral, addReferralComment } from '@careloop/contracts/referrals/processing';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { nameOf, sendReferral } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

test('the sender sees answered referrals at once, can filter them, and opening one marks it read', async ({
  openAs,
}) => {
  const sender = await openAs('coordinator');
  const receiver = await openAs('drpatel');
  const { referralId, patient } = await sendReferral(sender, {
    patient: 'Russo',
    to: 'Patel',
    for: 'Nguyen',
    reason: 'Palpitations at rest, please evaluate.',
  });
  await sender.goto('/provider/Referrals');
  const row = sender.getByRole('option', { name: nameOf(patient) }).first();
  await expect(row).toContainText('Pending');
  const link = sender.getByRole('navigation').getByRole('link', { name: /^Referrals/ });
  await expect(link).toHaveAccessibleName('Referrals');

  await call(receiver.request, acceptReferral, { referralId });
  await expect(row).toContainText('New answer');
  await expect(link).toHaveAccessibleName(/1 unread answer\b/);
  await expectAccessible(sender, 'referrals with a new answer');
  await sender.getByText('New answers (1)').click();
  await expect(sender).toHaveURL(/unread=true/);
  await expect(sender.getByRole('option')).toHaveCount(1);
  await expect(row).toContainText('New answer');
  await row.click();
  await expect(link).toHaveAccessibleName('Referrals');
  await expect(sender.getByRole('heading', { name: 'History' })).toBeVisible();

  // An answer that arrives while the referral is open is marked read at once.
  await call(receiver.request, addReferralComment, { referralId, comment: 'Please bring the tracing.' });
  await expect(sender.getByText('Please bring the tracing.').first()).toBeVisible();
  await expect(link).toHaveAccessibleName('Referrals');
});
