import { emrTexts } from '@careloop/contracts/sharing/emr';
import { condition, encounter, note } from '@careloop/server/test/fhirFiles';
import { startFhirServer } from '@careloop/server/test/fhirServer';
import type { FhirServer } from '@careloop/server/test/fhirServer';
import type { PatientInfo } from '@careloop/contracts/patients';

import { expectAccessible } from '../support/accessibility.ts';
import { findPatient } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

test.setTimeout(180_000);

/** The patient's record in the EMR. */
function addRecord(emr: FhirServer, { mrn, firstName, lastName, dateOfBirth }: PatientInfo): void {
  emr.add(
    {
      resourceType: 'Patient',
      id: 'emr-1',
      identifier: [
        { type: { coding: [{ code: 'MR' }] }, system: 'https://baycolony.example.org/mrn', value: mrn ?? '' },
      ],
      name: [{ family: lastName, given: [firstName] }],
      birthDate: dateOfBirth,
      gender: 'female',
    },
    encounter('emr-visit', 'Patient/emr-1'),
    condition('emr-condition', 'Patient/emr-1'),
    note('emr-note', 'Patient/emr-1', 'Seen at the clinic in March.', { type: { text: 'Clinic letter' } }),
  );
}

test('a record is updated from the EMR, and charts are exported to it', async ({ fileProduct, openAt }) => {
  const emr = await startFhirServer();
  const product = await fileProduct.startOwn({ env: emr.env });
  try {
    const page = await openAt('coordinator');
    const patient = await findPatient(page, 'Krishnamurthy');
    await page.goto(`/provider/Patient/${patient.patientId}?section=documents`);

    await test.step('the record is imported', async () => {
      addRecord(emr, patient);
      await page.getByRole('button', { name: 'Update from EMR' }).click();
      const dialog = page.getByRole('dialog', { name: 'Update from EMR' });
      await dialog.getByRole('button', { name: 'Update now' }).click();
      const changes = dialog.getByRole('table', { name: 'What the update changed' });
      await expect(changes.getByRole('row', { name: 'Encounters 1' })).toBeVisible();
      await expect(changes.getByRole('row', { name: 'Documents 1' })).toBeVisible();
      await expectAccessible(page, 'an update from the EMR');
      await dialog.getByRole('button', { name: 'Close' }).last().click();
      const search = page.getByPlaceholder('Search documents');
      await search.fill('Clinic letter');
      await expect(page.getByRole('treeitem', { name: /Clinic letter/ })).toBeVisible();
      await search.fill('');
    });

    await test.step('a chart is exported', async () => {
      const exportButton = page.getByRole('button', { name: 'Export to EMR' });
      await expect(exportButton).toHaveAttribute('aria-disabled', 'true');
      await page.getByRole('treeitem', { name: /^Demographics/ }).press('Space');
      await exportButton.click();
      await expect(page.getByText(emrTexts.exported)).toBeVisible();
      await expect(page.getByText(emrTexts.exporting)).toBeHidden();
      const made = [...emr.resources.values()].filter(({ id }) => String(id).startsWith('made-'));
      expect(made).toMatchObject([{ resourceType: 'DocumentReference', subject: { reference: 'Patient/emr-1' } }]);
      await page.getByRole('tab', { name: 'Sent' }).click();
      const row = page.getByRole('list', { name: 'Sent charts' }).getByRole('listitem').first();
      await expect(row).toContainText('Export to EMR');
      await expect(row).toContainText('Delivered');
    });
    await page.close();
  } finally {
    await product.stop();
    await emr.stop();
  }
});
