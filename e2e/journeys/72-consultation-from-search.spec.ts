import { consultationTexts } from '@careloop/contracts/consultations';
import { referralTexts } from '@careloop/contracts/referrals';

import { expectAccessible } from '../support/accessibility.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';
import { chooseReferrer, goToStep } from '../support/wizard.ts';

test('a provider found in the search is consulted, and the draft of the following referral keeps the link', async ({
  openAs,
}) => {
  test.slow();
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Lavoie');
  await page.goto(`/provider/Patient/${patient.patientId}`);

  await test.step('a search result opens the wizard without the care team and the divider', async () => {
    await page.getByRole('button', { name: 'Find a provider' }).click();
    const search = page.getByRole('dialog', { name: 'Advanced Provider Search' });
    await search.getByLabel('Provider name or NPI').fill('Gallagher');
    await search.getByRole('button', { name: 'Search', exact: true }).click();
    await search
      .getByRole('button', { name: /^More for Gallagher/ })
      .first()
      .click();
    await expect(page.getByRole('menuitem')).toHaveText([
      'Request referral',
      'Request consultation',
      'Print',
      'Print without notes',
    ]);
    await expectAccessible(page, 'what can be begun with a provider of the search');
    await page.getByRole('menuitem', { name: 'Request consultation' }).click();
    await page
      .getByRole('dialog', { name: 'Provider is not preferred' })
      .getByRole('button', { name: 'Continue' })
      .click();
    await expect(search).toBeHidden();
    const wizard = page.getByRole('dialog', { name: 'Request Medication Consultation' });
    await expect(wizard.getByRole('button', { name: 'Change provider' })).toBeVisible();
    await expect(wizard.getByText('Provider on Care Team')).toBeHidden();
    await expect(wizard.getByText('OR', { exact: true })).toBeHidden();
    await expect(wizard.getByText(/^Gallagher, .* does not use this portal$/)).toBeVisible();
    const next = wizard.getByRole('button', { name: 'Next Step →' });
    await next.click();
    await expect(wizard.getByText('Reason is a required field')).toBeVisible();
    await wizard.getByLabel('Reason').click();
    await page.getByRole('option', { name: 'Patient Preference' }).click();
    await expectAccessible(page, 'a consultation for a provider of the search');
    await next.click();
    await wizard.getByRole('textbox', { name: /^What would you like to know/ }).fill('Which statin after the myalgia?');
    await next.click();
    await next.click();
    // Shown again before it is sent, and afterwards in its detail.
    await expect(wizard.getByText('Patient Preference')).toBeVisible();
    await wizard.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByText(consultationTexts.sent)).toBeVisible();
  });

  await test.step('its referral is saved as a draft and sent later, still linked', async () => {
    await page.goto('/provider/Consultations');
    await page
      .getByRole('option', { name: nameOf(patient) })
      .first()
      .click();
    await page.getByRole('button', { name: 'Make a referral' }).click();
    const wizard = page.getByRole('dialog', { name: 'Request Patient Referral' });
    await chooseReferrer(wizard, 'Nguyen, Linh');
    await goToStep(wizard, 2);
    await wizard.getByRole('button', { name: 'Exit / Cancel' }).click();
    await page
      .getByRole('dialog', { name: referralTexts.exitTitle })
      .getByRole('button', { name: 'Keep draft' })
      .click();
    await expect(page.getByText('Draft saved')).toBeVisible();
    await page.goto('/provider/Referrals');
    await page.getByRole('button', { name: /^My drafts/ }).click();
    await page.getByRole('button', { name: `Continue draft for ${nameOf(patient)}` }).click();
    await expect(wizard.getByText(/^Follows the consultation with Gallagher/)).toBeVisible();
    await wizard.getByRole('radio', { name: 'Routine, 30 days' }).click();
    for (const step of [3, 4, 5] as const) await goToStep(wizard, step);
    await wizard.getByRole('button', { name: 'Finish' }).click();
    await expect(page.getByText('Referral sent')).toBeVisible();
    await page.goto('/provider/Consultations');
    await page
      .getByRole('option', { name: nameOf(patient) })
      .first()
      .click();
    await expect(page.getByText('Became a referral').first()).toBeVisible();
  });
});
