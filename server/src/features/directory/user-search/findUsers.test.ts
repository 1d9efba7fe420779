import { findUsers, listUsers, suggestUsers } from '@careloop/contracts/directory/users';
import type { CallOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { addToCareTeam, buildClient, buildPatient, buildProvider, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

let app: TestApp;
let clientId: number;
let caller: Caller;
let patient: { patientId: number };
const ids: Record<string, number> = {};
beforeAll(async () => {
  app = await startTestApp();
  ({ clientId } = await buildClient(app.db));
  const self = await buildUser(app.db, { clientId, lastName: 'Self', permissions: ['EditCareTeam'] });
  const busy = await buildProvider(app.db, { clientId, lastName: 'Zabel', specialty: 'Cardiology' });
  const calm = await buildProvider(app.db, {
    clientId,
    lastName: 'Abend',
    specialty: 'Neurology',
    permissions: ['Messages'],
  });
  const office = await buildUser(app.db, { clientId, lastName: 'Office', permissions: ['Messages'] });
  const admin = await buildUser(app.db, { clientId, lastName: 'Root', userType: 'system_administrator' });
  const stranger = await buildUser(app.db, { lastName: 'Stranger' });
  Object.assign(ids, {
    self: self.userId,
    busy: busy.userId,
    calm: calm.userId,
    office: office.userId,
    admin: admin.userId,
    stranger: stranger.userId,
  });
  caller = await app.as(self);
  patient = await buildPatient(app.db, { clientId });
  await addToCareTeam(app.db, patient, self);
  for (const [provider, count] of [
    [busy, 2],
    [calm, 1],
  ] as const) {
    await sql`insert into patient_appointment (patient_id, healthcare_provider_id, appointment_time, status)
      select ${patient.patientId}, ${provider.healthcareProviderId}, now(), 'completed'
      from generate_series(1, ${count})`.execute(app.db);
  }
});
afterAll(() => app.stop());

const nameOf = (userId: number) => Object.keys(ids).find((name) => ids[name] === userId);
const found = async (input: CallOf<typeof findUsers>) =>
  (await caller.ok(findUsers, input)).items.map(({ userId }) => nameOf(userId));

test.each<[string, CallOf<typeof findUsers>, string[]]>([
  ['everyone in the user’s clients', {}, ['calm', 'office', 'admin', 'self', 'busy']],
  ['without the caller', { excludeLoggedInUser: true }, ['calm', 'office', 'admin', 'busy']],
  ['without providers', { excludeProviders: true }, ['office', 'admin', 'self']],
  ['providers only', { providersOnly: true }, ['calm', 'busy']],
  ['without super users', { excludeSuperUsers: true }, ['calm', 'office', 'self', 'busy']],
  ['of a specialty', { specialtyOrUserType: 'cardiology' }, ['busy']],
  ['of a user type by its label', { specialtyOrUserType: 'System Administrator' }, ['admin']],
  ['with a permission', { requiredPermission: 'Messages' }, ['calm', 'office']],
  ['by their appointments', { sortBy: 'TotalAppointments', providersOnly: true }, ['busy', 'calm']],
  ['popular users', { popularUsersListType: 1 }, ['busy', 'calm']],
])('finds %s', async (_what, input, expected) => {
  expect(await found(input)).toEqual(expected);
});

test('by the beginning of each word of a name, only selected ones, and without selected ones', async () => {
  const { busy = 0, calm = 0, office = 0, stranger = 0 } = ids;
  expect(await found({ searchTerm: 'ab' })).toEqual(['calm']);
  expect(await found({ searchTerm: 'bend' })).toEqual([]);
  expect(await found({ userIds: [busy, office, stranger] })).toEqual(['office', 'busy']);
  expect(await found({ excludedUserIds: [busy, office] })).toEqual(['calm', 'admin', 'self']);
  expect(await found({ userIds: [busy, calm], excludedUserIds: [calm] })).toEqual(['busy']);
});

test('the providers of an encounter, and those of an organization', async () => {
  const seen = await buildPatient(app.db, { clientId });
  await addToCareTeam(app.db, seen, { userId: ids['self'] ?? 0 });
  const { patientEncounterId } = await app.db
    .insertInto('patient_encounter')
    .values({ patient_id: seen.patientId, encounter_date: new Date('2026-03-04').toISOString() })
    .returning('patient_encounter_id as patientEncounterId')
    .executeTakeFirstOrThrow();
  const { healthcareOrganizationId } = await app.db
    .insertInto('healthcare_organization')
    .values({ name: 'Elm Clinic' })
    .returning('healthcare_organization_id as healthcareOrganizationId')
    .executeTakeFirstOrThrow();
  await sql`insert into patient_encounter_provider (patient_encounter_id, healthcare_provider_id, role)
    select ${patientEncounterId}, healthcare_provider_id, 'attending' from healthcare_provider
    where user_id = ${ids['calm']}`.execute(app.db);
  await sql`update healthcare_provider set healthcare_organization_id = ${healthcareOrganizationId}
    where user_id = ${ids['busy']}`.execute(app.db);
  expect(await found({ patientEncounterId })).toEqual(['calm']);
  expect(await found({ healthcareOrganizationId })).toEqual(['busy']);
  expect(await found({ patientEncounterId, healthcareOrganizationId })).toEqual([]);
});

test('pages of ten by default, with the total', async () => {
  const ofTwo = await caller.ok(findUsers, { page: 2, pageSize: 2 });
  expect([ofTwo.items.map(({ userId }) => nameOf(userId)), ofTwo.totalItemCount]).toEqual([['admin', 'self'], 5]);
  expect(await caller.ok(findUsers, { page: 3 })).toMatchObject({ items: [], totalItemCount: 5 });
  expect(findUsers.input.parse({})).toMatchObject({ page: 1, pageSize: 10 });
});

test('rejects an unknown sort order', async () => {
  const refusal = await caller.fail(findUsers, { sortBy: 'Age' as never });
  expect(Object.keys(refusal.validationErrors)).toEqual(['sortBy']);
});

test('a user cannot search on behalf of someone they may not act for, and a search about a patient is audited', async () => {
  expect(await caller.fail(findUsers, { onBehalfOfUserId: ids['stranger'] })).toMatchObject({ status: 403 });
  await caller.ok(findUsers, { patientId: patient.patientId });
  const { rows } = await sql`select kind, outcome, patient_id from audit_event where user_id = ${ids['self']}
    and action = ${findUsers.path} order by audit_event_id desc limit 1`.execute(app.db);
  expect(rows).toEqual([{ kind: 'access', outcome: 'ok', patient_id: patient.patientId }]);
});

test('a client must be one of the user’s own, and system users are never found', async () => {
  expect(await found({ clientId, includeSystemUsers: true })).toHaveLength(5);
  const { clientId: foreign } = await buildClient(app.db);
  expect(await found({ clientId: foreign })).toEqual([]);
});

test('every list of users states their specialties', async () => {
  const { patientId } = patient;
  const userIds = [ids['busy'] ?? 0, ids['office'] ?? 0];
  const lists = await Promise.all([
    caller.ok(findUsers, { userIds }),
    caller.ok(listUsers, { userIds }),
    caller.ok(suggestUsers, { patientId }),
  ]);
  const specialtiesOf = lists.map(({ items }) =>
    items.map(({ userId, specialtyName }) => [nameOf(userId), specialtyName]),
  );
  const named = [
    ['office', null],
    ['busy', 'Cardiology'],
  ];
  const suggested = [
    ['busy', 'Cardiology'],
    ['calm', 'Neurology'],
  ];
  expect(specialtiesOf).toEqual([named, named, suggested]);
});

test('a long list is read with one call, which marks care team members', async () => {
  const { patientId } = patient;
  const userIds = Object.values(ids);
  const { items, totalItemCount } = await caller.ok(listUsers, { userIds, patientId });
  expect(totalItemCount).toBe(5);
  expect(items.filter((item) => item.isActiveOnCareTeam).map(({ userId }) => nameOf(userId))).toEqual(['self']);
  const closed = await buildPatient(app.db, { clientId });
  for (const endpoint of [findUsers, listUsers, suggestUsers]) {
    expect(await caller.fail(endpoint, { patientId: closed.patientId })).toMatchObject({
      code: 'unauthorized_patient',
    });
    expect(await app.nobody.fail(endpoint, {})).toMatchObject({ status: 401 });
  }
  expect(await caller.fail(findUsers, { patientEncounterId: 999_999 })).toMatchObject({ code: 'unauthorized_patient' });
});

test('the providers of the patient are suggested before those who share care teams', async () => {
  const other = await buildPatient(app.db, { clientId });
  for (const userId of [ids['self'], ids['office'], ids['admin']])
    await addToCareTeam(app.db, other, { userId: userId ?? 0 });
  await addToCareTeam(app.db, patient, { userId: ids['admin'] ?? 0 }, 'invited');
  const { items } = await caller.ok(suggestUsers, { patientId: patient.patientId });
  expect(items.map(({ userId, visitsWithPatient }) => [nameOf(userId), visitsWithPatient])).toEqual([
    ['busy', 2],
    ['calm', 1],
    ['office', 0],
  ]);
});
