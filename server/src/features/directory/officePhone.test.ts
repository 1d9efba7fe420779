import { createConsultation, getConsultation } from '@careloop/contracts/consultations';
import { searchProviders } from '@careloop/contracts/directory';
import { createReferral, getReferral } from '@careloop/contracts/referrals';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildReferralParties, referralInput } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('the search, a referral and a consultation contain the provider’s office phone', async () => {
  const parties = await buildReferralParties(app);
  const { patient, receiver } = parties;
  const { healthcareProviderId } = receiver;
  const office_phone = '5085550123';
  await app.db
    .updateTable('healthcare_provider')
    .set({ office_phone })
    .where('healthcare_provider_id', '=', healthcareProviderId)
    .execute();
  const sender = await app.as(parties.sender);
  const { items } = await sender.ok(searchProviders, { healthcareProviderSpecialtyId: receiver.specialtyId });
  expect(items).toMatchObject([{ healthcareProviderId, officePhone: office_phone }]);
  const { referralId } = await sender.ok(createReferral, referralInput(parties));
  expect(await sender.ok(getReferral, { referralId })).toMatchObject({ referredToOfficePhone: office_phone });
  const { patientId } = patient;
  const { careCoordinatorRequestId } = await sender.ok(createConsultation, { patientId, healthcareProviderId });
  expect(await sender.ok(getConsultation, { careCoordinatorRequestId })).toMatchObject({
    requestedToOfficePhone: office_phone,
  });
});
