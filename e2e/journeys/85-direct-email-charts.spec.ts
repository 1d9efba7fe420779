import { expectAccessible } from '../support/accessibility.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

test('a provider sends a chart by Direct message from the reading room', async ({ openAs }) => {
  test.slow();
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Krishnamurthy');
  await page.goto(`/provider/Patient/${patient.patientId}/charts`);
  await page.getByRole('button', { name: 'Direct Email Charts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Direct Email Charts' });
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(dialog.getByText('Select at least one document to direct email')).toBeVisible();
  await expect(dialog.getByText('Email is not valid')).toBeVisible();
  await expect(dialog.getByText('Direct Email is required')).toBeHidden();
  await expectAccessible(page, 'direct email charts');

  await dialog.getByRole('treeitem', { name: /^Summary of Care/ }).press('Space');
  await dialog.getByRole('textbox', { name: 'Recipient' }).fill('Harbor Cardiology');
  await dialog.getByRole('textbox', { name: 'Direct Email' }).fill('records@direct.harbor.example');
  await dialog.getByRole('textbox', { name: 'Organization' }).fill('Bay Colony Health');
  await dialog.getByRole('textbox', { name: 'Subject' }).fill('For Thursday');

  await test.step('closing asks for confirmation', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('dialog').last()).toContainText(/unsaved changes/i);
    await page.keyboard.press('Escape');
  });
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Successfully emailed document.')).toBeVisible();
  await page.goto(`/provider/Patient/${patient.patientId}?section=sent`);
  const row = page.getByRole('list', { name: 'Sent charts' }).getByRole('listitem').first();
  await expect(row).toContainText('Direct message to Harbor Cardiology · records@direct.harbor.example');
  // No Direct service is configured in tests.
  await expect(row.getByText('It did not leave Careloop: no service for Direct messages is set up.')).toBeVisible();
});
