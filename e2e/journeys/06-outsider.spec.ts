import { getDocumentText } from '@careloop/contracts/charts/viewer';
import { listCharts } from '@careloop/contracts/charts';
import { getPatientInfo, listPatients } from '@careloop/contracts/patients';
import { getReferral, listReferrals } from '@careloop/contracts/referrals';

import { expectAccessible } from '../support/accessibility.ts';
import { call, tryCall } from '../support/api.ts';
import { nameOf, sendReferral } from '../support/organization.ts';
import { expect, test } from '../support/test.ts';

test('a user of another client finds nothing by any route', async ({ openAs }) => {
  const sender = await openAs('coordinator');
  const outsider = await openAs('outsider');
  const { referralId, patient } = await sendReferral(sender, {
    patient: 'Morgan',
    to: 'Patel',
    for: 'Nguyen',
    reason: 'Syncope on exertion.',
  });
  const name = nameOf(patient);
  const { patientId } = patient;

  await test.step('in lists and searches', async () => {
    await outsider.goto('/provider/Patients');
    await expect(outsider.getByRole('link', { name: /^HOFFMAN/ })).toBeVisible();
    for (const term of [patient.lastName, patient.mrn]) {
      const answered = outsider.waitForResponse(
        (response) => new URL(response.url()).searchParams.get('searchTerm') === term,
      );
      await outsider.getByRole('searchbox', { name: 'Search patients' }).fill(term);
      await answered;
      await expect(outsider.getByText('No results found')).toBeVisible();
      await expect(outsider.getByText(name)).toHaveCount(0);
    }
    await outsider.goto('/provider/Referrals');
    await expect(outsider.getByRole('option').first()).toBeVisible();
    await outsider.getByRole('searchbox', { name: 'Search referrals' }).fill(patient.lastName);
    await expect(outsider.getByText('No results found')).toBeVisible();
    await expectAccessible(outsider, 'referrals, nothing found');
  });

  await test.step('by a URL they were given', async () => {
    for (const path of [`/Patient/${patientId}`, '/Patient/abc', '/Patient']) {
      await outsider.goto(`/provider${path}`);
      await expect(outsider.getByText('You do not have access to this patient.')).toBeVisible();
      await expect(outsider).toHaveURL('/provider/Patients');
    }
    await outsider.goto(`/provider/Referrals?referralId=${referralId}`);
    const detail = outsider.getByRole('region', { name: 'Referrals: selected item' });
    await expect(detail.getByText("this referral doesn't exist, or you do not have access")).toBeVisible();
    await expect(outsider.getByText(patient.lastName, { exact: false })).toHaveCount(0);
    await expectAccessible(outsider, 'referral that is not theirs');
  });

  await test.step('through the API', async () => {
    const { documents } = await call(sender.request, listCharts, { patientId });
    const patientDocumentId = documents[0]?.patientDocumentId ?? 0;
    const answers = [
      await tryCall(outsider.request, getPatientInfo, { patientId }),
      await tryCall(outsider.request, listCharts, { patientId }),
      await tryCall(outsider.request, getDocumentText, { patientDocumentId }),
      await tryCall(outsider.request, getDocumentText, { patientDocumentId, referralId }),
      await tryCall(outsider.request, getReferral, { referralId }),
    ];
    for (const { body } of answers) {
      expect(body.wasSuccessful).toBe(false);
      expect(JSON.stringify(body)).not.toContain(patient.lastName);
    }
    const patients = await call(outsider.request, listPatients, { searchTerm: patient.mrn });
    expect(patients.items).toEqual([]);
    const referrals = await call(outsider.request, listReferrals, { patientId });
    expect(referrals.items).toEqual([]);
  });
});
