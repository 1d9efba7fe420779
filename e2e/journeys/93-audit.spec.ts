import { expectAccessible } from '../support/accessibility.ts';
import { expect, test } from '../support/test.ts';

test('users who opened a record are found in the audit, filtered and exported', async ({ openAs }) => {
  const coordinator = await openAs('coordinator');
  await coordinator.goto('/provider/Patients');
  const first = coordinator.getByRole('table').getByRole('link').first();
  const name = (await first.textContent())?.split(',')[0] ?? '';
  await first.click();
  await expect(coordinator).toHaveURL(/\/Patient\/\d+/);
  const patientId = /\/Patient\/(\d+)/.exec(coordinator.url())?.[1] ?? '';

  const admin = await openAs('admin');
  await admin.goto('/provider');
  await admin.goto('/provider/Audit');
  await expect(admin.getByRole('heading', { name: 'Audit', level: 1 })).toBeVisible();
  const table = admin.getByRole('region', { name: 'Audit' });
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  await expectAccessible(admin, 'audit');

  // The administrator is on no care team, but can still find the patient.
  await admin.getByRole('combobox', { name: 'Patient' }).fill(name);
  await admin.getByRole('option').filter({ hasText: name }).first().click();
  await expect(admin).toHaveURL(/patientId=\d+/);
  await admin.goto(`/provider/Audit?patientId=${patientId}`);
  const row = table.getByRole('row').filter({ hasText: 'Patient record' }).first();
  await expect(row).toBeVisible();
  await row.getByRole('button').first().click();
  await expect(admin).toHaveURL(/userId=\d+/);
  await admin.getByRole('combobox', { name: 'Kind' }).click();
  await admin.getByRole('option', { name: 'Opened or searched' }).click();
  await expect(admin).toHaveURL(/kind=access/);
  await expect(row).toBeVisible();
  const [file] = await Promise.all([
    admin.waitForEvent('download'),
    admin.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^Audit \d{4}-\d{2}-\d{2}\.csv$/);
  await admin.getByRole('combobox', { name: 'Outcome' }).click();
  await admin.getByRole('option', { name: 'Failed' }).click();
  await expect(admin.getByText('No entries match these filters')).toBeVisible();
  await expectAccessible(admin, 'audit');
});
