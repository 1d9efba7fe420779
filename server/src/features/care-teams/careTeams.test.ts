import { getPendingInviteCount } from '@careloop/contracts/care-teams';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addProxy, addToCareTeam, buildPatient, buildProvider, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('pending invitations are those of the user and of the people they act for', async () => {
  const doctor = await buildProvider(app.db);
  const office = await buildUser(app.db, { clientId: doctor.clientId });
  await addProxy(app.db, doctor, office);
  for (const status of ['invited', 'invited', 'accepted', 'removed'] as const) {
    await addToCareTeam(app.db, await buildPatient(app.db, { clientId: doctor.clientId }), doctor, status);
  }
  const caller = await app.as(office);
  await addToCareTeam(app.db, await buildPatient(app.db, { clientId: doctor.clientId }), office, 'invited');
  expect(await caller.ok(getPendingInviteCount, {})).toMatchObject({ pendingInviteCount: 3 });
  const { body } = await caller.call(getPendingInviteCount, { onBehalfOfUserId: doctor.userId });
  expect(body).toMatchObject({ pendingInviteCount: 2 });
  expect(await (await app.as(doctor)).ok(getPendingInviteCount, {})).toMatchObject({ pendingInviteCount: 2 });
});

test('it needs a session, and only covers people the user may act for', async () => {
  const [doctor, stranger] = [await buildProvider(app.db), await buildUser(app.db)];
  expect(await app.nobody.fail(getPendingInviteCount, {})).toMatchObject({ status: 401 });
  const caller = await app.as(stranger);
  const acting = { onBehalfOfUserId: doctor.userId };
  expect(await caller.fail(getPendingInviteCount, acting)).toMatchObject({ status: 403, code: 'forbidden' });
});
