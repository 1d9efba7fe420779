import { createReferral, listReferrals } from '@careloop/contracts/referrals';
import type { Locator, Page } from '@playwright/test';

import { call } from '../support/api.ts';
import { hurryTo } from '../support/clock.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';
import { fillWizard, goToStep, openWizard } from '../support/wizard.ts';

const behalf = 'Nguyen, Linh';
const provider = 'Patel, Anjali';

test('a double click on Finish sends one referral', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { wizard, countSent } = await openFilledWizard(page, 'Kim', 'Follow-up of the nodule, sent in haste.');

  await wizard.getByRole('button', { name: 'Finish' }).dblclick();
  await expect(page.getByText('Referral sent')).toBeVisible();
  await expect(wizard).toBeHidden();
  expect(await countSent()).toBe(1);
});

test('after lost responses, pressing Finish again sends no second referral', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { wizard, countSent } = await openFilledWizard(page, 'Khalil', 'Lipids in spite of treatment.');
  const network = await loseAnswers(page);

  await failToFinish(wizard);
  expect(await countSent()).toBe(1);
  network.heal();
  await wizard.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('Referral sent')).toBeVisible();
  await expect(wizard).toBeHidden();
  expect(await countSent()).toBe(1);
});

test('after lost responses, a changed input creates no second referral, and the user is told', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const reason = 'Swelling of both legs.';
  const { wizard, countSent } = await openFilledWizard(page, 'Maldonado', reason);
  const network = await loseAnswers(page);

  await failToFinish(wizard);
  network.heal();
  await wizard.getByRole('button', { name: 'Edit reason' }).click();
  await wizard.getByLabel('Referral reason').fill(`${reason} For a week.`);
  await goToStep(wizard, 3);
  await goToStep(wizard, 4);
  await goToStep(wizard, 5);
  await wizard.getByRole('button', { name: 'Finish' }).click();
  await expect(wizard.getByText(/^This request was already sent with other content\./)).toBeVisible();
  expect(await countSent()).toBe(1);
});

/** The completed wizard, and a function that returns the number of new referrals of the patient. */
async function openFilledWizard(page: Page, lastName: string, reason: string) {
  const { patientId } = await findPatient(page, lastName);
  const count = async () => (await call(page.request, listReferrals, { patientId })).items.length;
  const before = await count();
  await page.clock.install();
  const wizard = await openWizard(page, patientId);
  await fillWizard(wizard, { behalf, provider, reason });
  return { wizard, countSent: async () => (await count()) - before };
}

/** Referrals reach the server, but its responses are lost until the network is restored. */
async function loseAnswers(page: Page): Promise<{ heal: () => void }> {
  let isHealed = false;
  await page.route(`**/api${createReferral.path}`, async (route) => {
    if (isHealed) return await route.continue();
    const answer = await route.fetch();
    expect(answer.status()).toBe(200);
    await route.abort('connectionreset');
  });
  return {
    heal: () => {
      isHealed = true;
    },
  };
}

/** Presses Finish and waits until all automatic retries have failed. */
async function failToFinish(wizard: Locator): Promise<void> {
  await wizard.getByRole('button', { name: 'Finish' }).click();
  await hurryTo(wizard.getByText('The connection was interrupted.'));
  await expect(wizard.getByRole('button', { name: 'Finish' })).toBeEnabled();
}
