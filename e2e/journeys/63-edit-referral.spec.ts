import { referralTexts } from '@careloop/contracts/referrals';

import { expectAccessible } from '../support/accessibility.ts';
import { nameOf, ordinaryReferral, sendReferral } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';
import { goToStep } from '../support/wizard.ts';

test('a sent referral is edited, its urgency changed, and canceled from the wizard, visible to its receiver', async ({
  openAs,
}) => {
  const sender = await openAs('coordinator');
  const receiver = await openAs('drpatel');
  const { referralId, patient } = await sendReferral(sender, ordinaryReferral);
  const name = nameOf(patient);
  await receiver.goto('/provider/WorkQueues');
  await receiver.getByRole('option', { name }).click();
  const received = receiver.getByRole('article', { name: `Referral of ${patient.firstName} ${patient.lastName}` });
  await expect(received).toContainText('Routine');
  await expect(received.getByRole('button', { name: 'Edit referral' })).toHaveCount(0);
  await sender.goto(`/provider/Referrals?referralId=${referralId}`);
  const history = sender.getByRole('list', { name: 'History of the referral' });
  const wizard = sender.getByRole('dialog', { name: 'Edit Patient Referral' });
  const edit = async () => {
    await sender.getByRole('button', { name: 'Edit referral' }).click();
    await expect(wizard.getByRole('heading', { name: 'Step 1 of 5' })).toBeFocused();
  };

  await test.step('in the five steps of the wizard', async () => {
    await edit();
    await expect(wizard.getByLabel('Referred by')).toHaveValue('Nguyen, Linh');
    await expect(wizard.getByText('Patel, Anjali').first()).toBeVisible();
    await expectAccessible(sender, 'edit, step 1');
    await goToStep(wizard, 2);
    await wizard.getByLabel('Referral reason').fill('Palpitations and syncope.');
    await wizard.getByRole('radio', { name: 'STAT, 24 hours' }).click();
    const alert = sender.getByRole('dialog', { name: 'Referral Urgency Alert' });
    await sender.keyboard.press('Enter');
    await expect(alert).toBeHidden();
    for (const step of [3, 4, 5] as const) await goToStep(wizard, step);
    await expect(wizard.getByText('Please call referred to office directly!')).toBeVisible();
    await expect(wizard.getByRole('link', { name: /^\(508\)/ })).toBeVisible();
    await wizard.getByRole('button', { name: 'Finish' }).click();
    await expect(sender.getByText('Referral updated')).toBeVisible();
    await expect(wizard).toBeHidden();
  });
  await test.step('the history shows the changes, and the receiver sees them at once', async () => {
    const last = history.getByRole('listitem').filter({ hasText: 'Changed' }).first();
    await expect(last).toContainText(`${ordinaryReferral.reason} → Palpitations and syncope.`);
    await expect(last).toContainText('Urgency: Routine → STAT');
    await expect(last).toContainText('counted from this change');
    await expect(received).toContainText('Changed by Renée Caldwell');
    await expect(received).toContainText('STAT');
    await expect(received).toContainText('Due in 23 hours');
  });

  await test.step('only its urgency is changed', async () => {
    await sender.getByRole('button', { name: 'Change urgency' }).click();
    const dialog = sender.getByRole('dialog', { name: 'Change Urgency' });
    await expect(dialog.getByRole('button', { name: 'Change urgency' })).toBeDisabled();
    await dialog.getByRole('radio', { name: 'Routine, 30 days' }).check();
    await expectAccessible(sender, 'change urgency');
    await dialog.getByRole('button', { name: 'Change urgency' }).click();
    await expect(sender.getByText('Urgency changed')).toBeVisible();
    await expect(received).toContainText('Urgency: STAT → Routine');
  });

  await test.step('it is canceled from the wizard after a confirmation', async () => {
    await edit();
    await wizard.getByRole('button', { name: 'Cancel Referral' }).click();
    const cancel = sender.getByRole('dialog', { name: referralTexts.cancelTitle });
    await cancel.getByRole('button', { name: referralTexts.cancelYes }).click();
    await expect(sender.getByText('Referral canceled')).toBeVisible();
    await expect(wizard).toBeHidden();
    await expect(history).toContainText('Canceled');
  });
});
