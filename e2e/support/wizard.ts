import type { Locator, Page } from '@playwright/test';

import { expect } from './test.ts';

/** The values most journeys enter in the wizard; all other fields keep their defaults. */
export interface Request {
  behalf: string;
  /** "Last, First" */
  provider: string;
  reason: string;
}

/** Opens the wizard on a patient's page. */
export async function openWizard(page: Page, patientId: number): Promise<Locator> {
  await page.goto(`/provider/Patient/${patientId}`);
  await page.getByRole('button', { name: 'New referral' }).click();
  const wizard = page.getByRole('dialog', { name: 'Request Patient Referral' });
  // Waits until the dialog has moved the focus; text typed earlier would be lost.
  await expect(wizard.getByRole('heading', { name: 'Step 1 of 5' })).toBeFocused();
  return wizard;
}

/** Goes to the step with this number. */
export async function goToStep(wizard: Locator, step: 2 | 3 | 4 | 5): Promise<void> {
  await wizard.getByRole('button', { name: 'Next' }).click();
  await expect(wizard.getByRole('heading', { name: `Step ${step} of 5` })).toBeVisible();
}

/** Step 1: on whose behalf. The options come from a server search. */
export async function chooseReferrer(wizard: Locator, behalf: string): Promise<void> {
  await wizard.getByLabel('Referred by').fill(behalf.split(',')[0] ?? behalf);
  await wizard
    .page()
    .getByRole('option', { name: new RegExp(`^${behalf}`) })
    .click();
}

/** Step 1: the recipient; their first address is the nearest. */
export async function chooseProvider(wizard: Locator, provider: string): Promise<void> {
  await wizard.getByRole('searchbox', { name: 'Provider name' }).fill(provider.split(',')[0] ?? provider);
  await wizard.getByRole('option', { name: provider }).first().click();
  await expect(wizard.getByRole('button', { name: 'Change provider' })).toBeVisible();
}

/** Fills in all steps of a routine referral, up to the summary. */
export async function fillWizard(wizard: Locator, { behalf, provider, reason }: Request): Promise<void> {
  await chooseReferrer(wizard, behalf);
  await chooseProvider(wizard, provider);
  await goToStep(wizard, 2);
  await wizard.getByLabel('Referral reason').fill(reason);
  await wizard.getByRole('radio', { name: 'Routine, 30 days' }).click();
  await goToStep(wizard, 3);
  await goToStep(wizard, 4);
  await goToStep(wizard, 5);
}
