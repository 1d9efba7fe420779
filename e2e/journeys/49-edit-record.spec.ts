import { getDemographics, saveDemography } from '@careloop/contracts/patients/demographics';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

async function openDemographics(page: Page, lastName: string) {
  const patient = await findPatient(page, lastName);
  await page.goto(`/provider/Patient/${patient.patientId}?section=demographics`);
  await expect(page.getByRole('heading', { name: 'Contact' })).toBeVisible();
  return patient;
}

test('demographics are edited, checked, and kept in the history', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await openDemographics(page, 'Tran');
  await expectAccessible(page, 'patient, demographics');
  await page.getByRole('button', { name: 'Edit demographics' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit demographics' });
  await dialog.getByLabel('Date of birth').fill('2/30/1980');
  await dialog.getByLabel('Cell phone').fill('617 555 0199');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Please enter a valid date')).toBeVisible();
  await expectAccessible(page, 'edit demographics with an error');
  await dialog.getByLabel('Date of birth').fill('4/14/1980');
  await dialog.getByLabel('Language').click();
  await page.getByRole('option', { name: 'Serbo-Croatian' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Demographics saved')).toBeVisible();
  const banner = page.getByRole('region', { name: 'Patient', exact: true });
  await expect(banner).toContainText('14-Apr-1980');
  await expect(banner).toContainText('(617) 555-0199');
  const changes = page.getByRole('list', { name: 'Changes of the record' });
  await expect(changes.getByRole('listitem').first()).toContainText('Demographics edited');
  await expect(changes.getByText(/Serbo-Croatian/)).toBeVisible();
});

test('the second of two editors sees what the first changed, and keeps their input', async ({ openAs }) => {
  const first = await openAs('coordinator');
  const second = await openAs('drnguyen');
  const { patientId } = await openDemographics(second, 'Sullivan');
  await second.getByRole('button', { name: 'Edit demographics' }).click();
  const dialog = second.getByRole('dialog', { name: 'Edit demographics' });
  await dialog.getByLabel('Caregiver').fill('Nora Sullivan');
  await dialog.getByLabel('Home phone').fill('617-555-0100');
  const now = await call(first.request, getDemographics, { patientId });
  await call(first.request, saveDemography, {
    ...now,
    genderCode: 1,
    isDeceased: false,
    maritalStatusCode: undefined,
    patientId,
    version: now.version,
    homePhone: '617-555-0177',
    officePhone: '617-555-0142',
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('saved changes while you were editing')).toBeVisible();
  await expect(dialog.getByText('Changed: Home phone, Office phone.')).toBeVisible();
  await expect(dialog.getByText('now saved: Home phone (617) 555-0177.')).toBeVisible();
  await expect(dialog.getByLabel('Home phone')).toHaveValue('(617) 555-0100');
  await expect(dialog.getByLabel('Caregiver')).toHaveValue('Nora Sullivan');
  await expect(dialog.getByLabel('Office phone')).toHaveValue('(617) 555-0142');
  await expectAccessible(second, 'edit demographics after a conflict');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(second.getByText('Demographics saved')).toBeVisible();
  const { caregiverName, homePhone, officePhone } = await call(first.request, getDemographics, { patientId });
  expect({ caregiverName, homePhone, officePhone }).toEqual({
    caregiverName: 'Nora Sullivan',
    homePhone: '6175550100',
    officePhone: '6175550142',
  });
});

test('insurance is added by plan, changed and removed; a guarantor is named', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await openDemographics(page, 'Mohamed');
  await page.getByRole('button', { name: 'Add insurance' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add insurance' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Select a plan or name the payer')).toBeVisible();
  await dialog.getByLabel('Plan', { exact: true }).fill('choice');
  await page.getByRole('option', { name: 'Commonwealth Mutual, Choice Plus (PPO, Commercial)' }).click();
  await dialog.getByLabel('Member ID').fill('CM-4471');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Insurance saved')).toBeVisible();
  await expect(page.getByText('Commonwealth Mutual, Choice Plus (PPO, Commercial)')).toBeVisible();
  await expect(page.getByText(/Member CM-4471/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Changes of the record' })).toContainText('Status: Active');
  await page
    .getByRole('listitem')
    .filter({ hasText: 'CM-4471' })
    .filter({ has: page.getByRole('button') })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page.getByRole('button', { name: 'Remove insurance' }).click();
  await expect(page.getByText('Insurance removed', { exact: true }).first()).toBeVisible();

  await page.getByRole('button', { name: 'Add guarantor' }).click();
  const guarantor = page.getByRole('dialog', { name: 'Add guarantor' });
  await guarantor.getByLabel('First name').fill('Ahmed');
  await guarantor.getByLabel('Last name').fill('Mohamed');
  await guarantor.getByLabel('Relationship', { exact: true }).click();
  await page.getByRole('option', { name: 'Spouse' }).click();
  await expectAccessible(page, 'add guarantor');
  await guarantor.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Guarantor saved')).toBeVisible();
  await expect(page.getByText('MOHAMED, Ahmed')).toBeVisible();
});

test('an encounter opens by its URL and is edited', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Sullivan');
  await page.goto(`/provider/Patient/${patient.patientId}?section=encounters`);
  const rows = page.getByRole('region', { name: 'Encounters' }).getByRole('row');
  await rows.nth(1).getByRole('button').click();
  await expect(page).toHaveURL(/patientEncounterId=\d+/);
  const dialog = page.getByRole('dialog', { name: / encounter$/ });
  await expect(dialog.getByText('Providers')).toBeVisible();
  await expectAccessible(page, 'encounter');
  await page.reload();
  await dialog.getByRole('button', { name: 'Edit encounter' }).click();
  const form = page.getByRole('dialog', { name: 'Edit encounter' });
  const reason = 'Shortness of breath on exertion, worse at night, with swelling of both ankles';
  await form.getByLabel('Reason').fill(reason);
  await form.getByLabel('Room').fill('412B');
  await expectAccessible(page, 'edit encounter');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Encounter saved')).toBeVisible();
  await expect(dialog.getByText(reason)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(rows.filter({ hasText: `${reason.slice(0, 60)}…` })).toBeVisible();
});
