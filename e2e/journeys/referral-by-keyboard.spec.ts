import { listReferrals } from '@careloop/contracts/referrals';
import type { Locator, Page } from '@playwright/test';

import { call } from '../support/api.ts';
import { expectFocusTrapped, expectFocusWithin, tabTo } from '../support/keyboard.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

const reason = 'Palpitations after the kidney stone; please look at the rhythm.';

test('a referral is sent using only the keyboard', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Gagnon');
  await page.goto('/provider');
  await expect(page.getByRole('searchbox', { name: 'Find a patient' })).toBeVisible();

  await test.step('Home: past the navigation to the patient', () => openPatient(page, nameOf(patient)));
  const newReferral = page.getByRole('button', { name: 'New referral' });
  const wizard = page.getByRole('dialog', { name: 'Request Patient Referral' });
  await tabTo(newReferral);
  await page.keyboard.press('Enter');

  await expectStep(wizard, 1);
  await test.step('step 1: recipient and on whose behalf', () => fillStep1(page, wizard));
  await test.step('Escape asks before discarding input', () => stayAfterEscape(page, wizard));
  await goToStep(wizard, 2);
  await test.step('step 2: reason and urgency', () => fillStep2(page, wizard));
  await goToStep(wizard, 3);
  await goToStep(wizard, 4);
  await test.step('step 4: records', () => fillStep4(page, wizard));
  await goToStep(wizard, 5);
  await test.step('step 5: summary', async () => {
    for (const text of ['Patel, Anjali, MD', 'Nguyen, Linh', reason]) {
      await expect(wizard.getByText(text)).toBeVisible();
    }
    await tabTo(wizard.getByRole('button', { name: 'Finish' }));
    await page.keyboard.press('Enter');
    await expect(page.getByText('Referral sent')).toBeVisible();
    await expect(wizard).toBeHidden();
    await expect(newReferral).toBeFocused();
  });

  const { items } = await call(page.request, listReferrals, { patientId: patient.patientId });
  expect(items.filter(({ referralReason }) => referralReason === reason)).toHaveLength(1);
});

async function openPatient(page: Page, name: string): Promise<void> {
  await tabTo(page.getByRole('link', { name: 'Skip to main content' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Find a patient' })).toBeFocused();
  await page.keyboard.type(name.split(',')[0] ?? name);
  const found = page.getByRole('list', { name: 'Patients found' }).getByRole('link', { name });
  await tabTo(found);
  await page.keyboard.press('Enter');
  await expect(page).toHaveTitle(`Careloop | ${name}`);
  await expect(page.getByRole('main')).toBeFocused();
}

async function fillStep1(page: Page, wizard: Locator): Promise<void> {
  const referredBy = wizard.getByLabel('Referred by');
  await tabTo(referredBy);
  // The patient's PCP is suggested.
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Nguyen');
  const behalf = page.getByRole('option', { name: 'Nguyen, Linh' });
  await expect(behalf).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(behalf).toHaveAttribute('data-combobox-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(referredBy).toHaveValue('Nguyen, Linh');

  const name = wizard.getByRole('searchbox', { name: 'Provider name' });
  await tabTo(name);
  await page.keyboard.type('Patel');
  const providers = wizard.getByRole('listbox', { name: 'Providers' });
  // A list before the search would disappear with the focus in it.
  await expect(providers.getByRole('group').filter({ hasNotText: 'Patel' })).toHaveCount(0);
  await expect(providers.getByRole('option', { name: 'Patel, Anjali' }).first()).toBeVisible();
  await tabTo(providers);
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  // The list disappears; the focus must not return to the top of the page.
  await expect(wizard.getByRole('button', { name: 'Change provider' })).toBeFocused();
}

async function stayAfterEscape(page: Page, wizard: Locator): Promise<void> {
  const question = page.getByRole('dialog', { name: 'Are you sure you want to exit this referral?' });
  await page.keyboard.press('Escape');
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await expectFocusTrapped(question);
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(wizard.getByRole('button', { name: 'Change provider' })).toBeFocused();
}

async function fillStep2(page: Page, wizard: Locator): Promise<void> {
  await tabTo(wizard.getByLabel('Referral reason'));
  await page.keyboard.type(reason);
  const routine = wizard.getByRole('radio', { name: 'Routine, 30 days' });
  await tabTo(routine);
  await page.keyboard.press('Space');
  await expect(routine).toBeChecked();

  // Going back from the first option selects the last one, STAT, which asks for a call.
  await page.keyboard.press('ArrowLeft');
  const alert = page.getByRole('dialog', { name: 'Referral Urgency Alert' });
  await expect(alert.getByRole('button', { name: 'OK' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(alert).toBeHidden();
  const stat = wizard.getByRole('radio', { name: 'STAT, 24 hours' });
  await expect(stat).toBeFocused();
  await expect(stat).toBeChecked();
}

async function fillStep4(page: Page, wizard: Locator): Promise<void> {
  const tree = wizard.getByRole('tree', { name: 'Patient medical records' });
  const visit = tree.getByRole('treeitem').first();
  await tabTo(visit);
  await page.keyboard.press('ArrowLeft');
  await expect(visit).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await expect(visit).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowDown');
  const document = tree.getByRole('treeitem', { level: 2 }).first();
  await expect(document).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(wizard.getByRole('article')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(document).toBeChecked();
  await expect(wizard.getByText(/^1 Document\(s\) Selected/)).toBeVisible();
}

async function goToStep(wizard: Locator, step: number): Promise<void> {
  await tabTo(wizard.getByRole('button', { name: 'Next' }));
  await wizard.page().keyboard.press('Enter');
  await expectStep(wizard, step);
}

/** Expects the step to be shown, with the focus in it. */
async function expectStep(wizard: Locator, step: number): Promise<void> {
  await expect(wizard.getByRole('heading', { name: `Step ${step} of 5` })).toBeVisible();
  await expectFocusWithin(wizard);
}
