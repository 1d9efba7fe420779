import type { Permission } from '@careloop/contracts/access';
import { findDiagnoses, findSpecialties, getImpersonatableUsers, searchProviders } from '@careloop/contracts/directory';
import { searchAps } from '@careloop/contracts/directory/search';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  addProxy,
  buildCoordinator,
  buildDirectoryProvider,
  buildPatient,
  buildProvider,
  buildUser,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
let coordinator: Caller;
let clientId: number;
beforeAll(async () => {
  app = await startTestApp();
  const user = await buildCoordinator(app.db);
  clientId = user.clientId;
  coordinator = await app.as(user);
});
afterAll(() => app.stop());

const worcester = { latitude: 42.2626, longitude: -71.8023 };
const boston = { latitude: 42.3601, longitude: -71.0589 };

describe('the provider search', () => {
  test('measures from the patient, nearest first', async () => {
    const specialty = 'Sleep Medicine';
    const near = await buildDirectoryProvider(app.db, { specialty, lastName: 'Zuber', ...worcester });
    const far = await buildDirectoryProvider(app.db, { specialty, lastName: 'Abel', ...boston });
    const patient = await buildPatient(app.db, { clientId, ...worcester });
    const { items } = await coordinator.ok(searchProviders, {
      healthcareProviderSpecialtyId: near.specialtyId,
      patientId: patient.patientId,
    });
    expect(items.map((item) => item.healthcareProviderId)).toEqual([
      near.healthcareProviderId,
      far.healthcareProviderId,
    ]);
    expect(items[0]?.distance).toBe(0);
    // GeographicLib's geodesic between the two points is 38.62 miles; a sphere may differ by 0.6 %.
    expect(items[1]?.distance).toBeGreaterThan(38.4);
    expect(items[1]?.distance).toBeLessThan(38.9);
  });

  test('has no distance if a position is unknown, or to a patient the user may not see', async () => {
    const provider = await buildDirectoryProvider(app.db, { lastName: 'Quist', ...boston });
    const placeless = await buildPatient(app.db, { clientId });
    const closed = await buildPatient(app.db, worcester);
    for (const patientId of [undefined, placeless.patientId, closed.patientId]) {
      const { items } = await coordinator.ok(searchProviders, { searchTerm: 'quist', patientId });
      expect(items).toMatchObject([{ healthcareProviderId: provider.healthcareProviderId, distance: null }]);
    }
  });

  test.each(['Dr. Núñez-O’Brien', 'nunez', 'Nunez-O’Brien, Xi', 'ximena nunez', '1245319599'])(
    'finds by %s',
    async (searchTerm) => {
      const name = { firstName: 'Ximena', lastName: 'Núñez-O’Brien' };
      const existing = await coordinator.ok(searchProviders, { searchTerm: 'nunez' });
      if (existing.items.length === 0) {
        const made = await buildDirectoryProvider(app.db, name);
        await app.db
          .updateTable('healthcare_provider')
          .set({ npi_number: '1245319599' })
          .where('healthcare_provider_id', '=', made.healthcareProviderId)
          .execute();
      }
      const { items } = await coordinator.ok(searchProviders, { searchTerm });
      expect(items.map((item) => item.fullName)).toEqual(['Núñez-O’Brien, Ximena']);
      const others = { searchTerm, excludePersonId: items[0]?.healthcareProviderId };
      expect((await coordinator.ok(searchProviders, others)).items).toEqual([]);
    },
  );

  test('finds only those without a user, if asked to', async () => {
    const free = await buildDirectoryProvider(app.db, { lastName: 'Freeling' });
    await buildProvider(app.db, { lastName: 'Freeling' });
    expect((await coordinator.ok(searchProviders, { searchTerm: 'freeling' })).items).toHaveLength(2);
    const { items } = await coordinator.ok(searchProviders, { searchTerm: 'freeling', withoutUser: true });
    expect(items).toMatchObject([{ healthcareProviderId: free.healthcareProviderId, userId: null }]);
  });

  test('finds nobody without the required permission', async () => {
    await buildDirectoryProvider(app.db, { lastName: 'Permitted' });
    const count = async (requiredPermission: Permission) =>
      (await coordinator.ok(searchProviders, { searchTerm: 'permitted', requiredPermission })).items.length;
    expect([await count('ManageWorkQueues'), await count('EditProvider')]).toEqual([1, 0]);
    const unknown = await coordinator.fail(searchProviders, { requiredPermission: 'Everything' as never });
    expect(unknown).toMatchObject({ code: 'invalid_input' });
  });

  test('pages', async () => {
    for (let index = 0; index < 23; index += 1) await buildDirectoryProvider(app.db, { lastName: `Pagel ${index}` });
    const first = await coordinator.ok(searchProviders, { searchTerm: 'pagel' });
    const second = await coordinator.ok(searchProviders, { searchTerm: 'pagel', page: 2 });
    expect([first.items.length, first.hasMore, second.items.length, second.hasMore]).toEqual([20, true, 3, false]);
  });

  test('ends with page 50, also if more providers match', async () => {
    await sql`insert into healthcare_provider (first_name, last_name)
      select 'Ann', 'Manyfold ' || n from generate_series(1, 1001) as n`.execute(app.db);
    const pages = async (page: number) => {
      const named = await coordinator.ok(searchProviders, { searchTerm: 'manyfold', page });
      const { data, hasMore } = await coordinator.ok(searchAps, { searchName: 'manyfold', page });
      return [named.items.length, named.hasMore, data.length, hasMore];
    };
    expect(await pages(49)).toEqual([20, true, 20, true]);
    expect(await pages(50)).toEqual([20, false, 20, false]);
    expect((await coordinator.fail(searchProviders, { page: 51 })).validationErrors).toHaveProperty('page');
    expect((await coordinator.fail(searchAps, { page: 51 })).validationErrors).toHaveProperty('page');
  });

  test('needs a session', async () => {
    for (const endpoint of [searchProviders, findSpecialties, findDiagnoses, getImpersonatableUsers]) {
      expect(await app.nobody.fail(endpoint, { searchTerm: 'ab' })).toMatchObject({ status: 401 });
    }
  });
});

test('specialties are found by the beginning of any of their words', async () => {
  await buildDirectoryProvider(app.db, { specialty: 'Physical Medicine & Rehabilitation' });
  const found = async (searchTerm: string) =>
    (await coordinator.ok(findSpecialties, { searchTerm })).specialties.map((one) => one.name);
  expect(await found('rehab')).toEqual(['Physical Medicine & Rehabilitation']);
  expect(await found('ehab')).toEqual([]);
});

test('no specialties are offered without the required permission', async () => {
  await buildDirectoryProvider(app.db, { specialty: 'Phlebology' });
  const count = async (requiredPermission: Permission) =>
    (await coordinator.ok(findSpecialties, { searchTerm: 'phleb', requiredPermission })).specialties.length;
  expect([await count('ManageWorkQueues'), await count('EditProvider')]).toEqual([1, 0]);
  const unknown = await coordinator.fail(findSpecialties, { requiredPermission: 'Everything' as never });
  expect(unknown).toMatchObject({ code: 'invalid_input' });
});

describe('diagnoses', () => {
  beforeAll(async () => {
    await app.db
      .insertInto('diagnosis_code')
      .values([
        { code: 'I10', description: 'Essential (primary) hypertension' },
        { code: 'E11.9', description: 'Type 2 diabetes mellitus without complications' },
        { code: 'E11', description: 'Type 2 diabetes mellitus', is_billable: false },
        { code: 'J45.909', description: 'Unspecified asthma, uncomplicated' },
        { code: 'J93.9', description: 'Pneumothorax, unspecified' },
      ])
      .execute();
  });

  test.each([
    ['I1', ['I10']],
    ['e119', ['E11.9']],
    ['E11.9', ['E11.9']],
    ['diabet mell', ['E11.9']],
    ['hypertension', ['I10']],
    // Halfway through a word, where its stem is another, and a word that begins as one that English searches leave out.
    ['hypertensi', ['I10']],
    ['pneumothora', ['J93.9']],
    ['as', ['J45.909']],
    ['asthma with', ['J45.909']],
    ['h', []],
    ["'; --", []],
    ['zzz', []],
  ])('%s finds %j', async (searchTerm, codes) => {
    const { diagnoses } = await coordinator.ok(findDiagnoses, { searchTerm });
    expect(diagnoses.map((one) => one.code)).toEqual(codes);
  });

  test('list the patient’s conditions first, then descriptions with the words as typed', async () => {
    const patient = await buildPatient(app.db, { clientId });
    const other = await buildPatient(app.db);
    await app.db
      .insertInto('diagnosis_code')
      .values([
        { code: 'A01.1', description: 'Heartburn of pregnancy' },
        { code: 'I50.9', description: 'Heart failure, unspecified' },
        { code: 'I51.9', description: 'Heart disease, unspecified' },
        { code: 'B33.2', description: 'Viral disease of the heart' },
      ])
      .execute();
    const condition = { description: 'Heart disease', code: 'I51.9', clinical_status: 'active' };
    await app.db
      .insertInto('patient_condition')
      .values([patient, other].map(({ patientId }) => ({ ...condition, patient_id: patientId })))
      .execute();
    const search = async (searchTerm: string, patientId?: number) =>
      (await coordinator.ok(findDiagnoses, { searchTerm, patientId })).diagnoses.map((one) =>
        one.isOfPatient ? `${one.code}*` : one.code,
      );
    expect(await search('heart')).toEqual(['I50.9', 'I51.9', 'B33.2', 'A01.1']);
    expect(await search('heart', patient.patientId)).toEqual(['I51.9*', 'I50.9', 'B33.2', 'A01.1']);
    expect(await search('', patient.patientId)).toEqual(['I51.9*']);
    // A patient the user may not see has no effect on the results.
    expect(await search('heart', other.patientId)).toEqual(['I50.9', 'I51.9', 'B33.2', 'A01.1']);
    expect(await search('', other.patientId)).toEqual([]);
  });
});

test('the people a user may act for: themselves first, with addresses if requested', async () => {
  const doctor = await buildProvider(app.db, { clientId });
  const office = await buildUser(app.db, { clientId });
  await addProxy(app.db, doctor, office);
  const caller = await app.as(office);
  const all = await caller.ok(getImpersonatableUsers, {});
  expect(all.users.map((user) => user.userId)).toEqual([office.userId, doctor.userId]);
  const providers = await caller.ok(getImpersonatableUsers, { providersOnly: true, includeAddresses: true });
  expect(providers.users).toMatchObject([{ userId: doctor.userId, addressInfos: [{ addressId: doctor.addressId }] }]);
});
