import { browseDirectory, browseLimits, findTowns } from '@careloop/contracts/directory/browse';
import type { CallOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildDirectoryProvider, buildProvider, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

let app: TestApp;
let caller: Caller;
beforeAll(async () => {
  app = await startTestApp();
  caller = await app.as(await buildUser(app.db));
});
afterAll(() => app.stop());

const settle = (addressId: number, city: string | null, state: string | null = 'KS') =>
  app.db.updateTable('address').set({ city, state }).where('address_id', '=', addressId).execute();

/** A practitioner in a town; the town is set afterwards, as an edit does. */
async function addPractitioner(lastName: string, city: string, specialty?: string) {
  const added = await buildDirectoryProvider(app.db, { firstName: 'Ana', lastName, ...(specialty && { specialty }) });
  await settle(added.addressId, city);
  return added;
}

async function addOrganization(name: string, city: string) {
  const { healthcareOrganizationId } = await app.db
    .insertInto('healthcare_organization')
    .values({ name })
    .returning('healthcare_organization_id as healthcareOrganizationId')
    .executeTakeFirstOrThrow();
  const { addressId } = await app.db
    .insertInto('address')
    .values({ address1: `${healthcareOrganizationId} Oak Street`, city, state: 'KS' })
    .returning('address_id as addressId')
    .executeTakeFirstOrThrow();
  await app.db
    .insertInto('healthcare_organization_address_info')
    .values({ healthcare_organization_id: healthcareOrganizationId, address_id: addressId })
    .execute();
  return { healthcareOrganizationId, addressId };
}

const namesOf = async (input: CallOf<typeof browseDirectory>) =>
  (await caller.ok(browseDirectory, input)).items.map(({ name }) => name);

test('practitioners and organizations are listed by name, and filtered by kind, account, specialty, town and name', async () => {
  const town = 'Lindsborg, KS';
  await addPractitioner('Quist', 'Lindsborg', 'Herpetology');
  await addPractitioner('Abrams', 'Lindsborg', 'Podology');
  const user = await buildProvider(app.db, { lastName: 'Moe', specialty: 'Herpetology' });
  await settle(user.addressId, 'Lindsborg');
  await addOrganization('Lindsborg Clinic', 'Lindsborg');
  await addPractitioner('Quist', 'Salina', 'Herpetology');
  const people = ['Abrams, Ana', 'Moe, Anita', 'Quist, Ana'];
  const all = ['Abrams, Ana', 'Lindsborg Clinic', 'Moe, Anita', 'Quist, Ana'];
  expect(await namesOf({ town })).toEqual(all);
  expect(await namesOf({ town: ' lindsborg,  ks ' })).toEqual(all);
  expect(await namesOf({ town, kind: 'practitioners' })).toEqual(people);
  expect(await namesOf({ town, kind: 'organizations' })).toEqual(['Lindsborg Clinic']);
  expect(await namesOf({ town, users: 'users' })).toEqual(['Moe, Anita']);
  expect(await namesOf({ town, users: 'nonUsers' })).toEqual(['Abrams, Ana', 'Lindsborg Clinic', 'Quist, Ana']);
  expect(await namesOf({ town, kind: 'organizations', users: 'users' })).toEqual([]);
  expect(await namesOf({ town, searchTerm: 'quist' })).toEqual(['Quist, Ana']);
  expect(await namesOf({ town: 'Lindsborg, NE' })).toEqual([]);
  const { specialtyId } = await buildDirectoryProvider(app.db, { specialty: 'Herpetology', lastName: 'Away' });
  const bySpecialty = { healthcareProviderSpecialtyId: specialtyId };
  expect(await namesOf({ town, ...bySpecialty })).toEqual(people.slice(1));
  expect(await namesOf(bySpecialty)).toEqual(['Away, Anita', 'Moe, Anita', 'Quist, Ana', 'Quist, Ana']);
  expect(await namesOf({ ...bySpecialty, users: 'users' })).toEqual(['Moe, Anita']);
  const [entry] = (await caller.ok(browseDirectory, { town, users: 'users' })).items;
  expect(entry).toMatchObject({
    healthcareProviderId: user.healthcareProviderId,
    healthcareOrganizationId: null,
    specialty: 'Herpetology',
    city: 'Lindsborg',
    state: 'KS',
    isUser: true,
  });
});

test('pages follow one another without a gap or a repetition, whatever kinds and equal names they hold', async () => {
  for (let index = 0; index < browseLimits.page / 2 + 2; index++) {
    await addPractitioner('Same', 'Paging');
    await addOrganization('Same, Ana', 'Paging');
  }
  for (const filter of [{ town: 'Paging, KS' }, { searchTerm: 'same, ana' }]) {
    const first = await caller.ok(browseDirectory, filter);
    expect(first.items).toHaveLength(browseLimits.page);
    const second = await caller.ok(browseDirectory, { ...filter, cursor: first.nextCursor! });
    expect(second.nextCursor).toBeNull();
    const ids = [...first.items, ...second.items].map((one) =>
      JSON.stringify([one.healthcareProviderId, one.healthcareOrganizationId]),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(browseLimits.page + 4);
  }
});

test('a provider with two places in a town is listed once, and one that left, or only gets letters there, is not', async () => {
  const { healthcareProviderId, addressInfoId } = await addPractitioner('Twice', 'Twoplaces');
  const second = await addOrganization('Two Clinic', 'Twoplaces');
  await app.db
    .insertInto('healthcare_provider_address_info')
    .values({ healthcare_provider_id: healthcareProviderId, address_id: second.addressId })
    .execute();
  const town = 'Twoplaces, KS';
  expect(await namesOf({ town, kind: 'practitioners' })).toEqual(['Twice, Ana']);
  await sql`update healthcare_provider_address_info set is_archived = true
    where healthcare_provider_address_info_id = ${addressInfoId}`.execute(app.db);
  expect(await namesOf({ town, kind: 'practitioners' })).toEqual(['Twice, Ana']);
  await sql`update healthcare_provider_address_info set is_mailing = true
    where healthcare_provider_id = ${healthcareProviderId}`.execute(app.db);
  expect(await namesOf({ town, kind: 'practitioners' })).toEqual([]);
});

test('the list follows changes of names, towns, accounts and deactivated numbers', async () => {
  const { healthcareProviderId: id, addressId } = await addPractitioner('Before', 'Changing');
  const org = await addOrganization('Before Clinic', 'Changing');
  const town = 'Changing, KS';
  const set = (values: object) =>
    app.db.updateTable('healthcare_provider').set(values).where('healthcare_provider_id', '=', id).execute();
  await set({ last_name: 'After' });
  await app.db
    .updateTable('healthcare_organization')
    .set({ name: 'After Clinic' })
    .where('healthcare_organization_id', '=', org.healthcareOrganizationId)
    .execute();
  expect(await namesOf({ town, searchTerm: 'after' })).toEqual(['After Clinic', 'After, Ana']);
  const { userId } = await buildUser(app.db);
  await set({ user_id: userId });
  expect(await namesOf({ town, users: 'users' })).toEqual(['After, Ana']);
  await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', userId).execute();
  expect(await namesOf({ town, users: 'users' })).toEqual([]);
  expect(await namesOf({ town, users: 'nonUsers', kind: 'practitioners' })).toEqual(['After, Ana']);
  await set({ npi_deactivated_on: '2026-01-01' });
  expect(await namesOf({ town, kind: 'practitioners' })).toEqual([]);
  await set({ npi_deactivated_on: null });
  await settle(addressId, 'Elsewhere');
  await settle(org.addressId, null);
  expect(await namesOf({ town })).toEqual([]);
  expect(await namesOf({ town: 'Elsewhere, KS' })).toEqual(['After, Ana']);
});

test('towns are found by the beginning of their name, those of organizations included', async () => {
  await addPractitioner('One', 'Zurich');
  await addOrganization('Zurbo Clinic', 'Zurbo');
  const townsOf = async (searchTerm: string) => (await caller.ok(findTowns, { searchTerm })).towns;
  const [zurbo, zurich] = [
    { city: 'Zurbo', state: 'KS' },
    { city: 'Zurich', state: 'KS' },
  ];
  expect(await townsOf('ZUR')).toEqual([zurbo, zurich]);
  expect(await townsOf('zurich, ks')).toEqual([zurich]);
  expect(await townsOf('zurich, ne')).toEqual([]);
  expect((await townsOf('')).length).toBeGreaterThan(2);
});

test('the calls need a session only, and refuse what they do not know', async () => {
  expect(await app.nobody.fail(browseDirectory, {})).toMatchObject({ status: 401 });
  expect(await app.nobody.fail(findTowns, { searchTerm: '' })).toMatchObject({ status: 401 });
  expect(await caller.fail(browseDirectory, { kind: 'both' } as never)).toMatchObject({ code: 'invalid_input' });
  expect((await caller.fail(browseDirectory, { cursor: 'x' })).validationErrors).toHaveProperty('cursor');
  expect(await caller.fail(browseDirectory, { town: 'x'.repeat(61) })).toMatchObject({ code: 'invalid_input' });
});
