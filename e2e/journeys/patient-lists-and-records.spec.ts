import { getDemographics, saveDemography } from '@careloop/contracts/patients/demographics';
import { declared } from '@careloop/server/test/declared';
import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { hurryTo } from '../support/clock.ts';
import { loseAnswers } from '../support/lostAnswers.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

const rowsOf = (page: Page) => page.getByRole('region', { name: 'Patients' }).locator('tbody').getByRole('row');

test('a coordinator narrows, sorts and saves the list, and keeps favorites', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Patients');
  const total = page.getByRole('status').filter({ hasText: /^\d+ patients$/ });
  await expect(total).toBeVisible();
  const all = Number((await total.textContent())?.split(' ')[0]);

  // Oldest first.
  await page.getByRole('button', { name: 'Date of birth' }).click();
  await expect(page.getByRole('columnheader', { name: 'Date of birth' })).toHaveAttribute('aria-sort', 'ascending');
  await expect(rowsOf(page).first()).toContainText('KACZMAREK');

  // One filter after another; the count matches the rows.
  await page.getByText('Open referrals', { exact: true }).first().click();
  await expect(page).toHaveURL(/hasOpenReferrals=true/);
  await expect(total).not.toHaveText(`${all} patients`);
  await page.getByRole('combobox', { name: 'Population' }).click();
  await page.getByRole('option', { name: 'Annual wellness visit' }).click();
  await expect(page.getByRole('button', { name: 'Reset filters (2)' })).toBeVisible();
  await expect(rowsOf(page).filter({ hasText: 'KACZMAREK' })).toBeVisible();
  const isCounted = async () => (await total.textContent()) === `${await rowsOf(page).count()} patients`;
  await expect.poll(isCounted).toBe(true);

  // The view is saved under a name and restored after a reset.
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save this view' }).click();
  const saving = page.getByRole('dialog', { name: 'Save this view' });
  await saving.getByLabel('Name').fill('Wellness with referrals');
  await expectAccessible(page, 'the dialog for a view');
  await saving.getByRole('button', { name: 'Save' }).click();
  await expect(saving).toBeHidden();
  await page.getByRole('button', { name: 'Reset filters (2)' }).click();
  await expect(page).not.toHaveURL(/populationId/);
  await page.getByRole('button', { name: 'Views' }).click();
  await expect(page.getByRole('menuitem', { name: 'Discharged, to call', exact: true })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Wellness with referrals', exact: true }).click();
  await expect(page).toHaveURL(/populationId=\d+/);
  await expect(page).toHaveURL(/sortBy=dateOfBirth/);
  await page.getByRole('button', { name: 'Reset filters (2)' }).click();

  await page.getByRole('searchbox', { name: 'Search patients' }).fill('chen, r');
  const star = page.getByRole('button', { name: 'Favorite: CHEN, Robert' });
  await expect(star).toHaveAttribute('aria-pressed', 'false');
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/provider/Patients?isFavorite=true');
  await expect(rowsOf(page).filter({ hasText: 'CHEN, Robert' })).toBeVisible();
  await expect(total).not.toHaveText(`${all} patients`);
});

test('a population is defined, and shown on its patients', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.goto('/provider/Patients');
  await page.getByRole('button', { name: 'Populations' }).click();
  await expect(page.getByRole('list', { name: 'Populations' }).getByText('Diabetes registry')).toBeVisible();
  await expectAccessible(page, 'the populations');
  await page.getByRole('button', { name: 'New population' }).click();
  const form = page.getByRole('dialog', { name: 'New population' });
  await form.getByLabel('Name').fill('Children');
  await form.getByLabel('Age to').fill('17');
  await form.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('dialog', { name: 'Populations' })
    .getByRole('button', { name: 'Close', exact: true })
    .last()
    .click();
  await page.getByRole('combobox', { name: 'Population' }).click();
  await page.getByRole('option', { name: 'Children' }).click();
  await expect(rowsOf(page).filter({ hasText: 'BERGSTRÖM, Noah' })).toBeVisible();
  await page.getByRole('link', { name: 'BERGSTRÖM, Noah' }).click();
  await expect(page.getByRole('list', { name: 'Populations' }).getByRole('link', { name: 'Children' })).toBeVisible();
});

test('a provider finds a patient beyond the list, and adds one who is not on file', async ({ openAs }) => {
  const page = await openAs('drpatel');
  await page.goto('/provider/Patients');
  await page.getByRole('link', { name: 'Find patient' }).click();
  await expect(page.getByText('Who are you looking for?')).toBeVisible();
  const search = page.getByRole('searchbox', { name: 'Find patient' });
  // Misspelled, but phonetically similar.
  await search.fill('Bergstrum, Noa');
  const found = page.getByRole('region', { name: 'Patients found' });
  const row = found.getByRole('row', { name: /BERGSTRÖM, Noah/ });
  await expect(row).toContainText('2019');
  await expect(row).not.toContainText('BC0199199');
  await expect(row.getByRole('button', { name: /^Request access/ })).toBeVisible();
  await expectAccessible(page, 'Find patient');

  await page.getByRole('link', { name: 'Add patient', exact: true }).click();
  const form = page.getByRole('form', { name: 'Add patient' });
  await form.getByLabel('First name').fill('Noa');
  await form.getByLabel('Last name').fill('Bergstrom');
  await form.getByLabel('Date of birth').fill('4/10/2019');
  await form.getByRole('combobox', { name: 'Gender' }).click();
  await page.getByRole('option', { name: 'Male', exact: true }).click();
  await form.getByLabel('MRN').fill('BC7700001');
  await expectAccessible(page, 'the form of a patient');
  await form.getByRole('button', { name: 'Add patient' }).click();

  const dialog = page.getByRole('dialog', { name: 'Is this patient already on file?' });
  const comparison = dialog.getByRole('table', { name: 'Comparison' });
  await expect(comparison.getByRole('columnheader', { name: 'Possibly the same' })).toBeVisible();
  await expect(comparison.getByRole('row', { name: /^Name/ })).toContainText('BERGSTRÖM, Noah');
  await expectAccessible(page, 'the candidates');
  await dialog
    .getByLabel('Why this is a different person')
    .fill('His cousin, born the same day; both parents were here.');
  await dialog.getByRole('button', { name: 'Save as a new patient' }).click();
  await expect(page.getByRole('heading', { name: 'BERGSTROM, Noa' })).toBeVisible();
});

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

test('a save whose responses are lost does not meet itself when the user saves again', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await page.clock.install();
  const { patientId } = await openDemographics(page, 'Maldonado');
  const { version } = await call(page.request, getDemographics, { patientId });
  await page.getByRole('button', { name: 'Edit demographics' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit demographics' });
  await dialog.getByLabel('Caregiver').fill('Rosa Maldonado');
  const network = await loseAnswers(page, saveDemography);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await hurryTo(dialog.getByText('The connection was interrupted.'));
  await network.heal();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Demographics saved')).toBeVisible();
  expect(new Set(network.keys).size).toBe(1);
  expect((await call(page.request, getDemographics, { patientId })).version).toBe(version + 1);
  // What is saved now is another save.
  const saved = page.waitForRequest(`**/api${saveDemography.path}`);
  await page.getByRole('button', { name: 'Edit demographics' }).click();
  await dialog.getByLabel('Caregiver').fill('Rosa M. Maldonado');
  await dialog.getByRole('button', { name: 'Save' }).click();
  expect(network.keys).not.toContain((await saved).headers()['idempotency-key']);
  await expect(dialog).toBeHidden();
  expect((await call(page.request, getDemographics, { patientId })).version).toBe(version + 2);
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
  const edited = declared(saveDemography, now);
  await call(first.request, saveDemography, {
    ...edited,
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

  // The same user in two windows.
  const other = await second.context().newPage();
  await other.goto(second.url());
  for (const [page, name] of [
    [second, 'Nora J. Sullivan'],
    [other, 'Nora K. Sullivan'],
  ] as const) {
    await page.getByRole('button', { name: 'Edit demographics' }).click();
    await page.getByRole('dialog', { name: 'Edit demographics' }).getByLabel('Caregiver').fill(name);
  }
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByText('Demographics saved')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('You saved changes in another window')).toBeVisible();
  await expect(
    dialog.getByText('You changed these fields here, too; now saved: Caregiver Nora K. Sullivan.'),
  ).toBeVisible();
  await expect(dialog.getByLabel('Caregiver')).toHaveValue('Nora J. Sullivan');
});

test('insurance is added by plan', async ({ openAs }) => {
  const page = await openAs('coordinator');
  await openDemographics(page, 'Mohamed');
  await page.getByRole('button', { name: 'Add insurance' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add insurance' });
  await dialog.getByLabel('Plan', { exact: true }).fill('choice');
  await page.getByRole('option', { name: 'Commonwealth Mutual, Choice Plus (PPO, Commercial)' }).click();
  await dialog.getByLabel('Member ID').fill('CM-4471');
  await expectAccessible(page, 'add insurance');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Insurance saved')).toBeVisible();
  await expect(page.getByText('Commonwealth Mutual, Choice Plus (PPO, Commercial)')).toBeVisible();
  await expect(page.getByText(/Member CM-4471/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Changes of the record' })).toContainText('Status: Active');
});

test('an encounter is opened and edited', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Sullivan');
  await page.goto(`/provider/Patient/${patient.patientId}?section=encounters`);
  const rows = page.getByRole('region', { name: 'Encounters' }).getByRole('row');
  await rows.nth(1).getByRole('button').click();
  await expect(page).toHaveURL(/patientEncounterId=\d+/);
  const dialog = page.getByRole('dialog', { name: / encounter$/ });
  await expect(dialog.getByText('Providers')).toBeVisible();
  await expectAccessible(page, 'encounter');
  await dialog.getByRole('button', { name: 'Edit encounter' }).click();
  const form = page.getByRole('dialog', { name: 'Edit encounter' });
  const reason = 'Shortness of breath on exertion, worse at night, with swelling of both ankles';
  await form.getByLabel('Reason').fill(reason);
  await form.getByLabel('Room').fill('412B');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Encounter saved')).toBeVisible();
  await expect(dialog.getByText(reason)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(rows.filter({ hasText: `${reason.slice(0, 60)}…` })).toBeVisible();
});
