import { getEncounter, getEncounterConfiguration, saveEncounter } from '@careloop/contracts/patients/encounters';
import { encounterTexts, shortAdmitReason } from '@careloop/contracts/patients/encounters';
import { listPatientChanges } from '@careloop/contracts/patients/history';
import { listEncounters } from '@careloop/contracts/patients';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import {
  addToCareTeam,
  buildClient,
  buildCoordinator,
  buildDirectoryProvider,
  buildPatient,
  buildUser,
} from '../../../test/factories.ts';
import { encounter, patient as patientRecord, transaction } from '../../../test/fhirFiles.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { startImportBench } from '../../../test/imports.ts';

let app: TestApp;
let caller: Caller;
let patient: { patientId: number; clientId: number };
beforeAll(async () => {
  app = await startTestApp();
  const user = await buildCoordinator(app.db, { firstName: 'Maria', lastName: 'Santos' });
  caller = await app.as(user);
  patient = await buildPatient(app.db, { clientId: user.clientId });
});
afterAll(() => app.stop());

const stay = {
  encounterTypeCode: 1,
  encounterDate: '2026-03-02T10:00:00.000Z',
  dischargeDate: '2026-03-05T15:30:00.000Z',
  admitReason: 'Pneumonia',
  facilityName: 'Harbor Hospital',
  roomNumber: '412B',
  esiLevel: 2,
  mrn: 'HH-77',
  transferredFromTypeCode: 2,
  transferredFromFacilityName: 'Lakeside Emergency',
} as const;

const add = async (more = {}) =>
  (await caller.ok(saveEncounter, { ...stay, patientId: patient.patientId, ...more })).patientEncounterId;

describe('an encounter', () => {
  test('keeps the time zone of who added it, whoever changes it', async () => {
    const { patientId } = patient;
    const patientEncounterId = await add({ timeZone: 'Pacific/Honolulu' });
    const input = {
      ...stay,
      patientId,
      patientEncounterId,
      admitReason: 'Fever',
      timeZone: 'America/New_York',
      version: 1,
    };
    await caller.ok(saveEncounter, input);
    expect(await caller.ok(getEncounter, { patientId, patientEncounterId })).toMatchObject({
      admitReason: 'Fever',
      timeZone: 'Pacific/Honolulu',
    });
    expect((await caller.fail(saveEncounter, { ...stay, patientId, timeZone: 'EST5' })).validationErrors).toEqual({
      timeZone: 'Please name a time zone',
    });
  });

  test('is returned with all its fields, including codes', async () => {
    const patientEncounterId = await add();
    const { healthcareProviderId } = await buildDirectoryProvider(app.db, { lastName: 'Ng', firstName: 'Ada' });
    await app.db
      .insertInto('patient_encounter_provider')
      .values({
        patient_encounter_id: patientEncounterId,
        healthcare_provider_id: healthcareProviderId,
        role: 'pcp_recommended_specialist',
      })
      .execute();
    const { patientId } = patient;
    expect(await caller.ok(getEncounter, { patientId, patientEncounterId })).toMatchObject({
      encounterType: 'inpatient',
      encounterTypeCode: 1,
      roomNumber: '412B',
      esiLevel: 2,
      mrn: 'HH-77',
      transferredFrom: { encounterType: 'emergency', facilityName: 'Lakeside Emergency' },
      transferredTo: null,
      providers: [{ name: 'Ng, Ada', role: 'pcp_recommended_specialist', roleCode: 40 }],
      version: 1,
      can: { edit: true },
    });
    const { items } = await caller.ok(listEncounters, { patientId });
    expect(items.find((item) => item.patientEncounterId === patientEncounterId)?.providers).toEqual(['Ng, Ada']);
  });

  test('is found for its own patient only', async () => {
    const other = await buildPatient(app.db, { clientId: patient.clientId });
    const patientEncounterId = await add();
    const failure = await caller.fail(getEncounter, { patientId: other.patientId, patientEncounterId });
    expect(failure.validationErrors).toEqual({ '': encounterTexts.notFound });
    const outsider = await app.as(await buildUser(app.db));
    expect(await outsider.fail(getEncounter, { patientId: patient.patientId, patientEncounterId })).toMatchObject({
      validationErrors: { unauthorized: '1' },
    });
  });

  test('keeps a planned discharge of an import, but does not take another future one', async () => {
    const patientEncounterId = await add({ dischargeDate: null });
    const planned = new Date(Date.now() + 3 * 86_400_000);
    await app.db
      .updateTable('patient_encounter')
      .set({ discharge_date: planned })
      .where('patient_encounter_id', '=', patientEncounterId)
      .execute();
    const { patientId } = patient;
    const input = { ...stay, patientId, patientEncounterId, dischargeDate: planned.toISOString(), roomNumber: '7' };
    expect((await caller.ok(saveEncounter, { ...input, version: 1 })).version).toBe(2);
    const later = new Date(planned.getTime() + 86_400_000).toISOString();
    expect((await caller.fail(saveEncounter, { ...input, version: 2, dischargeDate: later })).validationErrors).toEqual(
      { dischargeDate: encounterTexts.dischargeInFuture },
    );
  });

  test('rejects impossible values with a message', async () => {
    const input = { ...stay, patientId: patient.patientId };
    const errorsOf = async (more: object) => (await caller.fail(saveEncounter, { ...input, ...more })).validationErrors;
    expect(await errorsOf({ dischargeDate: '2026-03-01T10:00:00Z' })).toEqual({
      dischargeDate: encounterTexts.dischargeBeforeStart,
    });
    expect(await errorsOf({ esiLevel: 6 })).toEqual({ esiLevel: encounterTexts.esi });
    expect(await errorsOf({ encounterDate: '2087-01-01T00:00:00Z', dischargeDate: null })).toEqual({
      encounterDate: encounterTexts.inFuture,
    });
    const inTenYears = new Date(Date.now() + 3_650 * 86_400_000).toISOString();
    expect(await errorsOf({ dischargeDate: inTenYears })).toEqual({ dischargeDate: encounterTexts.dischargeInFuture });
    expect(await errorsOf({ encounterDate: '1700-03-01T10:00:00Z' })).toEqual({
      encounterDate: 'Please enter a valid date',
    });
    expect(await errorsOf({ encounterTypeCode: 0 })).toEqual({ encounterTypeCode: encounterTexts.typeRequired });
    expect(await errorsOf({ roomNumber: 'x'.repeat(21) })).toEqual({ roomNumber: 'Room cannot exceed 20 characters' });
  });

  test('is saved in the version that was seen; a later save reports who was first', async () => {
    const patientEncounterId = await add();
    const input = { ...stay, patientId: patient.patientId, patientEncounterId, version: 1 };
    expect((await caller.ok(saveEncounter, { ...input, roomNumber: '5' })).version).toBe(2);
    const member = await buildUser(app.db, { clientId: patient.clientId });
    await addToCareTeam(app.db, patient, member);
    const late = await app.as(member);
    expect(await late.fail(saveEncounter, { ...input, roomNumber: '6' })).toMatchObject({
      status: 409,
      current: { version: 2, changedBy: 'Maria Santos' },
    });
    const { version: _, ...versionless } = input;
    expect((await caller.fail(saveEncounter, versionless)).status).toBe(409);
    const { items } = await caller.ok(listPatientChanges, { patientId: patient.patientId });
    expect(items[0]).toMatchObject({
      subject: 'encounter',
      action: 'edited',
      fields: [{ field: 'room_number', from: '412B', to: '5' }],
      changedBy: 'Maria Santos',
    });
    const audited = await app.db
      .selectFrom('audit_event')
      .select(['action', 'patient_id', 'details'])
      .where('action', '=', 'patient.encounter_edited')
      .where('subject_id', '=', patientEncounterId)
      .execute();
    expect(audited).toEqual([
      { action: 'patient.encounter_edited', patient_id: patient.patientId, details: { fields: ['room_number'] } },
    ]);
  });

  test('is read-only with emergency access', async () => {
    const user = await buildUser(app.db, { clientId: patient.clientId });
    const { patientId } = patient;
    await app.db
      .insertInto('break_glass_access')
      .values({ user_id: user.userId, patient_id: patientId, reason: 'x' })
      .execute();
    const emergency = await app.as(user);
    const patientEncounterId = await add();
    expect(await emergency.fail(saveEncounter, { ...stay, patientId, patientEncounterId })).toMatchObject({
      code: 'wrong_state',
    });
    const { can } = await emergency.ok(getEncounter, { patientId, patientEncounterId });
    expect(can.edit).toContain('emergency');
  });
});

test('compact rows truncate the admit reason at 60 characters', () => {
  expect(shortAdmitReason('a'.repeat(60))).toBe('a'.repeat(60));
  expect(shortAdmitReason('a'.repeat(61))).toBe(`${'a'.repeat(60)}…`);
  expect(shortAdmitReason(null)).toBeNull();
});

test('a client determines which fields its encounters show', async () => {
  const { patientId, clientId } = patient;
  expect(await caller.ok(getEncounterConfiguration, { patientId })).toMatchObject({ showsEsiLevel: true });
  await app.db.insertInto('encounter_configuration').values({ client_id: clientId, shows_esi_level: false }).execute();
  expect(await caller.ok(getEncounterConfiguration, { patientId })).toMatchObject({
    showsEsiLevel: false,
    showsMrn: true,
  });
});

test('no call returns or changes fields of encounters that the client hides', async () => {
  const { clientId } = await buildClient(app.db);
  const { patientId } = await buildPatient(app.db, { clientId });
  const own = await app.as(await buildCoordinator(app.db, { clientId }));
  const input = {
    ...stay,
    patientId,
    mrn: 'HIDDEN-MRN',
    roomNumber: 'HIDDEN-ROOM',
    transferredToFacilityName: 'HIDDEN',
  };
  const { patientEncounterId } = await own.ok(saveEncounter, input);
  const hides = { shows_mrn: false, shows_room_number: false, shows_esi_level: false };
  await app.db
    .insertInto('encounter_configuration')
    .values({ client_id: clientId, ...hides, shows_transfers: false, shows_client_name: false })
    .execute();
  const answer = await own.ok(getEncounter, { patientId, patientEncounterId });
  expect(answer).toMatchObject({
    mrn: null,
    roomNumber: null,
    esiLevel: null,
    clientName: null,
    transferredFrom: null,
  });
  expect(JSON.stringify([answer, await own.ok(listPatientChanges, { patientId })])).not.toContain('HIDDEN');
  const change = { ...input, mrn: null, roomNumber: 'Other', esiLevel: null, admitReason: 'Cough', version: 1 };
  expect(await own.ok(saveEncounter, { ...change, patientEncounterId })).toMatchObject({ version: 2 });
  const row = await app.db
    .selectFrom('patient_encounter')
    .select(['mrn', 'room_number', 'esi_level', 'admit_reason', 'transferred_to_facility_name'])
    .where('patient_encounter_id', '=', patientEncounterId)
    .executeTakeFirst();
  expect(row).toEqual({
    mrn: 'HIDDEN-MRN',
    room_number: 'HIDDEN-ROOM',
    esi_level: 2,
    admit_reason: 'Cough',
    transferred_to_facility_name: 'HIDDEN',
  });
});

test('an import keeps edited values of an encounter', async () => {
  const bench = await startImportBench();
  const record = (reason: string, account: string) =>
    transaction(patientRecord('p'), {
      ...encounter('e', 'urn:uuid:p'),
      reasonCode: [{ text: reason }],
      identifier: [{ type: { coding: [{ code: 'AN' }] }, value: account }],
    });
  await bench.importContent(record('Cough', 'A1'));
  await bench.db
    .updateTable('patient_encounter')
    .set({ admit_reason: 'Pneumonia', edited_columns: ['admit_reason'] })
    .execute();
  await bench.importContent(record('Fever', 'A2'));
  const rows = await bench.rows('select admit_reason, account_number, version from patient_encounter');
  await bench.stop();
  expect(rows).toEqual([{ admit_reason: 'Pneumonia', account_number: 'A2', version: 2 }]);
});
