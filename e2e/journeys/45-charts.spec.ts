import { getSentChart } from '@careloop/contracts/charts/generated';
import { getReferral, listReferrals } from '@careloop/contracts/referrals';
import type { Locator, Page } from '@playwright/test';

import { expectAccessible } from '../support/accessibility.ts';
import { call } from '../support/api.ts';
import { findPatient, nameOf } from '../support/organization.ts';
import { runStatement } from '../support/people.ts';
import { expect, test } from '../support/test.ts';
import { chooseProvider, chooseReferrer, goToStep, openWizard } from '../support/wizard.ts';

const reason = 'Tremor of the right hand, please see with the enclosed records.';

test('charts of every kind are sent with a referral and stay as they were sent', async ({ openAs }) => {
  test.slow();
  const sender = await openAs('coordinator');
  const receiver = await openAs('drobrien');
  const patient = await findPatient(sender, 'Krishnamurthy');
  const wizard = await openWizard(sender, patient.patientId);
  await chooseReferrer(wizard, 'Nguyen, Linh');
  await chooseProvider(wizard, "O'Brien");
  await goToStep(wizard, 2);
  await wizard.getByLabel('Referral reason').fill(reason);
  await wizard.getByRole('radio', { name: 'Routine, 30 days' }).click();
  await goToStep(wizard, 3);
  await goToStep(wizard, 4);
  await test.step('step 4: demographics, summary, a lab and a note', () => pickCharts(sender, wizard));
  await goToStep(wizard, 5);
  await expect(wizard.getByRole('listitem').filter({ hasText: 'Summary of Care · As of today' })).toBeVisible();
  await wizard.getByRole('button', { name: 'Finish' }).click();
  await expect(sender.getByText('Referral sent')).toBeVisible();

  const { items } = await call(sender.request, listReferrals, { patientId: patient.patientId });
  const referralId = items.find((one) => one.referralReason === reason)?.referralId ?? 0;
  const { patientCharts } = await call(sender.request, getReferral, { referralId });
  const summary = patientCharts.find(({ chartName }) => chartName === 'Summary of Care');
  const sent = await call(sender.request, getSentChart, { sentChartId: summary?.sentChartId ?? 0 });

  await runStatement("update patient set email = 'changed@example.org' where patient_id = $1", [patient.patientId]);
  await sender.goto(`/provider/Patient/${patient.patientId}?section=documents&chart=5:-900`);
  await expect(sender.getByRole('region', { name: 'Summary of Care' })).toContainText('changed@example.org');

  await receiver.goto(`/provider/Referrals?referralId=${referralId}`);
  const attached = receiver.getByRole('list', { name: 'Attached documents' });
  await expect(attached.getByRole('listitem')).toHaveCount(4);
  await attached.getByRole('button', { name: /^Summary of Care/ }).click();
  const dialog = receiver.getByRole('dialog', { name: 'Documents' });
  const shown = dialog.getByRole('region', { name: 'Summary of Care' });
  await expect(shown).toContainText(nameOf(patient).split(' ')[0] ?? '');
  await expect(shown).not.toContainText('changed@example.org');
  await expect(dialog.getByText(/^As it was sent on /)).toBeVisible();
  await expectAccessible(receiver, 'charts of a referral');
  const read = await call(receiver.request, getSentChart, { sentChartId: summary?.sentChartId ?? 0 });
  expect(read).toEqual(sent);
  expect(read.sha256).toBe(summary?.sha256);
});

async function pickCharts(page: Page, wizard: Locator): Promise<void> {
  const tree = wizard.getByRole('tree', { name: 'Patient medical records' });
  const counter = wizard.getByText(/Document\(s\) Selected/);
  await expect(counter).toHaveText('0 Document(s) Selected / 0 Page(s) Selected');
  await wizard.getByText('Chart Type', { exact: true }).click();
  const parent = tree.getByRole('treeitem', { name: /^Patient/ });
  await parent.focus();
  await page.keyboard.press('Space');
  await expect(parent).toBeChecked();
  await expect(counter).toHaveText('2 Document(s) Selected / 2 Page(s) Selected');
  const search = wizard.getByLabel('Search documents');
  for (const [term, count] of [
    ['lab results', 3],
    ['progress note', 4],
  ] as const) {
    await search.fill(term);
    const parents = tree.locator('[aria-expanded="true"]');
    await expect(parents.first()).toBeVisible();
    await tree.locator('[role=treeitem]:not([aria-expanded])').first().press('Space');
    await expect(counter).toHaveText(new RegExp(`^${count} Document\\(s\\) Selected`));
    // Some of the nodes below it.
    await expect(parents.first()).toHaveAttribute('aria-checked', /mixed|true/);
  }
  await search.fill('');
  await expectAccessible(page, 'charts in the wizard');
}

test('the chart tree works with the keyboard, shows archived documents and opens generated charts', async ({
  openAs,
}) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Krishnamurthy');
  await runStatement(
    `update patient_document set is_archived = true, document_name = 'Note put away' where patient_document_id =
      (select max(patient_document_id) from patient_document where patient_id = $1)`,
    [patient.patientId],
  );
  await page.goto(`/provider/Patient/${patient.patientId}?section=documents`);
  const tree = page.getByRole('tree', { name: 'Charts of the patient' });
  const first = tree.getByRole('treeitem').first();
  await first.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(first).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(tree.getByRole('treeitem', { name: 'Demographics' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Demographics' })).toContainText(patient.mrn);
  await expect(page).toHaveURL(/chart=1%3A-100/);

  await page.keyboard.press('/');
  const find = page.getByRole('textbox', { name: 'Find in document' });
  await find.fill(patient.mrn);
  await expect(page.getByRole('search').getByRole('status')).toHaveText(/^1 of \d+$/);
  await expect(page.getByRole('region', { name: 'Demographics' }).locator('mark[data-current]')).toHaveText(
    patient.mrn,
  );
  await find.press('Escape');
  await expect(page.getByRole('region', { name: 'Demographics' }).locator('mark')).toHaveCount(0);

  // The last row of a long tree is not rendered until the focus reaches it.
  await page.getByRole('button', { name: 'Expand all' }).click();
  await tree.getByRole('treeitem', { name: 'Demographics' }).focus();
  await page.keyboard.press('End');
  await expect(tree.locator(':focus')).toBeInViewport();
  await page.keyboard.press('Home');
  await expect(first).toBeFocused();

  await page.getByLabel('Search documents').fill('put away');
  await expect(page.getByText('No results found')).toBeVisible();
  await page.getByRole('switch', { name: 'Show archived' }).click();
  await expect(tree.getByRole('treeitem', { name: /^Note put away Archived/ })).toBeVisible();
  await expectAccessible(page, 'chart tree');
});
