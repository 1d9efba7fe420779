import { faxCharts } from '@careloop/contracts/sharing/documentExport';

import { expectAccessible } from '../support/accessibility.ts';
import { findPatient } from '../support/organization.ts';
import { expect, staged, test } from '../support/test.ts';

test('a coordinator faxes a chart, and opens what was sent', async ({ openAs }) => {
  const page = await openAs('coordinator');
  const patient = await findPatient(page, 'Krishnamurthy');
  await page.goto(`/provider/Patient/${patient.patientId}?section=documents`);
  await page.getByRole('treeitem', { name: /^Demographics/ }).press('Space');
  // The buttons of the EMR appear only if it is set up.
  await expect(page.getByRole('button', { name: /EMR/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Fax Charts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Fax Charts' });
  await expect(dialog.getByText('1 Document(s) Selected / 1 Page(s) Selected')).toBeVisible();
  await expect(dialog.getByText('At least 1 page')).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'Sender' })).toHaveValue('Renée Caldwell');
  // The coordinator has no organization of their own, so the client's is used.
  await expect(dialog.getByRole('textbox', { name: 'Organization' })).toHaveValue(/\w/);
  await dialog.getByRole('button', { name: 'Fax', exact: true }).click();
  await expect(dialog.getByText('Recipient is required')).toBeVisible();
  await expect(dialog.getByText('Fax Number is required')).toBeVisible();
  await expectAccessible(page, 'fax charts');

  await dialog.getByRole('textbox', { name: 'Recipient' }).fill('Records Office');
  await dialog.getByRole('textbox', { name: 'Fax Number' }).fill('617-555-0123');
  await dialog.getByRole('checkbox', { name: 'Urgent' }).check();
  await expect(dialog.getByText('Records Office · (617) 555-0123')).toBeVisible();
  await test.step('a failure is said once, in view above the form', async () => {
    await page.setViewportSize({ width: 1280, height: 500 });
    await dialog.getByRole('checkbox', { name: 'Condense Pages' }).scrollIntoViewIfNeeded();
    const failing = { status: 500, headers: staged, json: {} };
    await page.route(`**/api${faxCharts.path}`, (route) => route.fulfill(failing), { times: 1 });
    await dialog.getByRole('button', { name: 'Fax', exact: true }).click();
    await expect(dialog.getByText('Error faxing document.')).toBeInViewport();
    await expect(page.getByText('Error faxing document.')).toHaveCount(1);
    await page.setViewportSize({ width: 1280, height: 720 });
  });
  await dialog.getByRole('button', { name: 'Fax', exact: true }).click();
  await expect(page.getByText('Document fax in progress...')).toBeVisible();
  // No fax service is configured in tests.
  await expect(page.getByText('No service for faxes is set up: the fax is kept under Sent')).toBeVisible();
  await expect(dialog).toBeHidden();

  await page.getByRole('tab', { name: 'Sent' }).click();
  const row = page.getByRole('list', { name: 'Sent charts' }).getByRole('listitem').first();
  await expect(row).toContainText('Fax to Records Office · (617) 555-0123');
  // The portal writes the chart: its length is known once the PDF is composed.
  await expect(row).toContainText(/1 document · PDF of \d+ pages with cover/);
  await expect(row.getByText('It did not leave the portal: no service for faxes is set up.')).toBeVisible();
  await expectAccessible(page, 'sent charts');
  const checked = page.waitForResponse(/document-export\/packet/);
  await row.getByRole('button', { name: 'Open what was sent' }).click();
  const packet = await page.request.get((await checked).url(), { headers: { 'frontend-version': 'journey' } });
  expect(packet.headers()['content-type']).toBe('application/pdf');
  expect((await packet.body()).subarray(0, 5).toString()).toBe('%PDF-');
});

test('a chart is sent by Direct message from the reading room', async ({ openAs }) => {
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
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('Successfully emailed document.')).toBeVisible();
  // No Direct service is configured in tests.
  await expect(page.getByText('No service for Direct messages is set up:')).toBeVisible();
  await page.goto(`/provider/Patient/${patient.patientId}?section=sent`);
  const row = page.getByRole('list', { name: 'Sent charts' }).getByRole('listitem').first();
  await expect(row).toContainText('Direct message to Harbor Cardiology · records@direct.harbor.example');
  await expect(row.getByText('It did not leave the portal: no service for Direct messages is set up.')).toBeVisible();
});
