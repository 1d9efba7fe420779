import { referralTexts } from '@careloop/contracts/referrals';

import { expectAccessible } from '../support/accessibility.ts';
import { findPatient, nameOf, sendReferral } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';
import { chooseProvider } from '../support/wizard.ts';

test('the wizard asks before discarding selections', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Mohamed');
  await page.goto(`/provider/Patients?searchTerm=${patient.mrn}`);
  await page
    .getByRole('region', { name: 'Patients' })
    .getByRole('link', { name: nameOf(patient) })
    .click();
  await page.getByRole('button', { name: 'New referral' }).click();
  const wizard = page.getByRole('dialog', { name: 'Request Patient Referral' });
  await chooseProvider(wizard, 'Lindgren, Zoë');

  const question = page.getByRole('dialog', { name: referralTexts.exitTitle });
  await wizard.getByRole('button', { name: 'Exit / Cancel' }).click();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();

  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await expect(page).toHaveURL(`/provider/Patient/${patient.patientId}`);
  await expect(wizard.getByRole('button', { name: 'Change provider' })).toBeVisible();

  await wizard.getByRole('button', { name: 'Close' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(wizard).toBeHidden();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'My Patients' })).toBeVisible();
});

test('no answer is discarded without asking, and documents open in a separate dialog', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const receiver = await openAs('drobrien');
  const { patient } = await sendReferral(sender, {
    patient: 'Lavoie',
    to: "O'Brien",
    for: 'Nguyen',
    reason: 'Hip pain, osteoporosis.',
    withDocument: true,
  });
  await receiver.goto('/provider/WorkQueues');
  await receiver.getByRole('option', { name: nameOf(patient) }).click();

  await receiver.getByRole('list', { name: 'Attached documents' }).getByRole('button').click();
  const documents = receiver.getByRole('dialog', { name: 'Documents' });
  await expect(documents.getByRole('region', { name: /^Text of / })).toContainText(patient.mrn);
  await expectAccessible(receiver, 'documents of a referral');
  await receiver.keyboard.press('Escape');
  await expect(documents).toBeHidden();

  await receiver.getByRole('button', { name: 'Accept or decline' }).click();
  const dialog = receiver.getByRole('dialog', { name: 'Accept or Decline Referral Request' });
  await dialog.getByRole('radio', { name: 'Decline' }).click();
  await receiver.keyboard.press('Escape');
  const question = receiver.getByRole('dialog', { name: 'Are you sure you want to cancel?' });
  await expect(question.getByText('You have unsaved changes that will be lost.')).toBeVisible();
  await expectAccessible(receiver, 'leaving an answer');
  await question.getByRole('button', { name: 'Yes' }).click();
  await expect(dialog).toBeHidden();
});

test('keyboard shortcuts and application details are shown', async ({ openAs }) => {
  const page = await openAs('admin');
  await page.goto('/provider/Referrals');
  await expect(page.getByRole('article')).toBeVisible();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Next item')).toBeVisible();
  await expectAccessible(page, 'keyboard shortcuts');
  await keys.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: /account and settings$/ }).click();
  await page.getByRole('menuitem', { name: 'Application details' }).click();
  await expect(page.getByRole('dialog', { name: 'Application Details' }).getByText('API Version')).toBeVisible();
  await expectAccessible(page, 'application details');
});
