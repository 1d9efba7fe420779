import { fallbackTexts } from '@careloop/contracts/zodTexts';
import { getPatientInfo, listPatients } from '@careloop/contracts/patients';
import { cancelReferral } from '@careloop/contracts/referrals/processing';
import { getContext, logout, refreshToken } from '@careloop/contracts/session';
import { getWorkQueues } from '@careloop/contracts/work-queues';
import { afterAll, beforeAll, expect, test } from 'vitest';

import {
  addProxy,
  addToCareTeam,
  buildClient,
  buildPatient,
  buildProvider,
  buildReferral,
  buildUser,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** Office staff acting for two doctors, with a patient of their own; each of the three has one patient. */
async function buildOffice() {
  const { clientId } = await buildClient(app.db);
  const [first, second] = [await buildProvider(app.db, { clientId }), await buildProvider(app.db, { clientId })];
  const office = await buildUser(app.db, { clientId, permissions: ['ManageWorkQueues'] });
  const patients = [];
  for (const member of [first, second, office]) {
    const patient = await buildPatient(app.db, { clientId });
    await addToCareTeam(app.db, patient, member);
    patients.push(patient.patientId);
  }
  await addProxy(app.db, first, office);
  await addProxy(app.db, second, office);
  return { clientId, first, second, office, patients };
}

const seenBy = async (user: { userId: number }, onBehalfOfUserId?: number) => {
  const { body } = await (await app.as(user)).call(listPatients, { onBehalfOfUserId } as object);
  return body.wasSuccessful ? body.items.map((item) => item.patientId).toSorted((a, b) => a - b) : body.code;
};

test('a user acting for a person sees what that person sees, and otherwise what all of them see', async () => {
  const { first, second, office, patients } = await buildOffice();
  expect(await seenBy(office)).toEqual(patients);
  expect(await seenBy(office, first.userId)).toEqual([patients[0]]);
  expect(await seenBy(office, second.userId)).toEqual([patients[1]]);
  expect(await seenBy(office, office.userId)).toEqual(patients);
  expect(await seenBy(first, office.userId)).toBe('forbidden');
});

test('the user’s own client permissions do not apply while acting for somebody', async () => {
  const { clientId, first, patients } = await buildOffice();
  const supervisor = await buildUser(app.db, { clientId, permissions: ['ViewAllPatients', 'ManageWorkQueues'] });
  await addProxy(app.db, first, supervisor);
  expect(await seenBy(supervisor)).toEqual(patients);
  expect(await seenBy(supervisor, first.userId)).toEqual([patients[0]]);
  const caller = await app.as(supervisor);
  expect((await caller.call(getWorkQueues, { onBehalfOfUserId: first.userId } as never)).status).toBe(200);
});

test('the user’s own emergency access does not apply while acting for somebody', async () => {
  const { clientId, first, office } = await buildOffice();
  const patient = await buildPatient(app.db, { clientId });
  await app.db
    .insertInto('break_glass_access')
    .values({
      user_id: office.userId,
      patient_id: patient.patientId,
      reason: 'Unconscious, alone',
      expires_at: new Date(Date.now() + 60_000),
    })
    .execute();
  const caller = await app.as(office);
  await caller.ok(getPatientInfo, { patientId: patient.patientId });
  const acting = { patientId: patient.patientId, onBehalfOfUserId: first.userId };
  expect(await caller.fail(getPatientInfo, acting)).toMatchObject({ code: 'unauthorized_patient' });
});

test('a user cannot write for a person who has no access', async () => {
  const { referralId, sender } = await buildReferral(app);
  const stranger = await buildProvider(app.db);
  await addProxy(app.db, stranger, sender);
  const caller = await app.as(sender);
  const acting = { referralId, onBehalfOfUserId: stranger.userId };
  expect(await caller.fail(cancelReferral, acting)).toMatchObject({ code: 'unauthorized_patient' });
  await caller.ok(cancelReferral, { referralId });
});

test('session endpoints are called in one’s own name only', async () => {
  const [doctor, office] = [await buildProvider(app.db), await buildUser(app.db)];
  const caller = await app.as(office);
  for (const endpoint of [getContext, refreshToken, logout]) {
    const { validationErrors } = await caller.fail(endpoint, { onBehalfOfUserId: doctor.userId });
    expect(validationErrors).toEqual({ onBehalfOfUserId: fallbackTexts.undeclared });
  }
  expect(await caller.ok(getContext, {})).toMatchObject({ user: { userId: office.userId } });
});
