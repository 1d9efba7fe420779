import type { Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

test('a patient is found by name, date of birth or MRN', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Sullivan');
  const name = nameOf(patient);
  await page.goto('/provider/Patients');
  await expect(page).toHaveTitle('Careloop | My Patients');
  const search = page.getByRole('searchbox', { name: 'Search patients' });
  const row = page.getByRole('row').filter({ hasText: patient.mrn });

  const [year = '', month = '', day = ''] = patient.dateOfBirth?.split('-') ?? [];
  const terms = ['sulliv', 'James Sullivan', `${Number(month)}/${Number(day)}/${year}`, patient.mrn];
  for (const term of terms) {
    await search.fill('');
    await expect(page.getByRole('row')).not.toHaveCount(2);
    await search.fill(term);
    await expect(page, term).toHaveURL(`/provider/Patients?${new URLSearchParams({ searchTerm: term }).toString()}`);
    await expect(row, term).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /^\d+ patients?$/ }), term).toBeVisible();
  }
  await expect(page.getByText('1 patient', { exact: true })).toBeVisible();
  await expectAccessible(page, 'My Patients');

  await search.fill('nobody of this name');
  await expect(page.getByText('No results found')).toBeVisible();
  await page.goBack();
  await page.goForward();
  await search.fill(patient.mrn);
  // The patients viewed last may link to this one, too.
  await row.getByRole('link', { name }).click();
  await expect(page).toHaveTitle(`Careloop | ${name}`);
});

test('a patient’s page shows all their data', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Sullivan');
  await page.goto(`/provider/Patient/${patient.patientId}`);
  const banner = page.getByRole('region', { name: 'Patient', exact: true });
  await expect(banner.getByRole('heading', { level: 1 })).toHaveText(nameOf(patient));
  await expect(banner).toContainText(patient.mrn);
  await expect(banner).toContainText(/Born \d\d-[A-Z][a-z]{2}-\d{4} \(\d+y\)/);
  await expect(banner).toContainText('Male');
  await expect(banner).toContainText(/Care team [1-9]/);
  await expectAccessible(page, 'patient, overview');

  await openSection(page, 'Encounters');
  const encounters = page.getByRole('region', { name: 'Encounters' });
  await expect(encounters.getByRole('row').nth(2)).toBeVisible();
  const dates = encounters.getByRole('columnheader', { name: 'Date' });
  await expect(dates).toHaveAttribute('aria-sort', 'descending');
  await expectAccessible(page, 'patient, encounters');
  const newest = await encounters.getByRole('row').nth(1).textContent();
  await dates.getByRole('button').click();
  await expect(dates).toHaveAttribute('aria-sort', 'ascending');
  await expect(encounters.getByRole('row').last()).toHaveText(newest ?? '');

  await openSection(page, 'Conditions');
  const conditions = page.getByRole('region', { name: 'Conditions' });
  await expect(conditions.getByRole('row').filter({ hasText: 'Active' }).first()).toBeVisible();
  await expectAccessible(page, 'patient, conditions');

  await openSection(page, 'Appointments');
  await expectAccessible(page, 'patient, appointments');

  await openSection(page, 'Care team');
  const team = page.getByRole('region', { name: 'Care team' });
  await expect(team.getByRole('row').filter({ hasText: 'Nguyen, Linh' })).toContainText('Member');
  await expectAccessible(page, 'patient, care team');

  await openSection(page, 'Documents');
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('progress note');
  const documents = page.getByRole('tree', { name: 'Charts of the patient' }).getByRole('treeitem', { level: 2 });
  await expect(documents.filter({ hasNotText: /progress note/i })).toHaveCount(0);
  await documents.nth(1).click();
  await expect(page).toHaveURL(/patientDocumentId=\d+/);
  await expect(page.getByRole('region', { name: /^Text of Progress Note/ })).toContainText(patient.mrn);
  await expectAccessible(page, 'patient, documents');
  await page.reload();
  await expect(page.getByRole('region', { name: /^Text of Progress Note/ })).toContainText(patient.mrn);

  await openSection(page, 'Referrals');
  await expect(page.getByRole('option', { name: /^Patel, Anjali/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'History of the referral' })).toBeVisible();
  await expectAccessible(page, 'patient, referrals');
  await expect(banner).toBeInViewport();
});

test('a user without access is redirected to their own patients', async ({ openAs }) => {
  const others = await openAs('outsider');
  const foreign = await findPatient(others, 'Hoffman');
  const coordinator = await openAs('coordinator');
  const invited = await findPatient(coordinator, 'Ramaswamy');
  const page = await openAs('drnguyen');

  await page.goto(`/provider/Patient/${foreign.patientId}`);
  await expect(page.getByText('You do not have access to this patient.')).toBeVisible();
  await expect(page).toHaveURL('/provider/Patients');
  await expect(page.getByRole('heading', { name: 'My Patients' })).toBeVisible();
  await expectAccessible(page, 'My Patients with a warning');

  await page.goto('/provider/Patient/999999999');
  await expect(page.getByText('You do not have access to this patient.')).toBeVisible();
  await page.goto(`/provider/Patient/${invited.patientId}`);
  await expect(page).toHaveURL(`/provider/Patients/Invites?patientId=${invited.patientId}`);
  await expect(page.getByRole('heading', { name: 'Invitations' })).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: nameOf(invited) })).toBeVisible();
});

async function openSection(page: Page, name: string): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
}
