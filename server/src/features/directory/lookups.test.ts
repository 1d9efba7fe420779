import { userTypeIds } from '@careloop/contracts/codes';
import {
  findClients,
  getFacilityHierarchies,
  getSpecialtiesAndUserTypes,
  getUserOrganizations,
  listFacilities,
  lookupTexts,
} from '@careloop/contracts/directory/lookups';
import { getContext } from '@careloop/contracts/session';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addProxy, buildClient, buildProvider, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
let clientId: number;
let caller: Caller;
let marketId: number;
const facilities: Record<string, number> = {};

async function addFacility(client: number, name: string, market: number | null = null) {
  const { facility_id } = await app.db
    .insertInto('facility')
    .values({ client_id: client, market_id: market, name })
    .returning('facility_id')
    .executeTakeFirstOrThrow();
  facilities[name] = facility_id;
}

beforeAll(async () => {
  app = await startTestApp();
  ({ clientId } = await buildClient(app.db));
  const { clientId: foreign } = await buildClient(app.db);
  ({ market_id: marketId } = await app.db
    .insertInto('market')
    .values({ client_id: clientId, name: 'Worcester' })
    .returning('market_id')
    .executeTakeFirstOrThrow());
  await addFacility(clientId, 'Zion clinic', marketId);
  await addFacility(clientId, 'annex');
  await addFacility(foreign, 'Foreign clinic');
  caller = await app.as(await buildUser(app.db, { clientId, permissions: ['Messages'] }));
});
afterAll(() => app.stop());

describe('facilities', () => {
  test('are those of the user’s clients, or none if a required permission is missing', async () => {
    const labels = async (input: object) =>
      (await caller.ok(listFacilities, input)).facilities.map(({ label }) => label);
    expect(await labels({})).toEqual(['annex', 'Zion clinic']);
    expect(await labels({ requiredPermission: 'Messages' })).toEqual(['annex', 'Zion clinic']);
    expect(await labels({ requiredPermission: 'UploadChart' })).toEqual([]);
    const { clientId: other } = await buildClient(app.db);
    expect(await labels({ clientId: other })).toEqual([]);
  });

  test('are grouped by client, and by market if requested', async () => {
    const zion = { key: facilities['Zion clinic'], label: 'Zion clinic', clientId };
    const annex = { key: facilities['annex'], label: 'annex', clientId };
    expect((await caller.ok(getFacilityHierarchies, { includeMarkets: true })).clients).toMatchObject([
      { clientId, markets: [{ marketId, name: 'Worcester', facilities: [zion] }], facilities: [annex] },
    ]);
    expect((await caller.ok(getFacilityHierarchies, { requiredPermission: 'Messages' })).clients).toMatchObject([
      { clientId, markets: [], facilities: [annex, zion] },
    ]);
    expect((await caller.ok(getFacilityHierarchies, { requiredPermission: 'EditProvider' })).clients).toEqual([]);
  });

  test('markets and a permission cannot be requested together', async () => {
    const input = { includeMarkets: true, requiredPermission: 'Messages' };
    expect(await caller.fail(getFacilityHierarchies, input)).toMatchObject({
      status: 200,
      validationErrors: { includeMarkets: lookupTexts.marketsWithPermission },
    });
    expect(await caller.fail(listFacilities, { requiredPermission: 'Everything' })).toMatchObject({
      code: 'invalid_input',
    });
  });
});

test('clients are found by the words of their names; all of them only by administrators', async () => {
  const { displayName } = (await caller.ok(findClients, {})).clients[0] ?? { displayName: '' };
  const ids = async (input: object, by = caller) =>
    (await by.ok(findClients, input)).clients.map((client) => client.clientId);
  expect(await ids({ searchTerm: displayName.toUpperCase() })).toEqual([clientId]);
  expect(await ids({ searchTerm: 'no such client' })).toEqual([]);
  expect(await ids({ requiredPermission: 'UploadChart' })).toEqual([]);
  expect(await caller.fail(findClients, { scope: 'all' })).toMatchObject({ message: lookupTexts.allClients });
  const admin = await app.as(await buildUser(app.db, { permissions: ['ManageSite'] }));
  expect((await ids({ scope: 'all' }, admin)).length).toBeGreaterThan(1);
});

test('organizations are the user’s own, then those of people acted for', async () => {
  const organizationOf = async (provider: { healthcareProviderId: number }, name: string) => {
    const { id } = await app.db
      .insertInto('healthcare_organization')
      .values({ name })
      .returning('healthcare_organization_id as id')
      .executeTakeFirstOrThrow();
    await app.db
      .updateTable('healthcare_provider')
      .set({ healthcare_organization_id: id })
      .where('healthcare_provider_id', '=', provider.healthcareProviderId)
      .execute();
  };
  const doctor = await buildProvider(app.db, { clientId });
  const colleague = await buildProvider(app.db, { clientId });
  await organizationOf(doctor, 'Worcester Heart');
  await organizationOf(colleague, 'Able Cardiology');
  await addProxy(app.db, colleague, doctor);
  const own = await app.as(doctor);
  const names = ['Worcester Heart', 'Able Cardiology'];
  const { organizations } = await own.ok(getUserOrganizations, {});
  expect(organizations.map((one) => one.healthcareOrganizationName)).toEqual(names);
  expect((await own.ok(getContext, {})).organizations).toEqual(organizations);
  expect((await caller.ok(getUserOrganizations, {})).organizations).toEqual([]);
});

test('colleagues can be narrowed by their specialties and types', async () => {
  await buildProvider(app.db, { clientId, specialty: 'Audiology', permissions: ['Messages'] });
  await buildProvider(app.db, { specialty: 'Zoology' });
  const { specialties, userTypes } = await caller.ok(getSpecialtiesAndUserTypes, { requiredPermission: 'Messages' });
  expect(specialties.map(({ name }) => name)).toEqual(['Audiology']);
  expect(userTypes).toContainEqual({ userTypeId: userTypeIds.office_user, description: 'Office User' });
});

test('each needs a session', async () => {
  for (const endpoint of [
    listFacilities,
    getFacilityHierarchies,
    findClients,
    getUserOrganizations,
    getSpecialtiesAndUserTypes,
  ]) {
    expect(await app.nobody.fail(endpoint, {})).toMatchObject({ status: 401 });
  }
});
