import { nameOf, sendReferral } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';
import { openWizard } from '../support/wizard.ts';

test('no patient data stays in the browser', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const { referralId, patient } = await sendReferral(page, {
    patient: 'Krishnamurthy',
    to: "O'Brien",
    for: 'Nguyen',
    reason: 'Wrist fracture after a fall, canary-reason.',
  });
  await page.goto('/provider/Patients');
  await page.getByRole('searchbox', { name: 'Search patients' }).fill(patient.lastName);
  await page
    .getByRole('region', { name: 'Patients' })
    .getByRole('link', { name: nameOf(patient) })
    .click();
  await page.getByRole('tab', { name: /^Documents/ }).click();
  await page.getByLabel('Search documents').fill('note');
  await page.getByRole('treeitem', { level: 2 }).first().click();
  await expect(page.getByRole('region', { name: /^Text of / })).toContainText(patient.mrn);
  await page.goto(`/provider/Referrals?referralId=${referralId}`);
  await expect(page.getByRole('article').getByText('canary-reason')).toBeVisible();
  const wizard = await openWizard(page, patient.patientId);
  await wizard.getByRole('searchbox', { name: 'Provider name' }).fill('Brien');
  await page.reload();
  await expect(page.getByRole('button', { name: 'New referral' })).toBeVisible();

  const { cookies, origins } = await page.context().storageState({ indexedDB: true });
  const rest = await page.evaluate<unknown>(`Promise.all([
    { ...sessionStorage }, { ...localStorage }, indexedDB.databases(), caches.keys(), window.name, document.cookie,
  ])`);
  const kept = JSON.stringify([cookies, origins, rest]).toLowerCase();
  const words = [patient.lastName, patient.firstName, patient.mrn, patient.cellPhone ?? patient.mrn, 'canary-reason'];
  expect(words.filter((word) => kept.includes(word.toLowerCase()))).toEqual([]);
});
