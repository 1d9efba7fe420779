import { expectAccessible } from '../support/accessibility.ts';
import { findPatient, nameOf, sendReferral } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';
import { openWizard } from '../support/wizard.ts';

test('a patient is found by name, and their page shows all their data', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Sullivan');
  const name = nameOf(patient);
  await page.goto('/provider/Patients');
  await expect(page).toHaveTitle('Careloop | My Patients');
  const search = page.getByRole('searchbox', { name: 'Search patients' });
  await search.fill('nobody of this name');
  await expect(page.getByText('No results found')).toBeVisible();
  await search.fill('sulliv');
  await expect(page).toHaveURL('/provider/Patients?searchTerm=sulliv');
  const row = page.getByRole('row').filter({ hasText: patient.mrn });
  await expect(row).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: /^\d+ patients?$/ })).toBeVisible();
  await expectAccessible(page, 'My Patients');
  // "Recently viewed" may link to this patient, too.
  await row.getByRole('link', { name }).click();

  await expect(page).toHaveTitle(`Careloop | ${name}`);
  const banner = page.getByRole('region', { name: 'Patient', exact: true });
  await expect(banner.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(banner).toContainText(patient.mrn);
  await expect(banner).toContainText(/Born \d\d-[A-Z][a-z]{2}-\d{4} \(\d+y\)/);
  await expect(banner).toContainText('Male');
  await expect(banner).toContainText(/Care team [1-9]/);
  await expectAccessible(page, 'patient, overview');

  await openSection('Encounters');
  const encounters = page.getByRole('region', { name: 'Encounters' });
  await expect(encounters.getByRole('row').nth(2)).toBeVisible();
  const dates = encounters.getByRole('columnheader', { name: 'Date' });
  await expect(dates).toHaveAttribute('aria-sort', 'descending');
  await expectAccessible(page, 'patient, encounters');
  const newest = await encounters.getByRole('row').nth(1).textContent();
  await dates.getByRole('button').click();
  await expect(dates).toHaveAttribute('aria-sort', 'ascending');
  await expect(encounters.getByRole('row').last()).toHaveText(newest ?? '');

  await openSection('Clinical record');
  await openSection('Conditions');
  const conditions = page.getByRole('region', { name: 'Conditions' });
  await expect(conditions.getByRole('row').filter({ hasText: 'Active' }).first()).toBeVisible();
  await openSection('Appointments');
  await expect(page.getByRole('region', { name: 'Appointments' })).toBeVisible();
  await openSection('Care team');
  const team = page.getByRole('region', { name: 'Care team' });
  await expect(team.getByRole('row').filter({ hasText: 'Nguyen, Linh' })).toContainText('Member');

  await openSection('Documents');
  await page.getByRole('searchbox', { name: 'Search documents' }).fill('progress note');
  const documents = page.getByRole('tree', { name: 'Charts of the patient' }).getByRole('treeitem', { level: 2 });
  await expect(documents.filter({ hasNotText: /progress note/i })).toHaveCount(0);
  await documents.nth(1).click();
  await expect(page).toHaveURL(/patientDocumentId=\d+/);
  await expect(page.getByRole('region', { name: /^Text of Progress Note/ })).toContainText(patient.mrn);
  await expectAccessible(page, 'patient, documents');

  await openSection('Referrals');
  await expect(page.getByRole('option', { name: /^Patel, Anjali/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'History of the referral' })).toBeVisible();
  await expect(banner).toBeInViewport();

  async function openSection(section: string): Promise<void> {
    await page.getByRole('tab', { name: section }).click();
    await expect(page.getByRole('tab', { name: section })).toHaveAttribute('aria-selected', 'true');
  }
});

test('a link to a patient or referral without access says so, or leads to the invitation', async ({ openAs }) => {
  const others = await openAs('outsider');
  const foreign = await findPatient(others, 'Hoffman');
  const { referralId } = await sendReferral(others, {
    patient: 'Tate',
    to: 'Okafor',
    for: 'Whitaker',
    reason: 'Palpitations.',
  });
  const invited = await findPatient(await openAs('coordinator'), 'Ramaswamy');
  const page = await openAs('drnguyen');

  await page.goto(`/provider/Patient/${foreign.patientId}`);
  await expect(page.getByText('You do not have access to this patient.')).toBeVisible();
  await expect(page).toHaveURL('/provider/Patients');
  await expect(page.getByRole('heading', { name: 'My Patients' })).toBeVisible();

  await page.goto(`/provider/Referrals?referralId=${referralId}`);
  const detail = page.getByRole('region', { name: 'Referrals: selected item' });
  await expect(detail.getByText("this referral doesn't exist, or you do not have access")).toBeVisible();
  await expectAccessible(page, 'referral that is not theirs');

  await page.goto(`/provider/Patient/${invited.patientId}`);
  await expect(page).toHaveURL(`/provider/Patients/Invites?patientId=${invited.patientId}`);
  await expect(page.getByRole('heading', { name: 'Invitations' })).toBeVisible();
  await expect(page.getByRole('option')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: nameOf(invited) })).toBeVisible();
});

test('no patient data stays in the browser', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { referralId, patient } = await sendReferral(page, {
    patient: 'Krishnamurthy',
    to: "O'Brien",
    for: 'Nguyen',
    reason: 'Wrist fracture after a fall, canary-reason.',
  });
  await page.goto(`/provider/Patients?searchTerm=${patient.lastName}`);
  await expect(page.getByRole('row').filter({ hasText: patient.mrn })).toBeVisible();
  await page.goto(`/provider/Referrals?referralId=${referralId}`);
  await expect(page.getByRole('article').getByText('canary-reason')).toBeVisible();
  const wizard = await openWizard(page, patient.patientId);
  await wizard.getByRole('searchbox', { name: 'Provider name' }).fill('Brien');
  await page.goto(`/provider/Patient/${patient.patientId}?section=documents`);
  await page.getByLabel('Search documents').fill('note');
  await page.getByRole('treeitem', { level: 2 }).first().click();
  await expect(page.getByRole('region', { name: /^Text of / })).toContainText(patient.mrn);

  const { cookies, origins } = await page.context().storageState({ indexedDB: true });
  const rest = await page.evaluate<unknown>(`Promise.all([
    { ...sessionStorage }, { ...localStorage }, indexedDB.databases(), caches.keys(), window.name, document.cookie,
  ])`);
  const kept = JSON.stringify([cookies, origins, rest]).toLowerCase();
  const words = [patient.lastName, patient.firstName, patient.mrn, patient.cellPhone ?? patient.mrn, 'canary-reason'];
  expect(words.filter((word) => kept.includes(word.toLowerCase()))).toEqual([]);
});
