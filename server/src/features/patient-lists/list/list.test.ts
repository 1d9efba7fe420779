import { getPatientInfo, listPatients } from '@careloop/contracts/patients';
import { patientListTexts } from '@careloop/contracts/patients/filters';
import {
  countPatients,
  getPatientListOptions,
  listRecentPatients,
  favoriteTexts,
  setFavorite,
} from '@careloop/contracts/patients/lists';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildColleagues, send } from '../../../../test/conversations.ts';
import { addToCareTeam, buildCoordinator, buildPatient, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

let app: TestApp;
let coordinator: Caller;
let member: Caller;
let clientId: number;
let facilityId: number;
const ids: Record<string, number> = {};

const day = 86_400_000;
const ago = (days: number) => new Date(Date.now() - days * day).toISOString();

beforeAll(async () => {
  app = await startTestApp();
  const user = await buildCoordinator(app.db);
  ({ clientId } = user);
  const onTeam = await buildUser(app.db, { clientId });
  for (const [name, dateOfBirth] of [
    ['Adams', '1950-03-01'],
    ['Baker', '1940-03-01'],
    ['Clark', '1960-03-01'],
    ['Davis', null],
  ] as const) {
    const patient = await buildPatient(app.db, { clientId, lastName: name, dateOfBirth, mrn: `L-${name}` });
    ids[name] = patient.patientId;
    if (name !== 'Davis') await addToCareTeam(app.db, patient, onTeam);
  }
  await buildPatient(app.db, { lastName: 'Elsewhere' });
  ({ facilityId } = await app.db
    .insertInto('facility')
    .values({ client_id: clientId, name: 'North clinic' })
    .returning('facility_id as facilityId')
    .executeTakeFirstOrThrow());
  const stays = [
    { patient_id: ids['Adams'] ?? 0, encounter_type: 'inpatient', encounter_date: ago(2) },
    { patient_id: ids['Baker'] ?? 0, encounter_type: 'emergency', encounter_date: ago(9), discharge_date: ago(8) },
    { patient_id: ids['Clark'] ?? 0, encounter_type: 'office_visit', encounter_date: ago(1), facility_id: facilityId },
    { patient_id: ids['Davis'] ?? 0, encounter_type: 'inpatient', encounter_date: ago(-3) },
  ];
  for (const stay of stays) await app.db.insertInto('patient_encounter').values(stay).execute();
  await sql`update care_team_member set relationship_type = 'new', is_pcp = true where patient_id = ${ids['Baker']}`.execute(
    app.db,
  );
  coordinator = await app.as(user);
  member = await app.as(onTeam);
});
afterAll(() => app.stop());

const namesOf = async (caller: Caller, input: object) =>
  (await caller.ok(listPatients, input)).items.map(({ lastName }) => lastName);
const countOf = async (caller: Caller, input: object) => (await caller.ok(countPatients, input)).total;

describe('My Patients, filtered', () => {
  test.each([
    [{ isAdmitted: true }, ['Adams'], ['Adams']],
    [{ dischargedWithinDays: 14 }, ['Baker'], ['Baker']],
    [{ dischargedWithinDays: 7 }, [], []],
    [{ role: 'pcp' }, [], ['Baker']],
    [{ role: 'new' }, [], ['Baker']],
    [{ role: 'established' }, [], []],
    [{ role: 'member' }, [], ['Adams', 'Baker', 'Clark']],
    [{ hasOpenReferrals: true }, [], []],
    [{ hasUnreadMessages: true }, [], []],
    [{ isFavorite: true }, [], []],
    [{ searchTerm: 'baker', dischargedWithinDays: 14 }, ['Baker'], ['Baker']],
    [{ searchTerm: 'adams', dischargedWithinDays: 14 }, [], []],
  ])('by %j', async (filters, ofCoordinator, ofMember) => {
    expect(await namesOf(coordinator, filters)).toEqual(ofCoordinator);
    expect(await namesOf(member, filters)).toEqual(ofMember);
    expect(await countOf(coordinator, filters)).toBe(ofCoordinator.length);
    expect(await countOf(member, filters)).toBe(ofMember.length);
  });

  test('by facility', async () => {
    expect(await namesOf(coordinator, { facilityId })).toEqual(['Clark']);
    expect(await namesOf(member, { facilityId, sortBy: 'mrn' })).toEqual(['Clark']);
  });

  test('by the user’s own unread messages', async () => {
    const { callers, patient } = await buildColleagues(app, 2);
    const [one, two] = callers as [Caller, Caller];
    await send(one, [two], { patientId: patient.patientId });
    const listed = await two.ok(listPatients, { hasUnreadMessages: true });
    expect(listed.items.map(({ patientId }) => patientId)).toEqual([patient.patientId]);
    expect(await countOf(one, { hasUnreadMessages: true })).toBe(0);
  });

  test('without filters it counts everyone', async () => {
    expect([await countOf(coordinator, {}), await countOf(member, {})]).toEqual([4, 3]);
    expect(await countOf(coordinator, { searchTerm: 'L-' })).toBe(4);
  });
});

describe('My Patients, in another order', () => {
  test.each([
    [{ sortBy: 'dateOfBirth' }, ['Baker', 'Adams', 'Clark', 'Davis']],
    [{ sortBy: 'dateOfBirth', isDescending: true }, ['Clark', 'Adams', 'Baker', 'Davis']],
    [{ sortBy: 'name', isDescending: true }, ['Davis', 'Clark', 'Baker', 'Adams']],
    [{ sortBy: 'lastEncounter', isDescending: true }, ['Clark', 'Adams', 'Baker', 'Davis']],
    [{ sortBy: 'mrn', isDescending: true }, ['Davis', 'Clark', 'Baker', 'Adams']],
  ])('%j', async (order, names) => {
    expect(await namesOf(coordinator, order)).toEqual(names);
  });

  test('pages without gaps or duplicates, rows without a value last', async () => {
    const user = await buildCoordinator(app.db);
    for (let number = 0; number < 45; number += 1) {
      const dateOfBirth = number % 9 === 0 ? null : `19${50 + (number % 7)}-01-01`;
      await buildPatient(app.db, { clientId: user.clientId, dateOfBirth });
    }
    const caller = await app.as(user);
    for (const isDescending of [false, true]) {
      const seen: (string | null)[] = [];
      const patients = new Set<number>();
      let cursor: string | undefined;
      do {
        const page = await caller.ok(listPatients, { sortBy: 'dateOfBirth', isDescending, cursor });
        for (const { patientId, dateOfBirth } of page.items) {
          patients.add(patientId);
          seen.push(dateOfBirth);
        }
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect([seen.length, patients.size]).toEqual([45, 45]);
      expect(seen.slice(40)).toEqual([null, null, null, null, null]);
      const dated = seen.slice(0, 40);
      const ascending = dated.map(String).toSorted((one, other) => one.localeCompare(other));
      expect(dated).toEqual(isDescending ? ascending.toReversed() : ascending);
    }
  });

  test('more than 10,000 patients are sorted by name only, and counted to 10,000', async () => {
    const user = await buildCoordinator(app.db);
    await sql`insert into patient (client_id, mrn, first_name, last_name)
      select ${user.clientId}, 'X' || n, 'Ann', 'Many' from generate_series(1, 10001) as n`.execute(app.db);
    const caller = await app.as(user);
    expect(await caller.fail(listPatients, { sortBy: 'city' })).toMatchObject({
      validationErrors: { sortBy: patientListTexts.tooManyToSort },
    });
    expect(await caller.ok(countPatients, {})).toMatchObject({ total: 10_000, isMore: true });
    expect((await caller.ok(listPatients, { sortBy: 'city', isAdmitted: true })).items).toEqual([]);
    expect((await caller.ok(listPatients, { sortBy: 'city', searchTerm: 'X10001' })).items).toHaveLength(1);
  });
});

test('the list can be filtered by the populations of the user’s clients', async () => {
  const other = await buildCoordinator(app.db);
  for (const [client, name] of [
    [clientId, 'Adults over 75'],
    [other.clientId, 'Elsewhere'],
  ] as const) {
    await app.db.insertInto('population').values({ client_id: client, name, kind: 'list' }).execute();
  }
  expect((await member.ok(getPatientListOptions, {})).populations).toMatchObject([
    { name: 'Adults over 75', clientId },
  ]);
  expect((await app.nobody.fail(getPatientListOptions, {})).status).toBe(401);
});

describe('favorites and recent patients', () => {
  test('a favorite added twice is stored once, and needs access to the patient', async () => {
    const patientId = ids['Clark'] ?? 0;
    await Promise.all([1, 2].map(() => member.ok(setFavorite, { patientId, isFavorite: true })));
    expect(await namesOf(member, { isFavorite: true })).toEqual(['Clark']);
    expect((await member.ok(listPatients, {})).items.map(({ isFavorite }) => isFavorite)).toEqual([false, false, true]);
    expect(await member.ok(getPatientInfo, { patientId })).toMatchObject({ isFavorite: true });
    expect(await coordinator.ok(getPatientInfo, { patientId })).toMatchObject({ isFavorite: false });
    await member.ok(setFavorite, { patientId, isFavorite: false });
    expect(await namesOf(member, { isFavorite: true })).toEqual([]);
    const closed = { patientId: ids['Davis'] ?? 0, isFavorite: true };
    expect(await member.fail(setFavorite, closed)).toMatchObject({ code: 'unauthorized_patient' });
    await app.db
      .insertInto('break_glass_access')
      .values({ user_id: member.userId, patient_id: closed.patientId, reason: 'Unconscious' })
      .execute();
    expect(await member.fail(setFavorite, closed)).toMatchObject({ message: favoriteTexts.emergencyOnly });
    await member.ok(setFavorite, { ...closed, isFavorite: false });
  });

  test('recently opened patients are listed while the user has access', async () => {
    for (const name of ['Adams', 'Baker', 'Adams']) await member.ok(getPatientInfo, { patientId: ids[name] ?? 0 });
    const recent = async () => (await member.ok(listRecentPatients, {})).items.map(({ lastName }) => lastName);
    expect(await recent()).toEqual(['Adams', 'Baker', 'Clark']);
    await sql`update care_team_member set status = 'removed' where patient_id = ${ids['Adams']} and user_id = ${member.userId}`.execute(
      app.db,
    );
    expect(await recent()).toEqual(['Baker', 'Clark']);
  });
});
