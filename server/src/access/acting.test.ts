import { listPatients } from '@careloop/contracts/patients';
import { getWorkQueues } from '@careloop/contracts/work-queues';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addProxy, addToCareTeam, buildClient, buildPatient, buildProvider, buildUser } from '../../test/factories.ts';
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
