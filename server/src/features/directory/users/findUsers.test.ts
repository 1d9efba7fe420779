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
  ['everybody of an own client', {}, ['calm', 'office', 'admin', 'self', 'busy']],
  ['without the caller', { excludeLoggedInUser: true }, ['calm', 'office', 'admin', 'busy']],
  ['without providers', { excludeProviders: true }, ['office', 'admin', 'self']],
  ['providers only', { providersOnly: true }, ['calm', 'busy']],
  ['without super users', { excludeSuperUsers: true }, ['calm', 'office', 'self', 'busy']],
  ['of a specialty', { specialtyOrUserType: 'cardiology' }, ['busy']],
  ['of a user type by its label', { specialtyOrUserType: 'System Administrator' }, ['admin']],
  ['with a permission', { requiredPermission: 'Messages' }, ['calm', 'office']],
  ['by their appointments', { sortBy: 'TotalAppointments', providersOnly: true }, ['busy', 'calm']],
  ['the popular ones', { popularUsersListType: 1 }, ['busy', 'calm']],
])('finds %s', async (_what, input, expected) => {
  expect(await found(input)).toEqual(expected);
});

test('a client must be an own one, and system users are none', async () => {
  expect(await found({ clientId, includeSystemUsers: true })).toHaveLength(5);
  const { clientId: foreign } = await buildClient(app.db);
  expect(await found({ clientId: foreign })).toEqual([]);
});

test('a long list is read with one call, which tells who is on the care team', async () => {
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
