import { getReferral, listReferrals } from '@careloop/contracts/referrals';
import { suggestionTexts } from '@careloop/contracts/referrals/suggestions';
import { withdrawTexts } from '@careloop/contracts/referrals/withdrawing';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

/** What a user does at most between the patient's page and the sent referral. */
const [mostClicks, mostKeys] = [5, 2];

test('a referral with diagnosis and records takes five clicks and no typing, and can be undone', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { patientId } = await findPatient(page, 'Chen');
  // A label that is clicked also clicks its input, so the presses are counted.
  await page.addInitScript({
    content: `globalThis.counted = { clicks: 0, keys: 0 };
      addEventListener('pointerdown', () => { counted.clicks += 1; }, true);
      addEventListener('keydown', () => { counted.keys += 1; }, true);`,
  });
  await page.goto(`/provider/Patient/${patientId}`);
  await page.getByRole('button', { name: 'New referral' }).click();
  const wizard = page.getByRole('dialog', { name: 'Request Patient Referral' });
  const review = wizard.getByRole('button', { name: suggestionTexts.reviewAndSend });
  await expect(wizard.getByText(suggestionTexts.referrers.pcp)).toBeVisible();
  await expect(review).toHaveCount(0);

  // The checkbox itself is hidden; its label is what users click.
  await wizard.getByRole('group', { name: 'Conditions of the patient' }).getByText('I25.10').click();
  await expect(wizard.getByLabel('Filled in for this diagnosis')).toContainText('Cardiovascular Disease');
  await expectAccessible(page, 'wizard, step 1 with suggestions');
  const providers = wizard.getByRole('listbox', { name: 'Providers' });
  const patel = providers.getByRole('group', { name: /^Patel, Anjali/ });
  await expect(patel).toContainText(/answers in about \d+ hours \(\d+ referrals\)/);
  await expect(patel).toContainText('In network');
  await expect(patel).toContainText(/^(First|Second|Third): /);
  await providers.getByRole('option', { name: 'Patel, Anjali' }).first().click();
  // Another one is nearer, so the reason is asked for.
  await expect(wizard.getByLabel('Provider selection reason')).toBeVisible();
  await review.click();
  await expect(wizard.getByRole('heading', { name: 'Step 5 of 5' })).toBeVisible();
  await wizard.getByRole('button', { name: 'Finish' }).click();
  await expect(page.getByText('Referral sent')).toBeVisible();

  const { clicks, keys } = await countedOf(page);
  expect(clicks).toBeLessThanOrEqual(mostClicks);
  expect(keys).toBeLessThanOrEqual(mostKeys);
  await test.step('it can be undone', async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(withdrawTexts.done)).toBeVisible();
    // The toast with the pressed button is gone.
    await expect(page.getByRole('button', { name: 'New referral' })).toBeFocused();
  });
  const { items } = await call(page.request, listReferrals, { patientId });
  const sent = await call(page.request, getReferral, { referralId: items[0]?.referralId });
  expect(sent).toMatchObject({
    status: 'cancelled',
    referredToName: 'Patel, Anjali',
    diagnosisIcd10Code: 'I25.10',
  });
  expect(sent.patientCharts.length).toBeGreaterThan(0);
});

const countedOf = (page: Page) => page.evaluate<{ clicks: number; keys: number }>('counted');
