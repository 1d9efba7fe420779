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
} from '../../test/factories.ts';
import { startTestApp } from '../../test/harness.ts';
import type { TestApp } from '../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

/** An office that works for two doctors and sees patients of its own; each has one patient. */
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

test('who works in somebody’s name sees what that person sees, and otherwise everything of all of them', async () => {
  const { first, second, office, patients } = await buildOffice();
  expect(await seenBy(office)).toEqual(patients);
  expect(await seenBy(office, first.userId)).toEqual([patients[0]]);
  expect(await seenBy(office, second.userId)).toEqual([patients[1]]);
  expect(await seenBy(office, office.userId)).toEqual(patients);
  expect(await seenBy(first, office.userId)).toBe('forbidden');
});

test('what one holds in a client is not lent to the person one works for', async () => {
  const { clientId, first, patients } = await buildOffice();
  const supervisor = await buildUser(app.db, { clientId, permissions: ['ViewAllPatients', 'ManageWorkQueues'] });
  await addProxy(app.db, first, supervisor);
  expect(await seenBy(supervisor)).toEqual(patients);
  expect(await seenBy(supervisor, first.userId)).toEqual([patients[0]]);
  const caller = await app.as(supervisor);
  expect((await caller.call(getWorkQueues, { onBehalfOfUserId: first.userId } as never)).status).toBe(200);
});

test('glass that one broke is not lent to the person one works for', async () => {
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
  await caller.ok(getPatientInfo, patient);
  const acting = { ...patient, onBehalfOfUserId: first.userId };
  expect(await caller.fail(getPatientInfo, acting)).toMatchObject({ code: 'unauthorized_patient' });
});

test('nothing is written in the name of somebody to whom it is closed', async () => {
  const { referralId, sender } = await buildReferral(app);
  const stranger = await buildProvider(app.db);
  await addProxy(app.db, stranger, sender);
  const caller = await app.as(sender);
  const acting = { referralId, onBehalfOfUserId: stranger.userId };
  expect(await caller.fail(cancelReferral, acting)).toMatchObject({ code: 'unauthorized_patient' });
  await caller.ok(cancelReferral, { referralId });
});

test('the own session is nobody else’s: it goes on, and ends, when a proxy is withdrawn', async () => {
  const [doctor, office] = [await buildProvider(app.db), await buildUser(app.db)];
  const caller = await app.as(office);
  const acting = { onBehalfOfUserId: doctor.userId } as never;
  expect((await caller.call(getContext, acting)).body).toMatchObject({ user: { userId: office.userId } });
  expect((await caller.call(refreshToken, acting)).status).toBe(200);
  expect((await caller.call(logout, acting)).status).toBe(200);
  expect((await caller.fail(getContext, {})).status).toBe(401);
});
