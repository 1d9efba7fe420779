import { apsTexts, getApsLookups, searchAps } from '@careloop/contracts/directory/search';
import { getPatientInfo } from '@careloop/contracts/patients';
import { createReferral, referralTexts } from '@careloop/contracts/referrals';
import { updateReferral } from '@careloop/contracts/referrals/updating';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  addToCareTeam,
  affiliate,
  buildClient,
  buildDirectoryProvider,
  buildPatient,
  buildProvider,
  buildUser,
  referralInput,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** A provider of one client on the care team of another one's patient. */
async function buildGuest({ own, patients }: { own: string[]; patients: string[] }) {
  const { clientId } = await buildClient(app.db, { features: patients });
  await buildUser(app.db, { clientId, isCoordinator: true });
  const patient = await buildPatient(app.db, { clientId });
  const user = await buildProvider(app.db, await buildClient(app.db, { features: own }));
  await addToCareTeam(app.db, patient, user);
  const receiver = { ...user, ...(await buildDirectoryProvider(app.db)) };
  const input = referralInput({ patient, receiver, referredBy: user });
  const toSpecialty = {
    ...input,
    healthcareProviderId: null,
    healthcareProviderAddressId: null,
    healthcareProviderSpecialtyId: receiver.specialtyId,
  };
  return { guest: await app.as(user), clientId, patientId: patient.patientId, receiver, input, toSpecialty };
}

test('the patient’s client decides whether referrals go to providers only, not the sender’s', async () => {
  const providersOnly = ['disableSpecialtyOnReferralCreation'];
  const strict = await buildGuest({ own: [], patients: providersOnly });
  expect((await strict.guest.fail(createReferral, strict.toSpecialty)).validationErrors).toEqual({
    healthcareProviderId: referralTexts.providerRequired,
  });
  expect(await strict.guest.ok(getPatientInfo, { patientId: strict.patientId })).toMatchObject({
    refersToProvidersOnly: true,
  });
  const { referralId } = await strict.guest.ok(createReferral, strict.input);
  const { patientId: _, ...changed } = { ...strict.toSpecialty, referralId, version: 1 };
  expect((await strict.guest.fail(updateReferral, changed)).validationErrors).toEqual({
    healthcareProviderId: referralTexts.providerRequired,
  });

  const free = await buildGuest({ own: providersOnly, patients: [] });
  expect(await free.guest.ok(getPatientInfo, { patientId: free.patientId })).toMatchObject({
    refersToProvidersOnly: false,
  });
  await free.guest.ok(createReferral, free.toSpecialty);
});

test('a search for a patient shows the preferences by which a referral is checked', async () => {
  const { guest, clientId, patientId, receiver, input } = await buildGuest({ own: [], patients: [] });
  await affiliate(app.db, receiver, { clientId, enforcePreferred: true });
  expect((await guest.fail(createReferral, input)).validationErrors).toHaveProperty('notPreferredReason');
  const lookups = await guest.ok(getApsLookups, { patientId });
  expect(lookups).toMatchObject({ clientId, affiliations: [{}, {}] });
  const query = { patientId, clientId, specialities: [receiver.specialtyId] };
  expect((await guest.ok(searchAps, query)).data).toMatchObject([{ enforcePreferred: true }]);
  expect((await guest.fail(searchAps, { ...query, patientId: undefined })).validationErrors).toEqual({
    clientId: apsTexts.unknownClient,
  });
});
