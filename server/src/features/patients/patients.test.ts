import { getDocument, getDocumentText } from '@careloop/contracts/charts/viewer';
import { listCharts } from '@careloop/contracts/charts';
import { listCareTeam } from '@careloop/contracts/care-teams';
import {
  canAccessPatient,
  getPatientInfo,
  getSectionCounts,
  listAppointments,
  listConditions,
  listEncounters,
  listPatients,
} from '@careloop/contracts/patients';
import { getDemographics } from '@careloop/contracts/patients/demographics';
import { findPatientsBeyond } from '@careloop/contracts/patients/find';
import { countPatients } from '@careloop/contracts/patients/lists';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  addProxy,
  addToCareTeam,
  buildCoordinator,
  buildDocument,
  buildPatient,
  buildUser,
} from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { readPatientSearch } from './shared/searchTerm.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const idsOf = (page: { items: { patientId: number }[] }) => page.items.map((item) => item.patientId);

describe('finding a patient', () => {
  let coordinator: Caller;
  let member: Caller;
  let leon: { patientId: number };
  let clientId: number;
  beforeAll(async () => {
    const user = await buildCoordinator(app.db);
    ({ clientId } = user);
    leon = await buildPatient(app.db, {
      clientId,
      firstName: 'Lucas',
      lastName: 'León',
      dateOfBirth: '1969-01-05',
      mrn: 'BC-1001',
    });
    await buildPatient(app.db, { clientId, firstName: 'Leonora', lastName: 'Adams', mrn: 'BC-1002' });
    await buildPatient(app.db, { clientId, firstName: 'Sean', lastName: "O'Hara", mrn: 'BC-2001' });
    await buildPatient(app.db, { firstName: 'Lucas', lastName: 'León', dateOfBirth: '1969-01-05', mrn: 'BC-1001' });
    const onTeam = await buildUser(app.db, { clientId });
    await addToCareTeam(app.db, leon, onTeam);
    coordinator = await app.as(user);
    member = await app.as(onTeam);
  });

  test.each([
    'leon',
    'LEÓN',
    'León, Lu',
    'leon,lucas',
    'leon lucas',
    'lucas leon',
    'Lucas',
    '1/5/1969',
    '1969-01-05',
    '05-Jan-1969',
    'bc-1001',
  ])('by %s', async (searchTerm) => {
    expect(idsOf(await coordinator.ok(listPatients, { searchTerm }))).toContain(leon.patientId);
    expect(idsOf(await member.ok(listPatients, { searchTerm }))).toEqual([leon.patientId]);
  });

  test.each(['eon', 'xleon', '1/6/1969', 'bc-9', '%', '_', "'; drop table patient; --"])(
    'not by %s',
    async (searchTerm) => {
      expect(idsOf(await coordinator.ok(listPatients, { searchTerm }))).toEqual([]);
    },
  );

  test('lists matches by last name first, then those by first name', async () => {
    const { items } = await coordinator.ok(listPatients, { searchTerm: 'leon' });
    expect(items.map((item) => item.lastName)).toEqual(['León', 'Adams']);
  });

  test('pages without gaps or duplicates', async () => {
    const user = await buildCoordinator(app.db);
    const made: number[] = [];
    for (let index = 0; index < 45; index += 1) {
      const lastName = index % 3 === 0 ? 'Same' : `Name ${String(index).padStart(2, '0')}`;
      made.push((await buildPatient(app.db, { clientId: user.clientId, lastName })).patientId);
    }
    const caller = await app.as(user);
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await caller.ok(listPatients, { cursor });
      seen.push(...idsOf(page));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(new Set(seen)).toEqual(new Set(made));
    expect(seen).toHaveLength(45);
  });

  test('a renamed patient is found under the new name by the care team', async () => {
    await app.db.updateTable('patient').set({ last_name: 'Núñez' }).where('patient_id', '=', leon.patientId).execute();
    expect(idsOf(await member.ok(listPatients, { searchTerm: 'nunez' }))).toEqual([leon.patientId]);
    expect(idsOf(await member.ok(listPatients, { searchTerm: 'leon' }))).toEqual([]);
  });
});

test('inactive records are listed only on request, merged ones never', async () => {
  const user = await buildCoordinator(app.db);
  const colleague = await buildUser(app.db, { clientId: user.clientId });
  const [kept, inactive, merged] = await Promise.all([
    buildPatient(app.db, { clientId: user.clientId }),
    buildPatient(app.db, { clientId: user.clientId }),
    buildPatient(app.db, { clientId: user.clientId }),
  ]);
  for (const patient of [kept, inactive, merged]) await addToCareTeam(app.db, patient, colleague);
  await app.db.updateTable('patient').set({ is_active: false }).where('patient_id', '=', inactive.patientId).execute();
  await app.db
    .updateTable('patient')
    .set({ merged_into_patient_id: kept.patientId })
    .where('patient_id', '=', merged.patientId)
    .execute();
  for (const caller of [await app.as(user), await app.as(colleague)]) {
    expect(idsOf(await caller.ok(listPatients, {}))).toEqual([kept.patientId]);
    const all = await caller.ok(listPatients, { includeInactive: true });
    expect(new Set(idsOf(all))).toEqual(new Set([kept.patientId, inactive.patientId]));
    expect(all.items.filter(({ isActive }) => isActive)).toHaveLength(1);
  }
});

test('a death on an unknown day, a future encounter, and the system of an MRN if a client has several', async () => {
  const user = await buildCoordinator(app.db);
  const patient = await buildPatient(app.db, { clientId: user.clientId });
  await app.db
    .updateTable('patient')
    .set({ is_deceased: true, mrn_system: 'http://one.example' })
    .where('patient_id', '=', patient.patientId)
    .execute();
  await app.db
    .insertInto('patient_encounter')
    .values({ patient_id: patient.patientId, encounter_date: new Date(Date.now() + 86_400_000).toISOString() })
    .execute();
  const system = (name: string) => ({ client_id: user.clientId, system: `http://${name}.example`, name });
  await app.db.insertInto('mrn_system').values(system('one')).execute();
  const caller = await app.as(user);
  const [one] = (await caller.ok(listPatients, {})).items;
  expect(one).toMatchObject({ isDeceased: true, deceasedOn: null, lastEncounterDate: null, mrnSystem: null });
  const past = { encounter_date: '2026-03-02T03:15:00Z', time_zone: 'America/Chicago' };
  await app.db
    .insertInto('patient_encounter')
    .values({ patient_id: patient.patientId, ...past })
    .execute();
  expect((await caller.ok(listPatients, {})).items).toMatchObject([
    { lastEncounterDate: '2026-03-02T03:15:00.000000Z', lastEncounterTimeZone: 'America/Chicago' },
  ]);
  await app.db.insertInto('mrn_system').values(system('two')).execute();
  const info = await caller.ok(getPatientInfo, { patientId: patient.patientId });
  expect(info).toMatchObject({
    mrnSystem: 'one',
    can: { createReferral: 'A referral cannot be sent for a patient who has died.' },
  });
  expect(await caller.ok(getSectionCounts, { patientId: patient.patientId })).toMatchObject({
    encounters: (await caller.ok(listEncounters, { patientId: patient.patientId })).items.length,
    careTeam: 0,
    referrals: 0,
  });
});

test('a name is found with any kind of apostrophe, and an MRN without digits by its letters', async () => {
  const user = await buildCoordinator(app.db);
  const lastNames = ['O’Brien', "O'Brien", 'Obrien'];
  for (const lastName of lastNames) await buildPatient(app.db, { clientId: user.clientId, lastName });
  const lettered = await buildPatient(app.db, { clientId: user.clientId, lastName: 'Zed', mrn: 'ABCDEF' });
  const caller = await app.as(user);
  for (const searchTerm of [...lastNames, 'obri', "grace o'b"]) {
    expect((await caller.ok(listPatients, { searchTerm })).items).toHaveLength(3);
  }
  expect(idsOf(await caller.ok(listPatients, { searchTerm: 'abcd' }))).toEqual([lettered.patientId]);
});

test('a patient is found by the whole MRN of another system or of a merged record, and shows it', async () => {
  const user = await buildCoordinator(app.db);
  const { clientId } = user;
  const { patientId } = await buildPatient(app.db, { clientId, mrn: 'F-100' });
  const stranger = await buildPatient(app.db, {});
  const numbers = [
    { client_id: clientId, patient_id: patientId, value: 'Old-77' },
    { client_id: stranger.clientId, patient_id: stranger.patientId, value: 'Old-77' },
  ];
  await app.db
    .insertInto('patient_identifier')
    .values(numbers.map((number) => ({ ...number, system: 'http://former.example', type_code: 'MR' })))
    .execute();
  await app.db
    .insertInto('patient_identifier')
    .values({ client_id: clientId, patient_id: patientId, system: 'policy', value: 'P-77', type_code: 'MB' })
    .execute();
  const caller = await app.as(user);
  for (const searchTerm of ['old-77', 'F-100']) {
    expect(idsOf(await caller.ok(listPatients, { searchTerm }))).toEqual([patientId]);
  }
  for (const searchTerm of ['old-7', 'P-77']) {
    expect(idsOf(await caller.ok(listPatients, { searchTerm }))).toEqual([]);
  }
  // Their own MRN is among the identifiers too.
  const own = { client_id: clientId, patient_id: patientId, value: 'F-100', type_code: 'MR' };
  const unnamed = { ...own, value: 'Old-78', system: 'type:MR' };
  const others = [
    { mrn: 'Old-77', system: 'former.example' },
    { mrn: 'Old-78', system: null },
  ];
  await app.db
    .insertInto('patient_identifier')
    .values([{ ...own, system: 'http://own.example' }, unnamed])
    .execute();
  expect((await caller.ok(getDemographics, { patientId })).furtherMrns).toEqual(others);
  await app.db
    .insertInto('mrn_system')
    .values({ client_id: clientId, system: 'http://former.example', name: 'Mercy Hospital' })
    .execute();
  await sql`update patient set mrn_system = 'http://second.example' where patient_id = ${patientId}`.execute(app.db);
  // The same number of another system than the displayed one.
  expect((await caller.ok(getDemographics, { patientId })).furtherMrns).toEqual([
    { mrn: 'F-100', system: 'own.example' },
    { mrn: 'Old-77', system: 'Mercy Hospital' },
    { mrn: 'Old-78', system: null },
  ]);
});

test('a patient is found by the full name as displayed and printed', async () => {
  const user = await buildUser(app.db, { permissions: ['ViewAllPatients'] });
  const { clientId } = user;
  const patient = await buildPatient(app.db, { clientId, firstName: 'Eleanor', lastName: 'Fitzgerald' });
  await sql`update patient set middle_name = 'Mae' where patient_id = ${patient.patientId}`.execute(app.db);
  await buildPatient(app.db, { clientId, firstName: 'Eleanor', lastName: 'Fitzgerald' });
  const caller = await app.as(user);
  for (const searchTerm of ['Fitzgerald, Eleanor Mae', 'eleanor mae fitz', 'FITZGERALD, ELEANOR M'])
    expect(idsOf(await caller.ok(listPatients, { searchTerm }))).toEqual([patient.patientId]);
});

test('a patient is found by a later part of the last name', async () => {
  const user = await buildCoordinator(app.db);
  const member = await buildUser(app.db, { clientId: user.clientId });
  const names = [
    ['Carmen', 'de la Fuente'],
    ['Ana', 'García Fuente'],
    ['Fulvia', 'Ruiz-Fuente'],
    ['Jo Fuente', 'Smith'],
    ['Ben', 'Lafuente'],
  ] as const;
  const ids: number[] = [];
  for (const [firstName, lastName] of names) {
    const patient = await buildPatient(app.db, { clientId: user.clientId, firstName, lastName });
    await addToCareTeam(app.db, patient, member);
    ids.push(patient.patientId);
  }
  const [carmen, ana, fulvia] = ids;
  for (const caller of [await app.as(user), await app.as(member)]) {
    const found = async (searchTerm: string, filters: object = {}) =>
      idsOf(await caller.ok(listPatients, { searchTerm, ...filters }));
    expect(await found('FUENTE')).toEqual([ana, carmen, fulvia]);
    expect(await found('fu')).toEqual([ana, carmen, fulvia]);
    expect(await found('fuente', { sortBy: 'dateOfBirth' })).toHaveLength(3);
    expect(await found('fuente', { hasOpenReferrals: true })).toEqual([]);
    for (const term of ['fuente, car', 'fuente carmen', 'carmen fuen', 'la fuente']) {
      expect(await found(term)).toEqual([carmen]);
    }
    expect(await found('fuen%')).toEqual([]);
    expect(await caller.ok(countPatients, { searchTerm: 'fuente' })).toMatchObject({ total: 3 });
    const { items } = await caller.ok(findPatientsBeyond, { phrase: 'fuente' });
    expect(items.filter(({ isSimilar }) => !isSimilar).map(({ patientId }) => patientId)).toEqual([
      ana,
      carmen,
      fulvia,
    ]);
  }
});

test('letters that have no accent to take away are found by what a keyboard has', async () => {
  const user = await buildUser(app.db, { permissions: ['ViewAllPatients'] });
  const { clientId } = user;
  const lukasz = await buildPatient(app.db, { clientId, firstName: 'Łukasz', lastName: 'Żółkiewski' });
  const soren = await buildPatient(app.db, { clientId, firstName: 'Søren', lastName: 'von Groß' });
  const caller = await app.as(user);
  for (const [patient, ...terms] of [
    [lukasz, 'zolk', 'lukasz', 'ŁUKASZ ż', 'zółkiewski, łu'],
    [soren, 'soren von gross', 'gross', 'GROẞ, SØ'],
  ] as const) {
    for (const searchTerm of terms) {
      expect(idsOf(await caller.ok(listPatients, { searchTerm }))).toEqual([patient.patientId]);
    }
  }
});

test('search terms are parsed as dates, numbers and names', () => {
  expect(readPatientSearch(' 2/30/1980 ').map((way) => way.by)).toEqual([
    'mrn',
    'furtherMrn',
    'lastFirst',
    'firstLast',
  ]);
  expect(readPatientSearch('de la fuente')).toContainEqual({ by: 'lastFirst', prefix: 'de la, fuente' });
  expect(readPatientSearch('7/14/1945')).toEqual([{ by: 'birthDate', date: '1945-07-14', name: '' }]);
  expect(readPatientSearch('de la fuente 7/14/1945')).toEqual([
    { by: 'birthDate', date: '1945-07-14', name: 'de la fuente' },
  ]);
  expect(readPatientSearch('+1 (617) 555-0123')).toContainEqual({ by: 'phone', number: '6175550123' });
  expect(readPatientSearch('(617) 555-0123 x12')).toContainEqual({ by: 'phone', number: '6175550123' });
  expect(readPatientSearch('Smith ,  John')).toContainEqual({ by: 'lastFirst', prefix: 'Smith, John' });
  expect(readPatientSearch('4/16/45')).toContainEqual({ by: 'birthDate', date: '1945-04-16', name: '' });
  expect(readPatientSearch('4/16/12 smith').filter((way) => way.by === 'birthDate')).toEqual([
    { by: 'birthDate', date: '2012-04-16', name: 'smith' },
    { by: 'birthDate', date: '1912-04-16', name: 'smith' },
  ]);
  expect(readPatientSearch('04161945').slice(0, 2)).toEqual([
    { by: 'birthDate', date: '1945-04-16', name: '' },
    { by: 'mrn', prefix: '04161945' },
  ]);
  expect(readPatientSearch('')).toEqual([{ by: 'all' }]);
});

describe('opening a patient', () => {
  const reads = [getPatientInfo, listEncounters, listConditions, listAppointments, listCareTeam, listCharts] as const;

  test.each(['accepted', 'proxy', 'viewAll', 'brokenGlass'] as const)('is allowed by %s', async (reason) => {
    const patient = await buildPatient(app.db);
    const user = await buildUser(app.db, {
      clientId: patient.clientId,
      permissions: reason === 'viewAll' ? ['ViewAllPatients'] : [],
    });
    if (reason === 'accepted') await addToCareTeam(app.db, patient, user);
    if (reason === 'proxy') {
      const doctor = await buildUser(app.db, { clientId: patient.clientId });
      await addToCareTeam(app.db, patient, doctor);
      await addProxy(app.db, doctor, user);
    }
    if (reason === 'brokenGlass') {
      await app.db
        .insertInto('break_glass_access')
        .values({ patient_id: patient.patientId, user_id: user.userId, reason: 'Emergency' })
        .execute();
    }
    const caller = await app.as(user);
    for (const endpoint of reads) await caller.ok(endpoint, { patientId: patient.patientId });
    expect(await caller.ok(canAccessPatient, { patientId: patient.patientId })).toMatchObject({
      canAccessPatient: true,
    });
    expect(idsOf(await caller.ok(listPatients, {}))).toEqual([patient.patientId]);
  });

  test.each([
    ['nothing', null, '1'],
    ['an invitation', 'invited', '3'],
    ['having been removed', 'removed', '2'],
  ] as const)('is not given by %s', async (_name, status, reason) => {
    const patient = await buildPatient(app.db);
    const user = await buildUser(app.db, { clientId: patient.clientId });
    if (status !== null) await addToCareTeam(app.db, patient, user, status);
    const caller = await app.as(user);
    for (const endpoint of reads) {
      const failure = await caller.fail(endpoint, { patientId: patient.patientId });
      expect(failure).toMatchObject({ status: 200, validationErrors: { unauthorized: reason } });
    }
    expect(await caller.ok(canAccessPatient, { patientId: patient.patientId })).toMatchObject({
      canAccessPatient: false,
      hasPendingInvite: status === 'invited',
      deniedReason: Number(reason),
    });
    expect(idsOf(await caller.ok(listPatients, {}))).toEqual([]);
    expect(idsOf(await caller.ok(listPatients, { searchTerm: patient.mrn }))).toEqual([]);
  });

  test('a missing patient gives the same error as one the user may not see', async () => {
    const caller = await app.as(await buildUser(app.db));
    const failure = await caller.fail(getPatientInfo, { patientId: 99_999_999 });
    expect(failure).toMatchObject({ status: 200, validationErrors: { unauthorized: '1' } });
    for (const patientId of ['abc', '-1', '0', '1e99']) {
      expect(await caller.ok(canAccessPatient, { patientId })).toMatchObject({ canAccessPatient: false });
    }
  });

  test('needs a session', async () => {
    const patient = await buildPatient(app.db);
    for (const endpoint of [...reads, listPatients, canAccessPatient]) {
      expect(await app.nobody.fail(endpoint, { patientId: patient.patientId })).toMatchObject({ status: 401 });
    }
  });

  test('each view is audited, even if denied', async () => {
    const patient = await buildPatient(app.db);
    const user = await buildUser(app.db, { clientId: patient.clientId });
    const caller = await app.as(user);
    await caller.fail(getPatientInfo, { patientId: patient.patientId });
    await addToCareTeam(app.db, patient, user);
    await caller.ok(getPatientInfo, { patientId: patient.patientId });
    const rows = await app.db
      .selectFrom('audit_event')
      .select(['kind', 'action', 'outcome', 'patient_id'])
      .where('user_id', '=', user.userId)
      .orderBy('audit_event_id')
      .execute();
    const look = { kind: 'access', action: getPatientInfo.path, patient_id: patient.patientId };
    expect(rows).toEqual([
      { ...look, outcome: 'denied' },
      { ...look, outcome: 'ok' },
    ]);
  });
});

describe('a document', () => {
  test('can be read only by users who may see the patient', async () => {
    const patient = await buildPatient(app.db);
    const { patientDocumentId } = await buildDocument(app, patient, '# Plan\n<script>alert(1)</script>');
    const user = await buildUser(app.db, { clientId: patient.clientId, permissions: ['ViewAllPatients'] });
    const caller = await app.as(user);
    expect(await caller.ok(getDocumentText, { patientDocumentId })).toMatchObject({
      text: '# Plan\n<script>alert(1)</script>',
    });
    expect(await caller.ok(getDocument, { patientDocumentId })).not.toHaveProperty('storageKey');
    const outsider = await app.as(await buildUser(app.db, { permissions: ['ViewAllPatients'] }));
    for (const endpoint of [getDocument, getDocumentText]) {
      expect(await outsider.fail(endpoint, { patientDocumentId })).toMatchObject({
        validationErrors: { unauthorized: '1' },
      });
      expect(await app.nobody.fail(endpoint, { patientDocumentId })).toMatchObject({ status: 401 });
    }
  });
});
