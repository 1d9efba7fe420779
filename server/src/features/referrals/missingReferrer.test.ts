import { getMissingReferrer, referrerTexts as texts } from '@careloop/contracts/referrals/referrer';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addProxy, buildClient, buildPatient, buildProvider, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { TestApp } from '../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('says which piece is missing to refer, and where those who may can add it', async () => {
  const { clientId } = await buildClient(app.db, { features: [] });
  const name = (
    await app.db.selectFrom('client').select('display_name').where('client_id', '=', clientId).executeTakeFirstOrThrow()
  ).display_name;
  const { patientId } = await buildPatient(app.db, { clientId });
  const office = await buildUser(app.db, { clientId, permissions: ['ViewAllPatients'] });
  const caller = await app.as(office);
  const missing = async () => (await caller.ok(getMissingReferrer, { patientId })).missing;
  expect(await missing()).toEqual([
    { text: texts.noProviders(name), step: null },
    { text: texts.nobody, step: null },
    { text: texts.featureOff(name), step: null },
  ]);

  const administrator = await app.as(
    await buildUser(app.db, {
      clientId,
      permissions: ['ViewAllPatients', 'ManageUsers', 'ManageSite', 'AddProvider'],
    }),
  );
  const steps = (await administrator.ok(getMissingReferrer, { patientId })).missing.map(({ step }) => step);
  expect(steps).toEqual(['directory', 'users', 'clients']);

  await app.db.insertInto('client_feature').values({ client_id: clientId, feature: 'canManageReferrals' }).execute();
  const provider = await buildProvider(app.db, { clientId });
  expect(await missing()).toEqual([{ text: texts.nobody, step: null }]);
  await addProxy(app.db, await buildUser(app.db, { clientId }), office);
  expect(await missing()).toEqual([{ text: texts.noProviderAmongThem, step: null }]);
  await addProxy(app.db, provider, office);
  expect(await missing()).toEqual([]);

  const coordinator = await app.as(
    await buildUser(app.db, { clientId, permissions: ['ViewAllPatients', 'ManageWorkQueues'], isCoordinator: true }),
  );
  expect((await coordinator.ok(getMissingReferrer, { patientId })).missing).toEqual([]);
  const stranger = await app.as(await buildUser(app.db));
  expect((await stranger.fail(getMissingReferrer, { patientId })).code).toBe('unauthorized_patient');
  expect((await app.nobody.fail(getMissingReferrer, { patientId })).status).toBe(401);
});
