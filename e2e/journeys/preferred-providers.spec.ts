import { createReferral, referralTexts } from '@careloop/contracts/referrals';
import { notPreferredTexts } from '@careloop/contracts/referrals/notPreferred';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { chooseMore } from '../support/menu.ts';
import { findPatient, findProvider, nameOf } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';
import { chooseReferrer, goToStep, openWizard } from '../support/wizard.ts';

const notPreferred = 'This provider is not a/an Bay Colony Core or Bay Colony Affiliate specialist.';

test('a provider who is not preferred requires a reason, and the draft can be found again', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Russo');
  const wizard = await openWizard(page, patient.patientId);
  const callout = wizard.getByRole('status').filter({ hasText: notPreferred });

  await test.step('selecting them asks for confirmation, then for the reason', async () => {
    await chooseReferrer(wizard, 'Nguyen, Linh');
    await wizard.getByRole('searchbox', { name: 'Provider name' }).fill('Gallagher');
    await wizard.getByRole('option', { name: 'Gallagher' }).first().click();
    const question = page.getByRole('dialog', { name: 'Provider is not preferred' });
    await expect(question).toContainText(`${notPreferred} Are you sure you want to continue?`);
    await question.getByRole('button', { name: 'Continue' }).click();
    await expect(callout).toContainText('Not in the preferred network.');
    await expect(wizard.getByText(/^Gallagher, .* does not use this portal$/)).toBeVisible();
    await wizard.getByRole('button', { name: 'Next' }).click();
    await expect(wizard.getByText(notPreferredTexts.notPreferredReasonRequired)).toBeVisible();
    await callout.getByLabel('Reason').click();
    await page.getByRole('option', { name: 'Physician Directed' }).click();
    await wizard.getByRole('button', { name: 'Next' }).click();
    await expect(wizard.getByText(notPreferredTexts.notPreferredInfoRequired)).toBeVisible();
    await expectAccessible(page, 'not preferred provider');
    await callout.getByLabel('Additional Info').fill('Knows the patient’s valve.');
    await goToStep(wizard, 2);
    await wizard.getByLabel('Referral reason').fill('Valve follow-up.');
  });

  await test.step('it is saved as a draft and continued from the list of drafts', async () => {
    await wizard.getByRole('button', { name: 'Exit / Cancel' }).click();
    await page
      .getByRole('dialog', { name: referralTexts.exitTitle })
      .getByRole('button', { name: 'Keep draft' })
      .click();
    await expect(page.getByText('Draft saved')).toBeVisible();
    await page.goto('/provider/Referrals');
    await page.getByRole('button', { name: /^My drafts/ }).click();
    const drafts = page.getByRole('dialog', { name: 'My Drafts' });
    await expect(drafts.getByRole('listitem').filter({ hasText: nameOf(patient) })).toContainText('Gallagher');
    await expectAccessible(page, 'my drafts');
    await drafts.getByRole('button', { name: `Continue draft for ${nameOf(patient)}` }).click();
    await expect(wizard.getByLabel('Referral reason')).toHaveValue('Valve follow-up.');
    await wizard.getByRole('radio', { name: 'Routine, 30 days' }).click();
    for (const step of [3, 4, 5] as const) await goToStep(wizard, step);
    await expect(wizard.getByText('Physician Directed: Knows the patient’s valve.')).toBeVisible();
    await wizard.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByText('Referral sent')).toBeVisible();
  });
});

test('a referral to a specialty shows the specialty without a search when edited from the queue', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Russo');
  const { specialty, healthcareProviderSpecialtyId } = await findProvider(page, 'Gallagher');
  await call(page.request, createReferral, {
    patientId: patient.patientId,
    healthcareProviderSpecialtyId,
    referredByHealthcareProviderId: (await findProvider(page, 'Nguyen')).healthcareProviderId,
    referralReason: 'Murmur, please evaluate.',
    urgencyDays: 30,
  });
  await page.goto('/provider/WorkQueues?workQueueId=20');
  await page
    .getByRole('option', { name: nameOf(patient) })
    .first()
    .click();
  await chooseMore(page, 'Edit referral');
  const wizard = page.getByRole('dialog', { name: 'Edit Patient Referral' });
  await expect(wizard.getByText(`Specialty: ${specialty ?? ''}`)).toBeVisible();
  await expect(wizard.getByRole('searchbox', { name: 'Provider name' })).toHaveCount(0);
  await expectAccessible(page, 'specialty prompt');
  await wizard.getByRole('button', { name: 'Exit / Cancel' }).click();
  await page.getByRole('dialog', { name: referralTexts.exitTitle }).getByRole('button', { name: 'Exit' }).click();
  await expect(wizard).toBeHidden();

  await test.step('the coordinator who selects the provider must give a reason, too', async () => {
    await page.getByRole('button', { name: 'Choose provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Choose a Provider' });
    await dialog.getByRole('searchbox', { name: 'Provider name' }).fill('Gallagher');
    await dialog.getByRole('option', { name: 'Gallagher' }).first().click();
    await page
      .getByRole('dialog', { name: 'Provider is not preferred' })
      .getByRole('button', { name: 'Continue' })
      .click();
    await dialog.getByRole('button', { name: 'Choose provider' }).click();
    await expect(dialog.getByText(notPreferredTexts.notPreferredReasonRequired)).toBeVisible();
    await dialog.getByRole('status').filter({ hasText: notPreferred }).getByLabel('Reason').click();
    await page.getByRole('option', { name: 'Established Physician' }).click();
    await expectAccessible(page, 'reason for a selected provider');
    await dialog.getByRole('button', { name: 'Choose provider' }).click();
    await expect(dialog).toBeHidden();
  });
});
