import { findPatientsBeyond, searchPatients } from '@careloop/contracts/patients/find';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { addToCareTeam, buildPatient, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

let app: TestApp;
let nurse: Caller;
let clientId: number;
const known: Record<string, number> = {};

beforeAll(async () => {
  app = await startTestApp();
  const user = await buildUser(app.db, { permissions: [] });
  ({ clientId } = user);
  const add = async (name: string, options: Parameters<typeof buildPatient>[1]) => {
    known[name] = (await buildPatient(app.db, { clientId, ...options })).patientId;
  };
  await add('hernandez', { firstName: 'María', lastName: 'Hernández', dateOfBirth: '1961-03-04', mrn: 'NG-1' });
  await add('smith', { firstName: 'Catherine', lastName: 'Smith', dateOfBirth: '1950-01-02', mrn: 'NG-2' });
  await add('ohara', { firstName: 'Sean', lastName: "O'Hara", dateOfBirth: '1950-01-02', mrn: 'NG-3' });
  await add('mine', { firstName: 'Mine', lastName: 'Smith', mrn: 'NG-4' });
  await add('invited', { firstName: 'Ivy', lastName: 'Quill', mrn: 'NG-5' });
  await buildPatient(app.db, { firstName: 'Catherine', lastName: 'Smith', mrn: 'NG-2' });
  await app.db
    .updateTable('patient')
    .set({ home_phone: '16175550123', office_phone: '+442079460958x12', city: 'Lowell', middle_name: 'Elena' })
    .where('patient_id', '=', known['hernandez'] ?? 0)
    .execute();
  await addToCareTeam(app.db, { patientId: known['mine'] ?? 0 }, user);
  await addToCareTeam(app.db, { patientId: known['invited'] ?? 0 }, user, 'invited');
  nurse = await app.as(user);
});
afterAll(() => app.stop());

const find = async (phrase: string) => (await nurse.ok(findPatientsBeyond, { phrase })).items;
const namesOf = (items: { patientId: number }[]) =>
  items.map(({ patientId }) => Object.entries(known).find(([, id]) => id === patientId)?.[0]);

describe('finding a patient beyond the list', () => {
  test.each([
    ['hernandez, maria', 'hernandez'],
    ['maria hernandez', 'hernandez'],
    ['hernandez, maria elena', 'hernandez'],
    ['Hernadnez', 'hernandez'],
    ['hernandes maria', 'hernandez'],
    ['3/4/1961', 'hernandez'],
    ['hernandez 3/4/1961', 'hernandez'],
    ['(617) 555-0123', 'hernandez'],
    ['+1 617 555 0123', 'hernandez'],
    ['(617) 555-0123 x12', 'hernandez'],
    ['+44 20 7946 0958', 'hernandez'],
    ['ng-1', 'hernandez'],
    ['Smyth, Katherine', 'smith'],
    ['katherine smyth', 'smith'],
    ['ohara', 'ohara'],
    ['O’Hara', 'ohara'],
  ])('by %s', async (phrase, name) => {
    expect(namesOf(await find(phrase))[0]).toBe(name);
  });

  test.each([
    ['n'],
    ['zzyzx'],
    ['3/5/1961'],
    ['hernandez 3/5/1961'],
    ['617 555 0124'],
    ['ng-'],
    ["'; drop table patient; --"],
  ])('finds no one by %s', async (phrase) => {
    expect(await find(phrase)).toEqual([]);
  });

  test('exact spellings are listed before names that only sound alike', async () => {
    const items = await find('smith');
    expect(namesOf(items)).toEqual(['smith', 'mine']);
    expect(items.map(({ isSimilar }) => isSimilar)).toEqual([false, false]);
    expect((await find('smyth')).map(({ isSimilar }) => isSimilar)).toEqual([true, true]);
  });

  test.each(['hernandez, maria e', 'hernandez, maria elen', 'maria e hernandez'])(
    'not exactly by the beginning of a middle name: %s',
    async (phrase) => {
      expect((await find(phrase)).filter(({ isSimilar }) => !isSimilar)).toEqual([]);
    },
  );

  test('returns little about a patient without access, and everything with access', async () => {
    const [closed] = await find('hernandez');
    expect(closed).toEqual({
      patientId: known['hernandez'],
      firstName: 'María',
      middleName: null,
      lastName: 'Hernández',
      nameSuffix: null,
      birthYear: 1961,
      city: 'Lowell',
      clientId,
      clientName: expect.any(String),
      access: 'none',
      isSimilar: false,
      patient: null,
    });
    const [open] = await find('smith, mine');
    expect(open).toMatchObject({ access: 'open', patient: { mrn: 'NG-4' } });
    expect((await find('quill'))[0]).toMatchObject({ access: 'invited', patient: null });
  });

  test('by id only a patient the user may open, so that ids cannot be counted through', async () => {
    const patientId = known['mine'] ?? 0;
    expect((await nurse.ok(findPatientsBeyond, { patientId })).items).toMatchObject([{ patientId, access: 'open' }]);
    for (const name of ['hernandez', 'invited', 'smith'])
      expect(await nurse.ok(findPatientsBeyond, { patientId: known[name] ?? 0, phrase: name })).toMatchObject({
        items: [],
        hasMore: false,
      });
    const stranger = await app.as(await buildUser(app.db));
    expect(await stranger.ok(findPatientsBeyond, { phrase: 'hernandez' })).toMatchObject({ items: [] });
  });

  test('only patients seen at a facility', async () => {
    const { facilityId } = await app.db
      .insertInto('facility')
      .values({ client_id: clientId, name: 'North clinic' })
      .returning('facility_id as facilityId')
      .executeTakeFirstOrThrow();
    await app.db
      .insertInto('patient_encounter')
      .values({
        patient_id: known['smith'] ?? 0,
        facility_id: facilityId,
        encounter_date: new Date('2026-01-02').toISOString(),
      })
      .execute();
    expect(namesOf((await nurse.ok(findPatientsBeyond, { phrase: 'smith', facilityId })).items)).toEqual(['smith']);
  });

  test('an inactive record only on request', async () => {
    const { patientId } = await buildPatient(app.db, { clientId, lastName: 'Zwick' });
    await app.db.updateTable('patient').set({ is_active: false }).where('patient_id', '=', patientId).execute();
    expect(await find('zwick')).toEqual([]);
    for (const endpoint of [findPatientsBeyond, searchPatients])
      expect((await nurse.ok(endpoint, { phrase: 'zwick', includeInactive: true })).items).toMatchObject([
        { patientId, access: 'none', patient: null },
      ]);
  });

  test('stops at 20 and says that there are more', async () => {
    for (let number = 0; number < 22; number += 1) await buildPatient(app.db, { clientId, lastName: 'Mostly' });
    const { items, hasMore } = await nurse.ok(searchPatients, { phrase: 'mostly' });
    expect([items.length, hasMore]).toEqual([20, true]);
  });

  test('is refused without a session, and is audited as a search', async () => {
    expect((await app.nobody.fail(findPatientsBeyond, { phrase: 'smith' })).status).toBe(401);
    expect((await app.nobody.fail(searchPatients, { phrase: 'smith' })).status).toBe(401);
    await nurse.ok(searchPatients, { phrase: 'smith' });
    const rows = await app.db
      .selectFrom('audit_event')
      .select(['kind', 'details'])
      .where('action', '=', searchPatients.path)
      .where('user_id', '=', nurse.userId)
      .orderBy('audit_event_id')
      .execute();
    expect(rows.at(-1)).toEqual({ kind: 'access', details: { patientIds: [known['smith'], known['mine']] } });
  });
});

test('a client can limit the search of users without ViewAllPatients to their own list', async () => {
  const setting = { client_id: clientId, name: 'searchBeyondOwnList', value: 0 };
  await app.db.insertInto('client_setting').values(setting).execute();
  expect(namesOf(await find('smith'))).toEqual(['mine']);
  expect(await find('hernandez')).toEqual([]);
  const reader = await app.as(await buildUser(app.db, { clientId, permissions: ['ViewAllPatients'] }));
  expect(namesOf((await reader.ok(findPatientsBeyond, { phrase: 'hernandez' })).items)).toEqual(['hernandez']);
  await app.db.deleteFrom('client_setting').where('client_id', '=', clientId).execute();
});
