import { getReferralDraft } from '@careloop/contracts/referrals/drafts';
import { getUserConversations } from '@careloop/contracts/messages/conversations';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { countIn, messagesOf, startConversation, unreadBadge, unreadIn } from '../support/messages.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';
import { chooseProvider, chooseReferrer, goToStep, openWizard } from '../support/wizard.ts';

test('an unfinished referral is offered on another computer, and no longer once it is sent', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const elsewhere = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Lavoie');
  const wizard = await openWizard(page, patientId);
  await chooseReferrer(wizard, 'Nguyen, Linh');
  await chooseProvider(wizard, 'Patel, Anjali');
  await goToStep(wizard, 2);
  await wizard.getByLabel('Referral reason').fill('Palpitations on stairs.');
  await wizard.getByRole('button', { name: 'Exit / Cancel' }).click();
  const question = page.getByRole('dialog', { name: 'Are you sure you want to exit this referral?' });
  await expectAccessible(page, 'leaving the wizard');
  await question.getByRole('button', { name: 'Keep draft' }).click();
  await expect(page.getByText('Draft saved')).toBeVisible();
  await expect(wizard).toBeHidden();

  await elsewhere.goto(`/provider/Patient/${patientId}`);
  await elsewhere.getByRole('button', { name: 'New referral' }).click();
  const offer = elsewhere.getByRole('dialog', { name: 'Continue your draft?' });
  await expect(offer.getByText('Palpitations on stairs.')).toBeVisible();
  await expect(offer.getByText('Patel, Anjali')).toBeVisible();
  await expectAccessible(elsewhere, 'a draft that is offered');
  await offer.getByRole('button', { name: 'Continue draft' }).click();
  const continued = elsewhere.getByRole('dialog', { name: 'Request Patient Referral' });
  await expect(continued.getByRole('heading', { name: 'Step 2 of 5' })).toBeVisible();
  await expect(continued.getByLabel('Referral reason')).toHaveValue('Palpitations on stairs.');

  // In the meantime, the first window continues with it, too.
  await page.getByRole('button', { name: 'New referral' }).click();
  await page.getByRole('button', { name: 'Continue draft' }).click();
  await wizard.getByLabel('Referral reason').fill('Palpitations at rest.');
  await expect
    .poll(
      async () =>
        (await call(page.request, getReferralDraft, { patientId })).draft?.content.referralReason.referralReason,
    )
    .toBe('Palpitations at rest.');
  await continued.getByLabel('Referral reason').fill('Palpitations.');
  await expect(continued.getByText('This draft was changed in another window.')).toBeVisible();
  await continued.getByRole('button', { name: 'Reload' }).click();
  await expect(continued.getByLabel('Referral reason')).toHaveValue('Palpitations at rest.');

  await continued.getByRole('radio', { name: 'Routine, 30 days' }).click();
  await goToStep(continued, 3);
  await goToStep(continued, 4);
  await goToStep(continued, 5);
  await continued.getByRole('button', { name: 'Finish' }).click();
  await expect(elsewhere.getByText('Referral sent')).toBeVisible();
  expect((await call(elsewhere.request, getReferralDraft, { patientId })).draft).toBeNull();
});

test('the conversation that Messages selects stays unread until the user interacts with it', async ({ openAs }) => {
  const sender = await openAs('drrosenberg');
  const reader = await openAs('drobrien');
  await startConversation(sender, ["O'Brien", 'Medeiros', 'Caldwell'], 'The biopsy of Mrs. Tan is back.');
  await reader.goto('/provider/Messages');
  const row = reader.getByRole('option').first();
  await expect(row).toHaveAttribute('aria-selected', 'true');
  await expect(messagesOf(reader).getByText('The biopsy of Mrs. Tan is back.')).toBeInViewport();
  const { items } = await call(reader.request, getUserConversations, {});
  const key = items[0]?.conversationKey ?? '';
  const before = await unreadBadge(reader);
  // Longer than it takes to count as seen.
  await messagesOf(reader).evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
  expect(await unreadIn(reader, key)).toBe(1);
  await reader.reload();
  await expect(messagesOf(reader).getByText('The biopsy of Mrs. Tan is back.')).toBeInViewport();
  expect(await countIn(row)).toBe(1);

  await messagesOf(reader).click();
  await expect.poll(() => unreadIn(reader, key)).toBe(0);
  await expect(row).not.toContainText('unread');
  await expect.poll(() => unreadBadge(reader)).toBe(before - 1);
});

test('Enter selects the only match of a picker, and text without a selection stays and is marked', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Mohamed');
  const wizard = await openWizard(page, patientId);
  const referrer = wizard.getByLabel('Referred by');
  await referrer.fill('Nguyen, Linh');
  await referrer.press('Enter');
  await expect(referrer).toHaveValue('Nguyen, Linh');
  const name = wizard.getByRole('searchbox', { name: 'Provider name' });
  await name.fill('Venkataraman');
  await name.press('Enter');
  await expect(wizard.getByRole('button', { name: 'Change provider' })).toBeVisible();
  await goToStep(wizard, 2);

  await wizard.getByLabel('Referral reason').fill('Cough.');
  await wizard.getByRole('radio', { name: 'Routine, 30 days' }).click();
  const diagnosis = wizard.getByLabel('Diagnosis');
  // Without input, the patient's own conditions are offered.
  await diagnosis.click();
  await expect(page.getByRole('option', { name: /Patient’s condition/ }).first()).toBeVisible();
  await diagnosis.fill('no such thing');
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(wizard.getByText(/Nothing is selected for “no such thing”/)).toBeVisible();
  await expect(diagnosis).toHaveValue('no such thing');
  await expect(wizard.getByRole('heading', { name: 'Step 2 of 5' })).toBeVisible();
  await expectAccessible(page, 'a picker with text that chose nothing');
  await wizard.getByRole('button', { name: 'Clear' }).click();
  await goToStep(wizard, 3);
});
