import { choicePageSize, findProviderChoices, mostChoices } from '@careloop/contracts/directory/choices';
import type { ProviderChoice } from '@careloop/contracts/directory/choices';
import type { CallOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import {
  affiliate,
  buildClient,
  buildCoordinator,
  buildDirectoryProvider,
  buildPatient,
  buildProvider,
} from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

const worcester = { latitude: 42.2626, longitude: -71.8023 };
const boston = { latitude: 42.3601, longitude: -71.0589 };

let app: TestApp;
let clientId: number;
let coordinator: Caller;
let patientId: number;
let number = 0;
/** Each test has a specialty of its own. */
let specialty: string;

beforeAll(async () => {
  app = await startTestApp();
  const user = await buildCoordinator(app.db);
  clientId = user.clientId;
  coordinator = await app.as(user);
});
afterAll(() => app.stop());
beforeEach(async () => {
  specialty = `Choice specialty ${(number += 1)}`;
  ({ patientId } = await buildPatient(app.db, { clientId, ...worcester }));
});

const build = (lastName: string, more: object = {}) =>
  buildDirectoryProvider(app.db, { specialty, lastName, ...worcester, ...more });
const find = (query: CallOf<typeof findProviderChoices>, caller = coordinator) => caller.ok(findProviderChoices, query);
const ofSpecialty = async (healthcareProviderSpecialtyId: number, caller = coordinator) =>
  (await find({ patientId, healthcareProviderSpecialtyId }, caller)).items;
const namesOf = (items: readonly ProviderChoice[]) => items.map(({ fullName }) => fullName.split(',')[0]);

async function addPlan(name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`with carrier as (insert into insurance_carrier (name) values (${name})
      returning insurance_carrier_id)
    insert into insurance_plan (insurance_carrier_id, name, plan_type, plan_subtype)
      select insurance_carrier_id, ${name}, 'ppo', 'commercial' from carrier returning insurance_plan_id as id`.execute(
    app.db,
  );
  return rows[0]!.id;
}
const accept = (healthcareProviderId: number, insurancePlanId: number) =>
  app.db
    .insertInto('healthcare_provider_insurance_plan')
    .values({ healthcare_provider_id: healthcareProviderId, insurance_plan_id: insurancePlanId })
    .execute();
const insure = (insurancePlanId: number | null, more: object = {}) =>
  app.db
    .insertInto('patient_coverage')
    .values({ patient_id: patientId, insurance_plan_id: insurancePlanId, payer_name: 'Payer', ...more })
    .execute();
const figuresFor = (specialtyId: number, healthcareProviderId: number | null, hours: number, more: object = {}) =>
  app.db
    .insertInto('referral_figures')
    .values({
      client_id: clientId,
      healthcare_provider_specialty_id: specialtyId,
      healthcare_provider_id: healthcareProviderId,
      answered_count: 15,
      answer_hours: hours,
      visit_count: 3,
      visit_days: 12,
      declined_count: 0,
      ...more,
    })
    .execute();

const decline = (healthcareProviderId: number, daysAgo: number, more: object = {}) =>
  app.db
    .insertInto('referral')
    .values({
      client_id: clientId,
      patient_id: patientId,
      healthcare_provider_id: healthcareProviderId,
      status: 'declined',
      status_changed_at: sql<Date>`now() - make_interval(days => ${daysAgo}::int)`,
      decline_reason: 'availability',
      urgency_days: 7,
      due_at: new Date(),
      referral_reason: 'Chest pain',
      created_by_user_id: coordinator.userId,
      updated_by_user_id: coordinator.userId,
      ...more,
    })
    .execute();

test('needs a session; an unseen patient is not measured from, and the search is in the audit', async () => {
  expect((await app.nobody.fail(findProviderChoices, { searchTerm: 'a' })).status).toBe(401);
  const { specialtyId, healthcareProviderId } = await build('Seen');
  await insure(null);
  await decline(healthcareProviderId, 1);
  const stranger = await app.as(await buildCoordinator(app.db, { clientId: (await buildClient(app.db)).clientId }));
  expect(await find({ patientId, healthcareProviderSpecialtyId: specialtyId }, stranger)).toMatchObject({
    plans: [],
    items: [{ distance: null, network: 'unknown', outsideClientName: null, hasSeenPatient: false, declined: null }],
  });
  expect(await ofSpecialty(specialtyId)).toMatchObject([{ distance: 0, declined: { reason: 1 } }]);
  const audited = await app.db
    .selectFrom('audit_event')
    .select('patient_id')
    .where('user_id', '=', coordinator.userId)
    .where('action', '=', '/provider/users/provider-choices')
    .orderBy('audit_event_id', 'desc')
    .executeTakeFirst();
  expect(audited).toEqual({ patient_id: patientId });
});

test('nothing is listed without a name and a specialty; a name is found at any distance', async () => {
  await build('Farthest', boston);
  expect((await find({ patientId })).items).toEqual([]);
  expect((await find({ patientId, searchTerm: 'farthest' })).items).toMatchObject([
    { network: 'out', networkBasis: 'distance' },
  ]);
});

test('a provider is one row with the nearest places first', async () => {
  const { healthcareProviderId, specialtyId } = await build('Placed', boston);
  const near = await build('Other');
  await app.db
    .insertInto('healthcare_provider_address_info')
    .values({ healthcare_provider_id: healthcareProviderId, address_id: near.addressId, address_label: 'Near office' })
    .execute();
  const placed = (await ofSpecialty(specialtyId)).find(({ fullName }) => fullName.startsWith('Placed'));
  expect(placed).toMatchObject({ distance: 0, placeCount: 2, places: [{ addressLabel: 'Near office' }, {}] });
  await sql`update healthcare_provider_address_info set is_archived = true
    where healthcare_provider_id = ${healthcareProviderId}`.execute(app.db);
  const [bare] = (await find({ patientId, healthcareProviderId })).items;
  expect(bare).toMatchObject({ distance: null, places: [], placeCount: 0 });
});

test('network fit of plans and affiliations equals rules written apart', async () => {
  const [planA, planB] = [await addPlan(`Plan A ${number}`), await addPlan(`Plan B ${number}`)];
  const providers = [];
  for (const plans of [[], [planA], [planB], [planA, planB]])
    for (const tier of ['none', 'other', 'preferred'])
      for (const place of [worcester, boston]) {
        const built = await build(`Fit ${providers.length}`, place);
        for (const plan of plans) await accept(built.healthcareProviderId, plan);
        if (tier !== 'none') await affiliate(app.db, built, { clientId, isPreferred: tier === 'preferred' });
        providers.push({ ...built, plans, tier, isFar: place === boston });
      }
  const specialtyId = providers[0]!.specialtyId;
  const past = { end_date: sql<string>`current_date - 1` };
  const cases: { coverages: [number | null, object][]; active: (number | null)[] }[] = [
    { coverages: [], active: [] },
    { coverages: [[planA, {}]], active: [planA] },
    {
      coverages: [
        [planA, {}],
        [planB, {}],
      ],
      active: [planA, planB],
    },
    { coverages: [[planA, past]], active: [] },
    {
      coverages: [
        [planA, past],
        [planB, { end_date: sql`current_date` }],
      ],
      active: [planB],
    },
    { coverages: [[planA, { start_date: sql`current_date + 1` }]], active: [] },
    {
      coverages: [
        [planA, { status: 'cancelled' }],
        [planB, { removed_at: new Date() }],
      ],
      active: [],
    },
    {
      coverages: [
        [planA, {}],
        [null, {}],
      ],
      active: [planA, null],
    },
  ];
  for (const { coverages, active } of cases) {
    await app.db.deleteFrom('patient_coverage').where('patient_id', '=', patientId).execute();
    for (const [plan, more] of coverages) await insure(plan, more);
    const first = await find({ patientId, healthcareProviderSpecialtyId: specialtyId });
    const second = await find({ patientId, healthcareProviderSpecialtyId: specialtyId, page: 2 });
    expect(first.plans).toHaveLength(active.length);
    const found = new Map([...first.items, ...second.items].map((item) => [item.healthcareProviderId, item]));
    for (const { healthcareProviderId, plans, tier, isFar } of providers) {
      const accepted = active.filter((plan) => plan !== null && plans.includes(plan));
      const isEachKnown = active.length > 0 && !active.includes(null);
      const fit = () => {
        if (isFar) return 'out';
        if (accepted.length > 0) return 'in';
        if (isEachKnown && plans.length > 0) return 'out';
        return tier === 'preferred' ? 'in' : 'unknown';
      };
      const item = found.get(healthcareProviderId);
      expect({ plans, tier, isFar, active, network: item?.network, count: item?.acceptedPlans.length }).toMatchObject({
        network: fit(),
        count: accepted.length,
      });
    }
  }
});

test('the order is fit, then the answer time, then the distance', async () => {
  const plan = await addPlan(`Plan ${number}`);
  await insure(plan);
  const add = async (
    name: string,
    { inNetwork = true, preferred = false, accepting = true, hours = 0, place = worcester },
  ) => {
    const built = await build(name, place);
    const { healthcareProviderId, specialtyId } = built;
    if (inNetwork) await accept(healthcareProviderId, plan);
    if (preferred) await affiliate(app.db, built, { clientId, isPreferred: true });
    await app.db
      .updateTable('healthcare_provider')
      .set({ accepts_new_patients: accepting })
      .where('healthcare_provider_id', '=', healthcareProviderId)
      .execute();
    if (hours > 0) await figuresFor(specialtyId, healthcareProviderId, hours);
    return specialtyId;
  };
  await add('Unknown', { inNetwork: false, hours: 1 });
  await add('Closed', { preferred: true, accepting: false });
  await add('Slow', { hours: 90 });
  await add('Average', {});
  await add('Farther', { hours: 10, place: { latitude: 42.3, longitude: -71.9 } });
  await add('Fast', { hours: 10 });
  const specialtyId = await add('Preferred', { preferred: true, hours: 200 });
  await figuresFor(specialtyId, null, 40);
  expect(namesOf(await ofSpecialty(specialtyId))).toEqual([
    'Preferred',
    'Closed',
    'Fast',
    'Farther',
    'Average',
    'Slow',
    'Unknown',
  ]);
});

test('who declined this patient lately comes last and says so, others do not', async () => {
  const declined = await build('Declined');
  await affiliate(app.db, declined, { clientId, isPreferred: true });
  await figuresFor(declined.specialtyId, declined.healthcareProviderId, 1);
  await decline(declined.healthcareProviderId, 7, { decline_reason: 'insurance_acceptance' });
  await decline(declined.healthcareProviderId, 30);
  const longAgo = await build('Long ago');
  await decline(longAgo.healthcareProviderId, 190);
  const otherPatient = await build('Other patient');
  const other = await buildPatient(app.db, { clientId });
  await decline(otherPatient.healthcareProviderId, 7, { patient_id: other.patientId });
  const withdrawn = await build('Withdrawn');
  await decline(withdrawn.healthcareProviderId, 7, { status: 'cancelled' });
  await build('Out of network', boston);
  const items = await ofSpecialty(declined.specialtyId);
  expect(namesOf(items)).toEqual(['Long ago', 'Other patient', 'Withdrawn', 'Out of network', 'Declined']);
  expect(items.map((item) => item.declined?.reason ?? null)).toEqual([null, null, null, null, 3]);
  const days = (Date.now() - Date.parse(items[4]!.declined!.on)) / 86_400_000;
  expect(days).toBeCloseTo(7, 1);
});

test('figures are the provider’s own from five referrals on, else the specialty’s, and only of the user’s client', async () => {
  const many = await build('Many');
  const few = await build('Few');
  const { specialtyId } = many;
  const declined = { declined_count: 3, decline_reason: 'insurance_acceptance', answered_count: 20, visit_count: 5 };
  await figuresFor(specialtyId, many.healthcareProviderId, 26, declined);
  await figuresFor(specialtyId, few.healthcareProviderId, 2, { answered_count: 4 });
  const figures = async (caller = coordinator) => (await ofSpecialty(specialtyId, caller)).map((item) => item.figures);
  const own = {
    isOfSpecialty: false,
    answeredCount: 20,
    answerHours: 26,
    visitDays: 12,
    declinedCount: 3,
    declineReason: 3,
  };
  expect(await figures()).toEqual([own, null]);
  await figuresFor(specialtyId, null, 30);
  expect(await figures()).toMatchObject([own, { isOfSpecialty: true, answerHours: 30, visitDays: null }]);
  // Somebody of another client who sees the patient by the care team.
  const outsider = await buildProvider(app.db);
  await sql`insert into care_team_member (patient_id, user_id, status) values (${patientId}, ${outsider.userId}, 'accepted')`.execute(
    app.db,
  );
  const other = await app.as(outsider);
  const seen = await find({ patientId, healthcareProviderSpecialtyId: specialtyId }, other);
  expect(seen.items.map((item) => [item.distance, item.figures])).toEqual([
    [0, null],
    [0, null],
  ]);
  expect(seen.figuresClientName).toBeNull();
});

test('a provider outside the client is marked, and one the patient has seen', async () => {
  const inside = await buildProvider(app.db, { clientId, specialty });
  const outside = await buildProvider(app.db, { specialty });
  await sql`insert into patient_appointment (patient_id, healthcare_provider_id, appointment_time, status)
    values (${patientId}, ${outside.healthcareProviderId}, now() - interval '1 day', 'completed'),
      (${patientId}, ${inside.healthcareProviderId}, now() - interval '1 day', 'no_show')`.execute(app.db);
  const items = await ofSpecialty(inside.specialtyId);
  const of = (id: number) => items.find((item) => item.healthcareProviderId === id);
  expect(of(inside.healthcareProviderId)).toMatchObject({ outsideClientName: null, hasSeenPatient: false });
  expect(of(outside.healthcareProviderId)).toMatchObject({
    outsideClientName: expect.any(String),
    hasSeenPatient: true,
  });
});

test('of many providers the nearest are compared, and no page repeats one', async () => {
  const { specialtyId } = await build('First');
  await sql`with added as (insert into healthcare_provider (first_name, last_name, healthcare_provider_specialty_id)
      select 'Crowd', 'Crowd ' || n, ${specialtyId} from generate_series(1, 400) n returning healthcare_provider_id)
    insert into healthcare_provider_address_info (healthcare_provider_id, address_id)
      select healthcare_provider_id, (select max(address_id) from address) from added`.execute(app.db);
  const seen: number[] = [];
  for (let page = 1; ; page += 1) {
    const answer = await find({ patientId, healthcareProviderSpecialtyId: specialtyId, page });
    expect(answer.isLimited).toBe(true);
    seen.push(...answer.items.map((item) => item.healthcareProviderId));
    if (!answer.hasMore) break;
    expect(answer.items).toHaveLength(choicePageSize);
  }
  expect([seen.length, new Set(seen).size]).toEqual([mostChoices, mostChoices]);
});

test('the compared ones are the nearest of many, whether within 30 miles, 100 miles or farther', async () => {
  for (const spread of [0.002, 0.004, 0.02]) {
    specialty = `Spread ${spread}`;
    const { specialtyId } = await build(`Spread ${spread}`);
    await sql`with place as (insert into address (address1, city, state, zipcode, latitude, longitude)
        select n || ' Spread Road ' || ${String(spread)}, 'Worcester', 'MA', '01608', 42.2626 + n * ${spread}::float8, -71.8023
        from generate_series(1, 1100) n returning address_id, latitude),
      added as (insert into healthcare_provider (first_name, last_name, healthcare_provider_specialty_id)
        select 'Spread', 'Spread ' || address_id, ${specialtyId} from place returning healthcare_provider_id, last_name)
      insert into healthcare_provider_address_info (healthcare_provider_id, address_id)
        select healthcare_provider_id, replace(last_name, 'Spread ', '')::bigint from added`.execute(app.db);
    const seen: (number | null)[] = [];
    for (let page = 1; page <= mostChoices / choicePageSize; page += 1) {
      const { items } = await find({ patientId, healthcareProviderSpecialtyId: specialtyId, page });
      seen.push(...items.map(({ distance }) => distance));
    }
    const miles = (degrees: number) => (degrees * Math.PI * 3958.7613) / 180;
    const wrong = seen.filter((one, number) => Math.abs((one ?? 0) - miles(number * spread)) > 0.02);
    expect([seen.length, wrong]).toEqual([mostChoices, []]);
  }
});

test('without a position of the patient the preferred ones are compared first, and a deactivated NPI is never offered', async () => {
  const { patientId: placeless } = await buildPatient(app.db, { clientId });
  const gone = await build('Gone');
  await sql`update healthcare_provider set npi_deactivated_on = current_date
    where healthcare_provider_id = ${gone.healthcareProviderId}`.execute(app.db);
  await build('Aaron');
  const liked = await build('Zoe');
  await affiliate(app.db, liked, { clientId, isPreferred: true });
  const { items } = await find({ patientId: placeless, healthcareProviderSpecialtyId: liked.specialtyId });
  expect(namesOf(items)).toEqual(['Zoe', 'Aaron']);
  expect(items).toMatchObject([{ distance: null, network: 'in', networkBasis: 'affiliation' }, { network: 'unknown' }]);
});
