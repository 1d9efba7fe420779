import { readFileSync } from 'node:fs';

import { apsTexts, getApsLookups, isGroup, searchAps } from '@careloop/contracts/directory/search';
import type { ApsProvider } from '@careloop/contracts/directory/search';
import type { CallOf } from '@careloop/contracts/endpoint';
import { addressTexts } from '@careloop/contracts/fields/address';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  buildClient,
  buildCoordinator,
  buildDirectoryProvider,
  buildPatient,
  buildProvider,
} from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';
import { sample } from '../../../../test/samples.ts';
import { coordinatesOfZip } from '../../../core/geography/zipCoordinates.ts';

type Query = CallOf<typeof searchAps>;

const worcester = { latitude: 42.2626, longitude: -71.8023 };
const boston = { latitude: 42.3601, longitude: -71.0589 };

let app: TestApp;
let clientId: number;
let coordinator: Caller;
let patientId: number;
let near: number;
let far: number;
const tiers: Record<string, number> = {};
const tags: Record<string, number> = {};

const insert = async (table: string, id: string, values: Record<string, unknown>) => {
  const columns = sql.join(Object.keys(values).map((column) => sql.ref(column)));
  const { rows } = await sql<{ id: number }>`insert into ${sql.table(table)} (${columns})
    values (${sql.join(Object.values(values))}) returning ${sql.ref(id)} as id`.execute(app.db);
  return rows[0]?.id ?? 0;
};

beforeAll(async () => {
  app = await startTestApp();
  const user = await buildCoordinator(app.db);
  clientId = user.clientId;
  coordinator = await app.as(user);
  ({ patientId } = await buildPatient(app.db, { clientId, ...worcester }));
  const specialty = 'Internal Medicine';
  near = (await buildDirectoryProvider(app.db, { specialty, lastName: 'Near', ...worcester })).healthcareProviderId;
  far = (await buildDirectoryProvider(app.db, { specialty: 'Urology', lastName: 'Far', ...boston }))
    .healthcareProviderId;
  await sql`update healthcare_provider set gender = 'F', language_codes = '{13,44}', accepts_new_patients = true,
    is_employed = true, enrollment_status = 'requested' where healthcare_provider_id = ${near}`.execute(app.db);
  await sql`update healthcare_provider set accepts_new_patients = null, gender = 'M'
    where healthcare_provider_id = ${far}`.execute(app.db);
  for (const [index, name] of ['Core', 'Outside'].entries()) {
    tiers[name] = await insert('affiliation_tier', 'affiliation_tier_id', {
      client_id: clientId,
      name,
      position: index,
      is_preferred: name === 'Core',
      enforce_preferred: true,
    });
    const affiliation = { affiliation_tier_id: tiers[name], client_id: clientId, is_primary: true };
    await insert('healthcare_provider_affiliation', 'healthcare_provider_id', {
      healthcare_provider_id: name === 'Core' ? near : far,
      ...affiliation,
    });
  }
  for (const [tag, ids] of [
    ['Evening hours', [near, far]],
    ['Wheelchair access', [near]],
  ] as const) {
    tags[tag] = await insert('healthcare_provider_tag', 'healthcare_provider_tag_id', {
      client_id: clientId,
      tag_name: tag,
    });
    for (const id of ids)
      await insert('healthcare_provider_tagging', 'healthcare_provider_id', {
        healthcare_provider_id: id,
        healthcare_provider_tag_id: tags[tag],
      });
  }
});
afterAll(() => app.stop());

async function search(query: Query, caller = coordinator): Promise<ApsProvider[]> {
  const { data } = await caller.ok(searchAps, query);
  return data.flatMap((row) => (isGroup(row) ? row.items : [row]));
}
const idsOf = async (query: Query) =>
  (await search({ patientId, ...query })).map(({ personId }) => personId).filter((id) => id === near || id === far);

describe('aps/search', () => {
  test('needs a session, and access to the patient', async () => {
    expect((await app.nobody.fail(searchAps, {})).status).toBe(401);
    const { patientId: closed } = await buildPatient(app.db);
    const failure = await coordinator.fail(searchAps, { patientId: closed });
    expect(failure.validationErrors).toMatchObject({ unauthorized: '1' });
  });

  test('names the user of a provider only while they can sign in', async () => {
    const { userId } = await buildProvider(app.db, { clientId, lastName: 'Leaving' });
    expect(await search({ patientId, searchName: 'leaving' })).toMatchObject([{ userId }]);
    await app.db.updateTable('user_account').set({ is_active: false }).where('user_id', '=', userId).execute();
    expect(await search({ patientId, searchName: 'leaving' })).toMatchObject([{ userId: null }]);
  });

  test('returns everything a row shows, and is audited with the patient', async () => {
    const [row] = await search({ patientId, searchName: 'near' });
    expect(row).toMatchObject({
      personId: near,
      fullName: 'Near, Anita',
      specialty: 'Internal Medicine',
      addressLabel: 'Main office',
      zipCode: '01608',
      languages: ['English', 'Spanish'],
      healthcareProviderTags: [{ name: 'Evening hours' }, { name: 'Wheelchair access' }],
      primaryAffiliation: tiers['Core'],
      primaryAffiliationName: 'Core',
      isPreferred: true,
      enforcePreferred: true,
      distance: 0,
      distanceError: null,
      isOnCall: false,
      isEmployedOrEnrolled: true,
      enrollmentStatus: 1,
    });
    const audited = await app.db
      .selectFrom('audit_event')
      .select(['patient_id', 'outcome'])
      .where('user_id', '=', coordinator.userId)
      .where('action', '=', '/aps/search')
      .orderBy('audit_event_id', 'desc')
      .executeTakeFirst();
    expect(audited).toMatchObject({ patient_id: patientId, outcome: 'ok' });
  });

  test('filters', async () => {
    const { specialties } = await coordinator.ok(getApsLookups, {});
    const primaryCare = specialties.filter((one) => one.isPrimaryCare).map((one) => one.healthcareProviderSpecialtyId);
    expect(await idsOf({ specialities: primaryCare })).toEqual([near]);
    expect(await idsOf({ gender: 'M' })).toEqual([far]);
    expect(await idsOf({ language: 44 })).toEqual([near]);
    // Unknown does not count as yes.
    expect(await idsOf({ isAcceptingNewPatients: true })).toEqual([near]);
    expect(await idsOf({ affiliation: tiers['Outside'] })).toEqual([far]);
    const ids = Object.values(tags);
    expect(await idsOf({ healthcareProviderTagIds: ids })).toEqual([near, far]);
    expect(await idsOf({ healthcareProviderTagIds: ids, tagFilterType: 'All' })).toEqual([near]);
    expect(await idsOf({ providerTags: ids })).toEqual([near, far]);
    expect(
      await idsOf({ providerTags: ids.slice(0, 1), healthcareProviderTagIds: ids.slice(1), tagFilterType: 'All' }),
    ).toEqual([near]);
    expect(await idsOf({ excludePersonIds: [near] })).toEqual([far]);
  });

  test('filters by plan and by preferring provider', async () => {
    const carrier = await insert('insurance_carrier', 'insurance_carrier_id', { name: 'Bay Shield' });
    const plan = { insurance_carrier_id: carrier, name: 'Choice', plan_type: 'ppo', plan_subtype: 'commercial' };
    const insurancePlanId = await insert('insurance_plan', 'insurance_plan_id', plan);
    const taken = { healthcare_provider_id: far, insurance_plan_id: insurancePlanId };
    await insert('healthcare_provider_insurance_plan', 'insurance_plan_id', taken);
    expect(await idsOf({ insuranceCarrier: carrier, insurancePlanType: 2, insurancePlanSubType: 1 })).toEqual([far]);
    expect(await idsOf({ insuranceCarrier: carrier, insurancePlanType: 1 })).toEqual([]);
    const preferred = { healthcare_provider_id: far, preferred_by_healthcare_provider_id: near };
    await insert('healthcare_provider_preferred_by', 'healthcare_provider_id', preferred);
    expect(await idsOf({ preferredByProvider: near })).toEqual([far]);
  });

  test('measures from a street as exactly by API as by form, and says when it knows only the ZIP code', async () => {
    // A facility without coordinates, whose street is in the directory with coordinates of its own.
    const zipcode = '02139';
    const place = { address1: '77 Massachusetts Ave', city: 'Cambridge', state: 'MA', zipcode };
    const facilityId = await insert('facility', 'facility_id', { client_id: clientId, name: 'Campus', ...place });
    await insert('address', 'address_id', { ...place, latitude: 42.3592, longitude: -71.0935 });
    const byId = { searchNear: 'Facility', facilityId, searchName: 'far' } as const;
    const answers = [
      await coordinator.ok(searchAps, byId),
      await coordinator.ok(searchAps, { ...byId, address: { address1: '77 MASSACHUSETTS AVE.', zipcode } }),
    ];
    const distances = answers.map(({ data }) => data.flatMap((row) => (isGroup(row) ? [] : [row.distance])));
    expect(distances[0]).toEqual(distances[1]);
    expect(answers.map(({ isStreetUnknown }) => isStreetUnknown)).toEqual([false, false]);
    const unknown = { ...byId, address: { address1: '1 Nowhere Lane', zipcode } };
    const center = { ...byId, address: { zipcode: '02142' } };
    expect(await coordinator.ok(searchAps, unknown)).toMatchObject({ isStreetUnknown: true });
    expect(await coordinator.ok(searchAps, center)).toMatchObject({ isStreetUnknown: false });
  });

  test('measures from the patient, the facility, a ZIP code or a known address', async () => {
    expect(await idsOf({ distance: 5 })).toEqual([near]);
    expect(await idsOf({ distance: 40 })).toEqual([near, far]);
    expect(await idsOf({ distance: 5, address: { zipcode: '02108' } })).toEqual([far]);
    const facilityId = await insert('facility', 'facility_id', { client_id: clientId, name: 'Seaport', ...boston });
    expect(await idsOf({ distance: 5, searchNear: 'Facility', facilityId })).toEqual([far]);
    const address = { address1: '7 Sea Lane', zipcode: '01608', ...boston };
    await insert('address', 'address_id', address);
    expect(await idsOf({ distance: 5, address: { address1: '7 SEA LANE', zipcode: '01608-1234' } })).toEqual([far]);
  });

  test('rejects invalid criteria with a message', async () => {
    const problem = async (query: Query) => (await coordinator.fail(searchAps, query)).validationErrors;
    expect(await problem({ address: { zipcode: '123' } })).toEqual({ 'address.zipcode': addressTexts.zip });
    expect(await problem({ address: { zipcode: '00000' } })).toEqual({ 'address.zipcode': apsTexts.unknownZip });
    expect(await problem({ distance: 5 })).toEqual({ 'address.zipcode': apsTexts.zipRequired });
    expect(await problem({ healthcareProviderTagIds: [999_999] })).toEqual({
      healthcareProviderTagIds: apsTexts.unknownTag,
    });
    expect(await search({ requiredPermission: 'EditProvider' })).toEqual([]);
  });

  test('gives the reason for a missing distance', async () => {
    const { healthcareProviderId } = await buildDirectoryProvider(app.db, { lastName: 'Homeless' });
    await sql`delete from healthcare_provider_address_info
      where healthcare_provider_id = ${healthcareProviderId}`.execute(app.db);
    const rows = await search({ patientId, searchName: 'homeless' });
    expect(rows).toMatchObject([
      {
        addressId: null,
        distance: null,
        distanceError: 'No distance information available. Provider has no associated addresses.',
      },
    ]);
    const { patientId: placeless } = await buildPatient(app.db, { clientId });
    expect(await search({ patientId: placeless, searchName: 'near' })).toMatchObject([
      { distance: null, distanceError: 'No distance information available.' },
    ]);
  });

  test('sorts', async () => {
    const sorted = (sortBy: Query['sortBy'], sortDirection: Query['sortDirection']) => idsOf({ sortBy, sortDirection });
    expect(await sorted('Distance', 'DESC')).toEqual([far, near]);
    expect(await sorted('FullName', 'ASC')).toEqual([far, near]);
    expect(await sorted('Specialty', 'ASC')).toEqual([near, far]);
    expect(await sorted('PrimaryAffiliation', 'DESC')).toEqual([near, far]);
    expect(await sorted('PrimaryAffiliation', 'ASC')).toEqual([far, near]);
    expect(await sorted('EnrollmentStatus', 'DESC')).toEqual([near, far]);
  });

  test('pages by 20, and by 90 under their practices', async () => {
    const organization = await insert('healthcare_organization', 'healthcare_organization_id', { name: 'Pagel Group' });
    for (let index = 0; index < 23; index += 1) await buildDirectoryProvider(app.db, { lastName: `Pagel ${index}` });
    await sql`update healthcare_provider set healthcare_organization_id = ${organization}
      where last_name like 'Pagel 1%'`.execute(app.db);
    const first = await coordinator.ok(searchAps, { searchName: 'pagel' });
    const second = await coordinator.ok(searchAps, { searchName: 'pagel', page: 2 });
    expect([first.data.length, first.hasMore, second.data.length, second.hasMore]).toEqual([20, true, 3, false]);
    const { data, hasMore } = await coordinator.ok(searchAps, { searchName: 'pagel', groupByOrganization: true });
    expect(hasMore).toBe(false);
    expect(data.map((row) => (isGroup(row) ? [row.organizationName, row.items.length] : []))).toEqual([
      ['Pagel Group', 11],
      [null, 12],
    ]);
  });

  test('orders practices by the chosen column if it is about them, otherwise the nearest first', async () => {
    for (const [name, place] of [
      ['Zenith Practice', worcester],
      ['Apex Practice', boston],
    ] as const) {
      const organization = await insert('healthcare_organization', 'healthcare_organization_id', { name });
      const provider = await buildDirectoryProvider(app.db, { lastName: 'Ordered', ...place });
      await sql`update healthcare_provider set healthcare_organization_id = ${organization}
        where healthcare_provider_id = ${provider.healthcareProviderId}`.execute(app.db);
    }
    const practices = async (sortBy: Query['sortBy'], sortDirection: Query['sortDirection']) => {
      const query: Query = { patientId, searchName: 'ordered', groupByOrganization: true, sortBy, sortDirection };
      return (await coordinator.ok(searchAps, query)).data.map(({ organizationName }) => organizationName);
    };
    const nearest = ['Zenith Practice', 'Apex Practice'];
    expect(await practices('OrganizationName', 'ASC')).toEqual(['Apex Practice', 'Zenith Practice']);
    expect(await practices('OrganizationName', 'DESC')).toEqual(nearest);
    expect(await practices('Distance', 'ASC')).toEqual(nearest);
    expect(await practices('Distance', 'DESC')).toEqual(['Apex Practice', 'Zenith Practice']);
    expect(await practices('FullName', 'DESC')).toEqual(nearest);
  });
});

describe('other clients', () => {
  test('do not see each other’s tags and affiliations', async () => {
    const stranger = await app.as(await buildCoordinator(app.db, { clientId: (await buildClient(app.db)).clientId }));
    const lookups = await stranger.ok(getApsLookups, {});
    expect([lookups.providerTags, lookups.affiliations]).toEqual([[], []]);
    const [row] = await search({ searchName: 'near' }, stranger);
    expect(row).toMatchObject({ healthcareProviderTags: [], primaryAffiliation: null, isPreferred: false });
    const failures = await Promise.all([
      stranger.fail(getApsLookups, { clientId }),
      stranger.fail(searchAps, { clientId }),
      stranger.fail(searchAps, { affiliation: tiers['Core'] ?? 0 }),
      stranger.fail(searchAps, { healthcareProviderTagIds: Object.values(tags) }),
    ]);
    expect(failures.map((failure) => failure.validationErrors)).toEqual([
      { clientId: apsTexts.unknownClient },
      { clientId: apsTexts.unknownClient },
      { affiliation: apsTexts.unknownAffiliation },
      { healthcareProviderTagIds: apsTexts.unknownTag },
    ]);
  });
});

describe('aps/lookups', () => {
  test('return the places to search near, and the options of the caller’s client', async () => {
    expect((await app.nobody.fail(getApsLookups, {})).status).toBe(401);
    await sql`update patient set address1 = '1 Elm St', zipcode = '01608' where patient_id = ${patientId}`.execute(
      app.db,
    );
    const lookups = await coordinator.ok(getApsLookups, { patientId });
    expect(lookups).toMatchObject({
      clientId,
      patientAddress: { address1: '1 Elm St', zipcode: '01608' },
      facilityAddress: null,
      providerTags: [{ tagName: 'Evening hours' }, { tagName: 'Wheelchair access' }],
      affiliations: [{ name: 'Core', isPreferred: true }, { name: 'Outside' }],
    });
    const without = await coordinator.ok(getApsLookups, { patientId, requiredPermission: 'EditProvider' });
    expect([without.providerTags, without.affiliations]).toEqual([[], []]);
  });

  test.each(['K1A 0B1', '75008', '00000'])('return no ZIP code that the search does not know: %s', async (zipcode) => {
    const { patientId } = await buildPatient(app.db, { clientId });
    await sql`update patient set address1 = '1 Rue Cler', city = 'Paris', zipcode = ${zipcode}
      where patient_id = ${patientId}`.execute(app.db);
    const { patientAddress } = await coordinator.ok(getApsLookups, { patientId });
    expect(patientAddress).toMatchObject({ address1: '1 Rue Cler', city: 'Paris', zipcode: null });
  });
});

const referenceFile = sample('reference', 'zip_distance_reference.csv');
describe.skipIf(referenceFile === undefined)('distances', () => {
  const pairs = readFileSync(referenceFile ?? '/dev/null', 'utf8')
    .trim()
    .split('\n')
    .slice(1);

  test('match the reference', async () => {
    for (const [index, pair] of pairs.entries()) {
      const columns = pair.split(',');
      const [zipcode = '', , , zipB = ''] = columns;
      const { latitude, longitude } = coordinatesOfZip(zipB) ?? {};
      const lastName = `Reference${String.fromCharCode(97 + (index % 26))}${index}x`;
      await buildDirectoryProvider(app.db, {
        lastName,
        zipcode: zipB,
        latitude: latitude ?? 0,
        longitude: longitude ?? 0,
      });
      const [row] = await search({ searchName: lastName, address: { zipcode } });
      expect(row?.distance).toBeCloseTo(Number(columns.at(-1)), 1);
    }
  });
});
