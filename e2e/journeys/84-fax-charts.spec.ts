import { expectAccessible } from '../support/accessibility.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

test('a coordinator faxes a chart, and opens what was sent', async ({ openAs }) => {
  test.slow();
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Krishnamurthy');
  await page.goto(`/provider/Patient/${patient.patientId}?section=documents`);
  await page.getByRole('treeitem', { name: /^Demographics/ }).press('Space');
  await page.getByRole('button', { name: 'Fax Charts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fax Charts' });
  await expect(dialog.getByText('1 Document(s) Selected / 1 Page(s) Selected')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Sender' })).toHaveValue('Renée Caldwell');
  // The coordinator has no organization of their own, so the client's is used.
  await expect(dialog.getByRole('textbox', { name: 'Organization' })).toHaveValue(/\w/);
  await dialog.getByRole('button', { name: 'Fax', exact: true }).click();
  await expect(dialog.getByText('Recipient is required')).toBeVisible();
  await expect(dialog.getByText('Fax Number is required')).toBeVisible();
  await expectAccessible(page, 'fax charts');

  await test.step('the number of one recipient is never kept for another', async () => {
    const team = dialog.getByRole('combobox', { name: 'Care Team Member' });
    await dialog.getByRole('textbox', { name: 'Recipient' }).fill('Records Office');
    await dialog.getByRole('textbox', { name: 'Fax Number' }).fill('617-555-0123');
    await team.click();
    await page.getByRole('option').first().click();
    await expect(dialog.getByRole('textbox', { name: 'Recipient' })).not.toHaveValue('Records Office');
    await expect(dialog.getByRole('textbox', { name: 'Recipient' })).toHaveAttribute('readonly', '');
    await expect(dialog.getByText('(617) 555-0123')).toBeHidden();
    await dialog.getByRole('checkbox', { name: 'Somebody who is not on the care team' }).check();
    await expect(dialog.getByRole('textbox', { name: 'Recipient' })).toHaveValue('');
    await expect(dialog.getByRole('textbox', { name: 'Fax Number' })).toHaveValue('');
  });

  await dialog.getByRole('textbox', { name: 'Recipient' }).fill('Records Office');
  await dialog.getByRole('textbox', { name: 'Fax Number' }).fill('12');
  await expect(dialog.getByText('Invalid Fax Number')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Fax Number' }).fill('617-555-0123');
  await dialog.getByRole('checkbox', { name: 'Urgent' }).check();
  await expect(dialog.getByText('Records Office · (617) 555-0123')).toBeVisible();
  await dialog.getByRole('button', { name: 'Fax', exact: true }).click();
  await expect(page.getByText('Document fax in progress...')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole('tab', { name: 'Sent' }).click();
  const row = page.getByRole('list', { name: 'Sent charts' }).getByRole('listitem').first();
  await expect(row).toContainText('Fax to Records Office · (617) 555-0123');
  // No fax service is configured in tests.
  await expect(row.getByText('It did not leave Careloop: no service for faxes is set up.')).toBeVisible();
  await expectAccessible(page, 'sent charts');
  const href = await row.getByRole('link', { name: 'Open what was sent' }).getAttribute('href');
  const packet = await page.request.get(href ?? '', { headers: { 'frontend-version': 'journey' } });
  expect(packet.headers()['content-type']).toBe('application/pdf');
  expect((await packet.body()).subarray(0, 5).toString()).toBe('%PDF-');
});
