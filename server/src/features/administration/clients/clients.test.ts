import {
  listAllClients,
  listClientOrganizations,
  listManagedClients,
  listManagedFacilities,
  listMarkets,
  managedClientTexts as texts,
  saveClient,
  saveClientOrganization,
  saveFacility,
  saveMarket,
} from '@careloop/contracts/administration/clients';
import { getContext } from '@careloop/contracts/session';
import { installationTexts } from '@careloop/contracts/administration/installation';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addProxy, buildClient, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';
import { setClientSetting } from '../changeClient.ts';

let app: TestApp;
let clientId: number;
let manager: Caller;
let outsider: Caller;
beforeAll(async () => {
  app = await startTestApp();
  ({ clientId } = await buildClient(app.db));
  manager = await app.as(
    await buildUser(app.db, { clientId, lastName: 'Managing', permissions: ['ManageSite', 'ManageInstallation'] }),
  );
  outsider = await app.as(await buildUser(app.db, { permissions: ['ManageSite'] }));
});
afterAll(() => app.stop());

async function own(by: Caller, id: number) {
  const { items } = await by.ok(listManagedClients, {});
  return items.find((one) => one.clientId === id);
}

test('an organization and its client are added; the client is the administrator’s own', async () => {
  const organization = await manager.ok(saveClientOrganization, { name: 'Harbor Group' });
  const { clientId: id } = await manager.ok(saveClient, {
    displayName: 'Harbor Clinics',
    clientOrganizationId: organization.clientOrganizationId,
    settings: { passwordMinimumLength: 16 },
    hiddenEncounterFields: ['mrn'],
  });
  expect(await own(manager, id)).toMatchObject({
    displayName: 'Harbor Clinics',
    organizationName: 'Harbor Group',
    settings: { passwordMinimumLength: 16 },
    features: ['canManageReferrals'],
    hiddenEncounterFields: ['mrn'],
    version: 1,
  });
  expect(await own(outsider, id)).toBeUndefined();
  expect((await manager.ok(listAllClients, {})).clients.map((one) => one.clientId)).toContain(id);
  expect((await outsider.ok(listAllClients, {})).clients.map((one) => one.clientId)).not.toContain(id);
  const again = { displayName: 'Harbor Clinics', clientOrganizationId: organization.clientOrganizationId };
  expect((await manager.fail(saveClient, again)).validationErrors).toEqual({ displayName: texts.nameTaken });
  const renamed = { clientOrganizationId: organization.clientOrganizationId, name: 'Harbor', version: 1 };
  expect(await outsider.fail(saveClientOrganization, renamed)).toMatchObject({
    message: installationTexts.organization,
  });
  await manager.ok(saveClientOrganization, renamed);
  const { items } = await manager.ok(listClientOrganizations, {});
  expect(items.find((one) => one.clientOrganizationId === organization.clientOrganizationId)).toMatchObject({
    name: 'Harbor',
  });
  const { rows } = await sql<{ action: string }>`select action from audit_event
    where subject_type = 'client' and subject_id = ${id} and kind = 'change'`.execute(app.db);
  expect(rows).toEqual([{ action: 'client.added' }]);
});

test('names that differ only in case or spaces are taken', async () => {
  const { clientOrganizationId } = await manager.ok(saveClientOrganization, { name: 'Coastal Group' });
  const coastal = await manager.ok(saveClient, { displayName: 'Coastal Clinics', clientOrganizationId });
  await manager.ok(saveMarket, { clientId, name: 'Coast' });
  const taken = texts.nameTaken;
  await manager.ok(saveClientOrganization, { name: 'Caf\u00e9 Group' });
  for (const name of ['coastal group', 'Coastal  Group', 'Coastal\u200B Group', 'Cafe\u0301 group']) {
    expect((await manager.fail(saveClientOrganization, { name })).validationErrors).toEqual({ name: taken });
  }
  const client = await manager.fail(saveClient, { displayName: 'COASTAL clinics', clientOrganizationId });
  expect(client.validationErrors).toEqual({ displayName: taken });
  expect((await manager.fail(saveMarket, { clientId, name: 'coast' })).validationErrors).toEqual({ name: taken });
  const facility = { clientId: coastal.clientId };
  await manager.ok(saveFacility, { ...facility, name: 'Coast Hospital' });
  const { facilityId } = await manager.ok(saveFacility, { ...facility, name: 'Pier Hospital' });
  for (const name of ['coast hospital', 'Coast  Hospital']) {
    for (const existing of [{}, { facilityId, version: 1 }]) {
      const { validationErrors } = await manager.fail(saveFacility, { ...facility, ...existing, name });
      expect(validationErrors).toEqual({ name: taken });
    }
  }
});

test('features apply from the next call; a setting out of bounds is rejected with a message', async () => {
  const before = await own(manager, clientId);
  const form = {
    clientId,
    version: before?.version ?? 0,
    displayName: before?.displayName ?? '',
    clientOrganizationId: before?.clientOrganizationId ?? 0,
  };
  const wrong = { ...form, settings: { passwordMinimumLength: 8 } };
  expect((await manager.fail(saveClient, wrong)).validationErrors).toEqual({
    'settings.passwordMinimumLength': 'The value must be a whole number from 12 to 64.',
  });
  await manager.ok(saveClient, { ...form, features: ['canManageReferrals', 'disableSpecialtyOnReferralCreation'] });
  expect(JSON.stringify(await manager.ok(getContext, {}))).toContain('disableSpecialtyOnReferralCreation');
  const late = await manager.fail(saveClient, form);
  expect(late).toMatchObject({ status: 409, message: texts.changed });
  expect(late.current?.changedBy).toContain('Managing');
  await setClientSetting(app.db, { clientName: form.displayName, name: 'daysUntilInactive', value: 60 });
  expect(await manager.fail(saveClient, { ...form, version: form.version + 1 })).toMatchObject({ status: 409 });
  expect(await own(manager, clientId)).toMatchObject({ settings: { daysUntilInactive: 60 } });
});

test('settings and features are answered and saved by number as well as by name', async () => {
  const { clientOrganizationId } = await manager.ok(saveClientOrganization, { name: 'Numbered Group' });
  const { clientId: id } = await manager.ok(saveClient, {
    displayName: 'Numbered Clinic',
    clientOrganizationId,
    settings: { timeZone: 7, daysUntilInactive: 30 },
  });
  const form = { clientId: id, displayName: 'Numbered Clinic', clientOrganizationId };
  expect(await own(manager, id)).toMatchObject({ configuration: { 44: false, 50: null, 60: 30, 289: true } });
  await manager.ok(saveClient, { ...form, version: 1, configuration: { 50: 90, 60: null, 44: true } });
  expect(await own(manager, id)).toMatchObject({
    settings: { timeZone: 7, passwordExpirationDays: 90 },
    features: ['canManageReferrals', 'twoFactorAuthentication'],
    configuration: { 44: true, 50: 90, 60: null, 289: true },
  });
  const bad = async (more: object) =>
    (await manager.fail(saveClient, { ...form, version: 2, ...more })).validationErrors;
  expect(await bad({ settings: { passwordExpirationDays: 60 }, configuration: { 50: 90 } })).toEqual({
    'configuration.50': texts.contradiction,
  });
  expect(await bad({ features: [], configuration: { 289: true } })).toEqual({
    'configuration.289': texts.contradiction,
  });
  expect(await bad({ configuration: { 50: 0 } })).toEqual({
    'configuration.50': 'The value must be a whole number from 1 to 3650.',
  });
  expect(await own(manager, id)).toMatchObject({ version: 2 });
  const sameTwice = { settings: { passwordExpirationDays: 60 }, features: [], configuration: { 50: 60, 289: false } };
  await manager.ok(saveClient, { ...form, version: 2, ...sameTwice });
  const { rows } = await sql<{ details: object }>`select details from audit_event
    where action = 'client.saved' and subject_id = ${id} order by audit_event_id`.execute(app.db);
  expect(rows.map(({ details }) => details)).toMatchObject([
    { settings: { timeZone: 7, passwordExpirationDays: 90, daysUntilInactive: null } },
    { settings: { passwordExpirationDays: 60 }, features: [] },
  ]);
});

test('markets and facilities are added and changed, for the user’s own clients only', async () => {
  const market = await manager.ok(saveMarket, { clientId, name: 'North' });
  expect((await manager.fail(saveMarket, { clientId, name: 'North' })).validationErrors).toEqual({
    name: texts.nameTaken,
  });
  const place = { address1: '1 Main Street', city: 'Cambridge', state: 'MA', zipcode: '021394307' };
  const facility = { clientId, name: 'Lighthouse', marketId: market.marketId, facilityType: 20, ...place };
  const { facilityId } = await manager.ok(saveFacility, { ...facility, identifierType: 3, identifier: 'LH-1' });
  expect(await manager.ok(listManagedFacilities, { clientId })).toMatchObject({
    items: [{ facilityId, name: 'Lighthouse', zipcode: '02139-4307', identifierType: 3, version: 1 }],
  });
  await sql`update facility set latitude = 42, longitude = -71 where facility_id = ${facilityId}`.execute(app.db);
  const latitude = async () =>
    (await sql`select latitude from facility where facility_id = ${facilityId}`.execute(app.db)).rows;
  await manager.ok(saveFacility, { ...facility, facilityId, version: 1, name: 'Lighthouse Clinic' });
  expect(await latitude()).toEqual([{ latitude: 42 }]);
  await manager.ok(saveFacility, { ...facility, facilityId, version: 2, zipcode: '02140' });
  expect(await latitude()).toEqual([{ latitude: null }]);
  expect((await manager.fail(saveFacility, { ...facility, identifierType: 3 })).validationErrors).toEqual({
    identifier: texts.identifierWhole,
  });
  expect((await manager.fail(saveFacility, { ...facility, marketId: 999_999 })).validationErrors).toEqual({
    marketId: texts.unknownMarket,
  });
  for (const facilityType of [0, 13, 19, 21])
    expect((await manager.fail(saveFacility, { ...facility, facilityType })).validationErrors).toEqual({
      facilityType: expect.any(String),
    });
  expect(await outsider.ok(listMarkets, { clientId })).toMatchObject({ items: [] });
  expect(await outsider.ok(listManagedFacilities, { clientId })).toMatchObject({ items: [] });
  expect(await outsider.fail(saveFacility, { ...facility, facilityId, version: 3 })).toMatchObject({ status: 404 });
  expect(await outsider.fail(saveMarket, { clientId, name: 'South' })).toMatchObject({ status: 404 });
});

test('a facility has a complete address or none, but keeps an incomplete one from an import', async () => {
  const facility = { clientId, name: 'Harbor Point', city: 'Boston', state: 'MA' };
  const needed = { address1: 'Address is required', zipcode: 'Zip is required' };
  expect((await manager.fail(saveFacility, facility)).validationErrors).toEqual(needed);
  const { facilityId } = await manager.ok(saveFacility, { clientId, name: 'Harbor' });
  await sql`update facility set city = 'Boston', state = 'MA' where facility_id = ${facilityId}`.execute(app.db);
  await manager.ok(saveFacility, { ...facility, facilityId, version: 1 });
  const changed = { ...facility, facilityId, city: 'Salem' };
  expect((await manager.fail(saveFacility, { ...changed, version: 2 })).validationErrors).toEqual(needed);
  expect(await manager.fail(saveFacility, { ...changed, version: 1 })).toMatchObject({ status: 409 });
});

test('it needs the permission, and one’s own name', async () => {
  const other = await app.as(await buildUser(app.db, { clientId, permissions: ['ManageUsers'] }));
  for (const by of [other, app.nobody]) {
    expect([401, 403]).toContain((await by.fail(listManagedClients, {})).status);
    expect([401, 403]).toContain((await by.fail(saveMarket, { clientId, name: 'Never' })).status);
  }
  await addProxy(app.db, other, manager);
  const inTheirName = { clientId, name: 'Never', onBehalfOfUserId: other.userId };
  expect((await manager.fail(saveMarket, inTheirName)).wasSuccessful).toBe(false);
});
