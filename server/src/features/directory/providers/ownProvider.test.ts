import { saveProvider } from '@careloop/contracts/directory/changes';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildDirectoryProvider, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { TestApp } from '../../../../test/harness.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

test('providers edit their own record; the Direct address needs confirmation, and only they change their identity', async () => {
  const { healthcareProviderId, specialtyId } = await buildDirectoryProvider(app.db, { specialty: 'Family Medicine' });
  const owner = await buildUser(app.db, { userType: 'provider' });
  const office = await buildUser(app.db, { clientId: owner.clientId });
  await app.db
    .insertInto('user_proxy')
    .values({ proxied_user_id: owner.userId, proxy_user_id: office.userId, proxy_type: 'office_user' })
    .execute();
  const kept = {
    first_name: 'Ada',
    last_name: 'Okonkwo',
    npi_number: null,
    email: 'ada@example.org',
    direct_email: 'ada@direct.example.org',
  };
  await app.db
    .updateTable('healthcare_provider')
    .set({ ...kept, user_id: owner.userId, version: 1 })
    .where('healthcare_provider_id', '=', healthcareProviderId)
    .execute();
  const form = (more: object) => ({
    healthcareProviderId,
    firstName: 'Ada',
    lastName: 'Okonkwo',
    npiNumber: null,
    healthcareProviderSpecialtyId: specialtyId,
    email: kept.email,
    directEmail: kept.direct_email,
    version: 1,
    ...more,
  });
  const other = {
    directEmail: 'else@direct.example.org',
    email: 'else@example.org',
    deaNumber: 'AB1234563',
    licenseNumber: 'MA-1',
    npiNumber: '1234567893',
  };
  const [acting, own] = [await app.as(office), await app.as(owner)];
  expect((await acting.fail(saveProvider, form(other))).validationErrors).toEqual(
    Object.fromEntries(Object.keys(other).map((name) => [name, providerTexts.byProviderAlone])),
  );
  expect((await own.fail(saveProvider, form(other))).validationErrors).toEqual({
    directEmail: providerTexts.directOfProfile,
  });
  expect(await acting.ok(saveProvider, form({ publicNotes: 'Speaks at schools.' }))).toMatchObject({ version: 2 });
  await own.ok(saveProvider, form({ ...other, directEmail: kept.direct_email, version: 2 }));
});
