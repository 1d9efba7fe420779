import { getSummaryOfCare } from '@careloop/contracts/charts/generated';
import { timeZoneCode } from '@careloop/contracts/codes/timeZones';
import { listPatients } from '@careloop/contracts/patients';
import {
  deletePopulation,
  listPopulations,
  populationTexts,
  savePopulation,
  setPopulationPatient,
} from '@careloop/contracts/patients/populations';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { buildCoordinator, buildPatient, buildUser } from '../../../../test/factories.ts';
import { startTestApp } from '../../../../test/harness.ts';
import type { Caller, TestApp } from '../../../../test/harness.ts';

let app: TestApp;
let manager: Caller;
let clientId: number;
let diabetic: number;
let child: number;

beforeAll(async () => {
  app = await startTestApp();
  const user = await buildCoordinator(app.db, { permissions: ['ViewAllPatients', 'EditCareTeam'] });
  ({ clientId } = user);
  diabetic = (await buildPatient(app.db, { clientId, lastName: 'Sweet' })).patientId;
  child = (
    await buildPatient(app.db, { clientId, lastName: 'Young', dateOfBirth: `${new Date().getFullYear() - 5}-01-01` })
  ).patientId;
  const conditions = [
    { patient_id: diabetic, code: 'E11.9', description: 'Type 2 diabetes mellitus' },
    { patient_id: child, code: 'E11.9', description: 'Recovered', clinical_status: 'resolved' },
  ];
  await app.db
    .insertInto('patient_condition')
    .values(conditions.map((one) => ({ clinical_status: 'active', ...one })))
    .execute();
  manager = await app.as(user);
});
afterAll(() => app.stop());

const define = (more: object) => ({ clientId, name: 'A group', kind: 'rule' as const, ...more });
const patientsOf = async (populationId: number) =>
  (await manager.ok(listPatients, { populationId })).items.map(({ patientId }) => patientId);

test('by condition, by age and by both', async () => {
  const one = await manager.ok(savePopulation, define({ name: 'Diabetes', conditionCode: 'e11' }));
  expect(await patientsOf(one.populationId)).toEqual([diabetic]);
  const two = await manager.ok(savePopulation, define({ name: 'Children', maxAge: 17 }));
  expect(await patientsOf(two.populationId)).toEqual([child]);
  const both = await manager.ok(
    savePopulation,
    define({ name: 'Children with diabetes', maxAge: 17, conditionCode: 'E11.9' }),
  );
  expect(await patientsOf(both.populationId)).toEqual([]);
  const { items } = await manager.ok(listPopulations, { patientId: diabetic });
  expect(items.map(({ name, hasPatient }) => [name, hasPatient])).toEqual([
    ['Children', false],
    ['Children with diabetes', false],
    ['Diabetes', true],
  ]);
});

test('a patient comes of age on the day of the client, not of the server', async () => {
  const user = await buildCoordinator(app.db, { permissions: ['ViewAllPatients', 'EditCareTeam'] });
  const hawaii = { client_id: user.clientId, name: 'timeZone', value: timeZoneCode.table.Hawaiian };
  await app.db.insertInto('client_setting').values(hawaii).execute();
  const bornAgo = async (days: number) => {
    const { rows } = await sql<{ day: string }>`select
      ((now() at time zone 'Pacific/Honolulu')::date + ${days}::int - interval '65 years')::date::text as day`.execute(
      app.db,
    );
    const dateOfBirth = rows[0]?.day ?? '';
    return (await buildPatient(app.db, { clientId: user.clientId, dateOfBirth })).patientId;
  };
  const [today, tomorrow] = [await bornAgo(0), await bornAgo(1)];
  const caller = await app.as(user);
  const rule = { clientId: user.clientId, kind: 'rule' as const };
  const { populationId: old } = await caller.ok(savePopulation, { ...rule, name: 'From 65', minAge: 65 });
  const { populationId: young } = await caller.ok(savePopulation, { ...rule, name: 'To 64', maxAge: 64 });
  const idsIn = async (populationId: number) =>
    (await caller.ok(listPatients, { populationId })).items.map(({ patientId }) => patientId);
  expect([await idsIn(old), await idsIn(young)]).toEqual([[today], [tomorrow]]);
  for (const [patientId, isOld] of [
    [today, true],
    [tomorrow, false],
  ] as const) {
    const { items } = await caller.ok(listPopulations, { patientId });
    expect(items.map(({ hasPatient }) => hasPatient)).toEqual([isOld, !isOld]);
    const { html } = await caller.ok(getSummaryOfCare, { patientId });
    expect(html).toContain(isOld ? '(65y)' : '(64y)');
  }
});

test('picked by hand, changed, and deleted', async () => {
  const { populationId, version } = await manager.ok(savePopulation, define({ name: 'Watched', kind: 'list' }));
  const pick = { populationId, patientId: child, isPicked: true };
  await manager.ok(setPopulationPatient, pick);
  await manager.ok(setPopulationPatient, pick);
  expect(await patientsOf(populationId)).toEqual([child]);
  const change = { ...define({ name: 'Watched closely', kind: 'list' }), populationId };
  expect(await manager.ok(savePopulation, { ...change, version })).toMatchObject({ version: version + 1 });
  expect(await manager.fail(savePopulation, { ...change, version })).toMatchObject({
    status: 409,
    code: 'stale_version',
  });
  expect(await manager.fail(savePopulation, change)).toMatchObject({ status: 409 });
  await manager.ok(setPopulationPatient, { ...pick, isPicked: false });
  expect(await patientsOf(populationId)).toEqual([]);
  await manager.ok(deletePopulation, { populationId, version: version + 1 });
  expect(await patientsOf(populationId)).toEqual([]);
  const audited = await app.db
    .selectFrom('audit_event')
    .select('action')
    .where('subject_type', '=', 'population')
    .where('subject_id', '=', populationId)
    .orderBy('audit_event_id')
    .execute();
  expect(audited.map(({ action }) => action)).toEqual([
    'population.added',
    'population.patient_picked',
    'population.patient_picked',
    'population.changed',
    'population.patient_taken_out',
    'population.deleted',
  ]);
});

test.each([
  [{ name: ' ' }, { name: populationTexts.nameRequired }],
  [{ facilityId: 999_999 }, { facilityId: populationTexts.facility }],
])('rejects %j', async (more, validationErrors) => {
  expect(await manager.fail(savePopulation, define(more))).toMatchObject({ code: 'invalid_input', validationErrors });
});

test('a name is unique within a client', async () => {
  await manager.ok(savePopulation, define({ name: 'Once', minAge: 65 }));
  expect(await manager.fail(savePopulation, define({ name: 'ONCE', minAge: 65 }))).toMatchObject({
    validationErrors: { name: populationTexts.nameTaken },
  });
});

test('needs more than emergency access to add a patient', async () => {
  const { populationId } = await manager.ok(savePopulation, define({ name: 'Emergencies', kind: 'list' }));
  const user = await buildUser(app.db, { clientId, permissions: ['EditCareTeam'] });
  await app.db
    .insertInto('break_glass_access')
    .values({ user_id: user.userId, patient_id: child, reason: 'Unconscious' })
    .execute();
  const emergency = await app.as(user);
  expect(await emergency.ok(listPopulations, { patientId: child })).toMatchObject({ canManage: false });
  for (const isPicked of [true, false])
    expect(await emergency.fail(setPopulationPatient, { populationId, patientId: child, isPicked })).toMatchObject({
      code: 'wrong_state',
      message: populationTexts.emergencyOnly,
    });
});

test('needs the permission, and one of the user’s clients', async () => {
  const { populationId } = await manager.ok(savePopulation, define({ name: 'Closed', kind: 'list' }));
  expect((await app.nobody.fail(listPopulations, {})).status).toBe(401);
  const clerk = await app.as(await buildUser(app.db, { clientId, permissions: ['ViewAllPatients'] }));
  expect(await clerk.ok(listPopulations, {})).toMatchObject({ canManage: false });
  const pick = { populationId, patientId: child, isPicked: true };
  for (const [endpoint, input] of [
    [savePopulation, define({ name: 'X', minAge: 1 })],
    [deletePopulation, { populationId, version: 1 }],
    [setPopulationPatient, pick],
  ] as const)
    expect(await clerk.fail(endpoint, input as never)).toMatchObject({ status: 403 });
  const elsewhere = await buildCoordinator(app.db, { permissions: ['ViewAllPatients', 'EditCareTeam'] });
  const stranger = await app.as(elsewhere);
  expect((await stranger.ok(listPopulations, {})).items).toEqual([]);
  expect((await stranger.ok(listPatients, { populationId })).items).toEqual([]);
  expect(await stranger.fail(deletePopulation, { populationId, version: 1 })).toMatchObject({
    message: populationTexts.notFound,
  });
  expect(await stranger.fail(setPopulationPatient, pick)).toMatchObject({ code: 'unauthorized_patient' });
  const leaver = await buildUser(app.db, { clientId });
  await app.db.deleteFrom('user_client').where('user_id', '=', leaver.userId).execute();
  expect((await (await app.as(leaver)).ok(listPatients, { populationId })).items).toEqual([]);
  const foreign = await buildPatient(app.db, { clientId: elsewhere.clientId });
  const mixed = { ...pick, patientId: foreign.patientId };
  expect(await stranger.fail(setPopulationPatient, mixed)).toMatchObject({ message: populationTexts.notFound });
});
