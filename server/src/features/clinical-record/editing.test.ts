import { listAllergies, listMedications } from '@careloop/contracts/clinical-record';
import {
  editingTexts,
  endStatement,
  markStatement,
  saveAllergy,
  saveMedication,
  saveProblem,
  stateNoneKnown,
} from '@careloop/contracts/clinical-record/editing';
import { dateTexts } from '@careloop/contracts/fields/dates';
import type { CallOf } from '@careloop/contracts/endpoint';
import { getClinicalSummary } from '@careloop/contracts/clinical-record/summary';
import { listConditions } from '@careloop/contracts/patients';
import { editTexts, listPatientChanges } from '@careloop/contracts/patients/history';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildCoordinator, buildPatient, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
let caller: Caller;
let clientId: number;
beforeAll(async () => {
  app = await startTestApp();
  const user = await buildCoordinator(app.db, { firstName: 'Maria', lastName: 'Santos' });
  ({ clientId } = user);
  caller = await app.as(user);
});
afterAll(() => app.stop());

const newPatient = async () => (await buildPatient(app.db, { clientId })).patientId;

const metformin = {
  description: 'Metformin 500 mg tablet',
  status: 'active',
  kind: 'order',
  dosage: 'One tablet twice a day',
  startDate: '3/2024',
} as const;
const penicillin: Omit<CallOf<typeof saveAllergy>, 'patientId'> = {
  description: 'Penicillin',
  kind: 'allergy',
  category: 'medication',
  status: 'active',
  criticality: 'high',
  severity: null,
  reactions: ['Hives'],
};

const medicationsOf = async (patientId: number, includesErrors = false) =>
  (await caller.ok(listMedications, { patientId, includesErrors })).items;
const allergiesOf = async (patientId: number) => (await caller.ok(listAllergies, { patientId })).items;

describe('a medication', () => {
  test('is added as exact as it is known, with who entered it, in history and audit', async () => {
    const patientId = await newPatient();
    const saved = await caller.ok(saveMedication, { ...metformin, patientId });
    expect(await medicationsOf(patientId)).toMatchObject([
      { ...metformin, startDate: '2024-03', enteredByName: 'Maria Santos', sourceSystem: null, version: 1 },
    ]);
    const { items } = await caller.ok(listPatientChanges, { patientId });
    expect(items[0]).toMatchObject({ subject: 'medication', action: 'created', changedBy: 'Maria Santos' });
    expect(items[0]?.fields).toContainEqual({ field: 'dosage', from: null, to: 'One tablet twice a day' });
    const audited = await app.db
      .selectFrom('audit_event')
      .select(['subject_type', 'subject_id'])
      .where('action', '=', 'patient.medication_created')
      .where('patient_id', '=', patientId)
      .execute();
    expect(audited).toMatchObject([{ subject_type: 'medication', subject_id: saved.patientMedicationId }]);
  });

  test('keeps a note that looks like a list', async () => {
    const patientId = await newPatient();
    const note = '[{see letter}]';
    await caller.ok(saveMedication, { ...metformin, note, patientId });
    expect(await medicationsOf(patientId)).toMatchObject([{ note }]);
    const { items } = await caller.ok(listPatientChanges, { patientId });
    expect(items[0]?.fields).toContainEqual(expect.objectContaining({ to: note }));
  });

  test('is added once by a repeated call', async () => {
    const patientId = await newPatient();
    const headers = { 'idempotency-key': 'a-medication-once' };
    const first = await caller.ok(saveMedication, { ...metformin, patientId }, headers);
    expect(await caller.ok(saveMedication, { ...metformin, patientId }, headers)).toEqual(first);
    expect(await medicationsOf(patientId)).toHaveLength(1);
  });

  test('is changed only in the version that was seen, and keeps what was edited', async () => {
    const patientId = await newPatient();
    const { patientMedicationId } = await caller.ok(saveMedication, { ...metformin, patientId });
    const changed = { ...metformin, dosage: 'One tablet a day', patientId, patientMedicationId };
    expect((await caller.ok(saveMedication, { ...changed, version: 1 })).version).toBe(2);
    const stale = await caller.fail(saveMedication, { ...changed, version: 1 });
    expect(stale).toMatchObject({ code: 'stale_version', current: { version: 2, changedBy: 'Maria Santos' } });
    expect((await caller.fail(saveMedication, changed)).code).toBe('stale_version');
    const { edited_columns } = await app.db
      .selectFrom('patient_medication')
      .select('edited_columns')
      .where('patient_medication_id', '=', patientMedicationId)
      .executeTakeFirstOrThrow();
    expect(edited_columns).toEqual(['dosage']);
  });

  test('is stopped with day and reason, once', async () => {
    const patientId = await newPatient();
    const { patientMedicationId } = await caller.ok(saveMedication, { ...metformin, patientId });
    const stop = { patientId, patientMedicationId, reason: 'Diarrhea' };
    const early = await caller.fail(endStatement, { ...stop, version: 1, endDate: '2023' });
    expect(early.validationErrors).toEqual({ endDate: editingTexts.endBeforeStart });
    const { version } = await caller.ok(endStatement, { ...stop, version: 1, endDate: '2026' });
    expect(await medicationsOf(patientId)).toMatchObject([
      { status: 'stopped', endDate: '2026', statusReason: 'Diarrhea', version },
    ]);
    const again = await caller.fail(endStatement, { ...stop, version, endDate: '' });
    expect(again.validationErrors).toEqual({ '': editingTexts.ended });
  });

  test('marked as entered in error is kept, shown only where asked for, and can be taken back', async () => {
    const patientId = await newPatient();
    const { patientMedicationId } = await caller.ok(saveMedication, { ...metformin, patientId });
    const mark = { patientId, patientMedicationId, reason: 'Wrong patient' };
    expect(
      (await caller.fail(markStatement, { ...mark, reason: ' ', version: 1, isEnteredInError: true })).validationErrors,
    ).toEqual({ reason: editingTexts.reasonRequired });
    await caller.ok(markStatement, { ...mark, version: 1, isEnteredInError: true });
    expect(await medicationsOf(patientId)).toEqual([]);
    expect(await medicationsOf(patientId, true)).toMatchObject([{ isEnteredInError: true }]);
    const edit = await caller.fail(saveMedication, { ...metformin, patientId, patientMedicationId, version: 2 });
    expect(edit.validationErrors).toEqual({ '': editingTexts.inError });
    const { items } = await caller.ok(listPatientChanges, { patientId });
    expect(items[0]?.fields).toContainEqual({ field: 'reason_of_change', from: null, to: 'Wrong patient' });
    await caller.ok(markStatement, { ...mark, version: 2, isEnteredInError: false });
    expect(await medicationsOf(patientId)).toMatchObject([{ isEnteredInError: false, version: 3 }]);
  });

  test('of another patient is refused, and so is a name without a letter', async () => {
    const [patientId, other] = [await newPatient(), await newPatient()];
    const { patientMedicationId } = await caller.ok(saveMedication, { ...metformin, patientId });
    const call = { patientId: other, patientMedicationId, version: 1 };
    const refusal = await caller.fail(endStatement, { ...call, endDate: '', reason: '' });
    expect(refusal.validationErrors).toEqual({ '': editingTexts.notFound });
    const nameless = await caller.fail(saveMedication, { ...metformin, patientId, description: '  ' });
    expect(nameless.validationErrors).toEqual({ description: editingTexts.medicationRequired });
    const neither = await caller.fail(endStatement, { patientId, version: 1, endDate: '', reason: '' });
    expect(neither.validationErrors).toEqual({ '': editingTexts.oneOf });
    expect(await medicationsOf(patientId)).toMatchObject([{ status: 'active' }]);
  });
});

describe('an allergy', () => {
  test('is added and changed; reactions that stay keep the severity their source stated', async () => {
    const patientId = await newPatient();
    const { patientAllergyId } = await caller.ok(saveAllergy, { ...penicillin, patientId });
    await app.db
      .updateTable('patient_allergy')
      .set({ reactions: JSON.stringify([{ manifestation: 'Hives', severity: 'moderate' }]) })
      .where('patient_allergy_id', '=', patientAllergyId)
      .execute();
    await caller.ok(saveAllergy, {
      ...penicillin,
      reactions: ['Hives', 'Wheezing'],
      patientId,
      patientAllergyId,
      version: 1,
    });
    expect(await allergiesOf(patientId)).toMatchObject([
      {
        description: 'Penicillin',
        reactions: [
          { manifestation: 'Hives', severity: 'moderate' },
          { manifestation: 'Wheezing', severity: null },
        ],
      },
    ]);
    const { items } = await caller.ok(listPatientChanges, { patientId });
    expect(items[0]?.fields).toContainEqual({ field: 'reactions', from: 'Hives', to: 'Hives, Wheezing' });
    await caller.ok(endStatement, { patientId, patientAllergyId, version: 2, endDate: '', reason: 'Tested negative' });
    expect(await allergiesOf(patientId)).toMatchObject([{ status: 'resolved' }]);
  });
});

describe('the statement that none is known', () => {
  test('is refused while an allergy may be active, and becomes history when one is added', async () => {
    const patientId = await newPatient();
    const none = { patientId, subject: 'allergy' } as const;
    await caller.ok(stateNoneKnown, none);
    const again = await caller.fail(stateNoneKnown, none);
    expect(again.validationErrors).toEqual({ '': editingTexts.statedAlready });
    expect((await caller.ok(getClinicalSummary, { patientId })).noAllergiesKnown).toMatchObject({
      enteredByName: 'Maria Santos',
    });
    const { patientAllergyId } = await caller.ok(saveAllergy, { ...penicillin, patientId });
    const standing = await caller.fail(stateNoneKnown, none);
    expect(standing.validationErrors).toEqual({ '': editingTexts.allergyStillActive('Penicillin') });
    // It does not come back when the allergy is over.
    await caller.ok(endStatement, { patientId, patientAllergyId, version: 1, endDate: '', reason: '' });
    expect((await caller.ok(getClinicalSummary, { patientId })).noAllergiesKnown).toBeNull();
    await caller.ok(stateNoneKnown, none);
    expect((await caller.ok(getClinicalSummary, { patientId })).noAllergiesKnown).not.toBeNull();
  });

  test('of medications is refused while one is current', async () => {
    const patientId = await newPatient();
    await caller.ok(saveMedication, { ...metformin, patientId });
    const refusal = await caller.fail(stateNoneKnown, { patientId, subject: 'medication' });
    expect(refusal.validationErrors).toEqual({ '': editingTexts.stillActive('Metformin 500 mg tablet') });
  });
});

test('a problem is added, changed, resolved and marked', async () => {
  const patientId = await newPatient();
  const gout = {
    description: 'Gout',
    code: 'M10.9',
    codeSystem: 'http://hl7.org/fhir/sid/icd-10-cm',
    status: 'active',
  } as const;
  const { patientConditionId } = await caller.ok(saveProblem, { ...gout, startDate: '5/1/2024', patientId });
  await caller.ok(saveProblem, {
    ...gout,
    note: 'Left foot',
    startDate: '5/1/2024',
    patientId,
    patientConditionId,
    version: 1,
  });
  await caller.ok(endStatement, { patientId, patientConditionId, version: 2, endDate: '2026-01-02', reason: '' });
  const { items, can } = await caller.ok(listConditions, { patientId });
  expect(can).toEqual({ edit: true });
  expect(items).toMatchObject([
    {
      description: 'Gout',
      note: 'Left foot',
      clinicalStatus: 'resolved',
      onsetDate: '2024-05-01',
      abatementDate: '2026-01-02',
      enteredByName: 'Maria Santos',
      version: 3,
    },
  ]);
  await caller.ok(markStatement, {
    patientId,
    patientConditionId,
    version: 3,
    isEnteredInError: true,
    reason: 'Twice',
  });
  expect((await caller.ok(listConditions, { patientId })).items).toEqual([]);
  expect((await caller.ok(listConditions, { patientId, includesErrors: true })).items).toHaveLength(1);
});

test('a problem keeps how exact its dates are, and a changed date is kept with it', async () => {
  const patientId = await newPatient();
  const gout = { description: 'Gout', status: 'resolved', patientId } as const;
  const { patientConditionId } = await caller.ok(saveProblem, { ...gout, startDate: '2011', endDate: '3/2012' });
  const listed = async () => (await caller.ok(listConditions, { patientId })).items;
  expect(await listed()).toMatchObject([{ onsetDate: '2011', abatementDate: '2012-03' }]);
  await caller.ok(saveProblem, { ...gout, patientConditionId, version: 1, startDate: '2010', endDate: '3/2012' });
  expect(await listed()).toMatchObject([{ onsetDate: '2010', abatementDate: '2012-03' }]);
  const { edited_columns: edited } = await app.db
    .selectFrom('patient_condition')
    .select('edited_columns')
    .where('patient_condition_id', '=', patientConditionId)
    .executeTakeFirstOrThrow();
  expect(edited.toSorted()).toEqual(['onset_date', 'onset_precision']);
});

test('a problem or an allergy does not begin in the future, unless that is on file', async () => {
  const patientId = await newPatient();
  const ahead = '2087-05-01';
  const gout = { description: 'Gout', status: 'active', patientId } as const;
  const errorsOf = async (refused: Promise<{ validationErrors?: unknown }>) => (await refused).validationErrors;
  const onset = { onsetDate: dateTexts.future };
  expect(await errorsOf(caller.fail(saveProblem, { ...gout, startDate: ahead }))).toEqual({
    startDate: dateTexts.future,
  });
  expect(await errorsOf(caller.fail(saveProblem, { ...gout, endDate: ahead }))).toEqual({ endDate: dateTexts.future });
  expect(await errorsOf(caller.fail(saveAllergy, { ...penicillin, patientId, onsetDate: '2087' }))).toEqual(onset);
  const { patientConditionId } = await caller.ok(saveProblem, gout);
  const end = { patientId, patientConditionId, version: 1, endDate: '2087', reason: '' };
  expect(await errorsOf(caller.fail(endStatement, end))).toEqual({ endDate: dateTexts.future });
  // As if imported.
  await app.db
    .updateTable('patient_condition')
    .set({ onset_date: ahead })
    .where('patient_condition_id', '=', patientConditionId)
    .execute();
  const change = { ...gout, patientConditionId, version: 1 };
  await caller.ok(saveProblem, { ...change, startDate: ahead, note: 'Left foot' });
  expect(await errorsOf(caller.fail(saveProblem, { ...change, version: 2, startDate: '2087-05-02' }))).toEqual({
    startDate: dateTexts.future,
  });
});

describe('who may write', () => {
  test('not a stranger, and not with emergency access alone', async () => {
    const patientId = await newPatient();
    const stranger = await buildUser(app.db, { permissions: ['BreakTheGlass'], clientId });
    const asStranger = await app.as(stranger);
    expect((await asStranger.fail(saveMedication, { ...metformin, patientId })).code).toBe('unauthorized_patient');
    await app.db
      .insertInto('break_glass_access')
      .values({
        patient_id: patientId,
        user_id: stranger.userId,
        reason: 'Unconscious',
        expires_at: new Date(Date.now() + 600_000),
      })
      .execute();
    expect((await asStranger.ok(listMedications, { patientId })).can).toEqual({ edit: editTexts.readOnly });
    const refusal = await asStranger.fail(saveMedication, { ...metformin, patientId });
    expect(refusal.validationErrors).toEqual({ '': editTexts.readOnly });
    expect(await medicationsOf(patientId)).toEqual([]);
  });
});

test('a corrected result is new to who was asked before; one that is only read again is not', async () => {
  const patientId = await newPatient();
  const [result] = await app.db
    .insertInto('patient_result')
    .values({
      patient_id: patientId,
      category: 'laboratory',
      description: 'Potassium',
      value_number: '5.1',
      status: 'final',
    })
    .returning('patient_result_id')
    .execute();
  const store = (values: { value_number?: string; note?: string; changed_at?: string }) =>
    app.db
      .updateTable('patient_result')
      .set(values)
      .where('patient_result_id', '=', result?.patient_result_id ?? 0)
      .execute();
  const changedAt = async () => (await caller.ok(getClinicalSummary, { patientId })).latestResults[0]?.changedAt;
  await store({ changed_at: '2026-01-01T00:00:00Z' });
  await store({ value_number: '5.1', note: 'Read again' });
  expect(await changedAt()).toMatch(/^2026-01-01T00:00:00/u);
  await store({ value_number: '7.1' });
  expect(await changedAt()).not.toMatch(/^2026-01-01T00:00:00/u);
});
