import {
  countClinicalRecord,
  listAllergies,
  listBackground,
  listImmunizations,
  listMedications,
  listPlans,
  listProcedures,
} from '@careloop/contracts/clinical-record';
import {
  getResultTrend,
  listResults,
  listResultValues,
  listResultSources,
  resultTexts,
} from '@careloop/contracts/clinical-record/results';
import { getClinicalSummary } from '@careloop/contracts/clinical-record/summary';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { buildCoordinator, buildDocument, buildPatient, buildUser } from '../../../test/factories.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';

let app: TestApp;
let caller: Caller;
let clientId: number;
beforeAll(async () => {
  app = await startTestApp();
  const user = await buildCoordinator(app.db);
  ({ clientId } = user);
  caller = await app.as(user);
});
afterAll(() => app.stop());

const newPatient = async () => (await buildPatient(app.db, { clientId })).patientId;

interface Stated {
  source_system?: string;
  is_entered_in_error?: boolean;
  stated_by?: string;
}

async function addMedication(
  patientId: number,
  description: string,
  more: Stated & {
    status?: string;
    code?: string;
    start_date?: string;
    start_precision?: string;
    is_none_known?: boolean;
    patient_document_id?: number;
  } = {},
) {
  await app.db
    .insertInto('patient_medication')
    .values({ patient_id: patientId, description, status: 'active', kind: 'order', ...more })
    .execute();
}

async function addAllergy(
  patientId: number,
  description: string,
  more: Stated & { clinical_status?: string; criticality?: string; severity?: string; is_none_known?: boolean } = {},
) {
  await app.db
    .insertInto('patient_allergy')
    .values({ patient_id: patientId, description, clinical_status: 'active', ...more })
    .execute();
}

type NewResult = Stated & {
  description: string;
  category?: string;
  code?: string;
  effective_at?: Date | null;
  value_number?: string;
  value_comparator?: string;
  value_text?: string;
  unit?: string;
  range_low?: string;
  range_high?: string;
  flag?: string;
  is_panel?: boolean;
  panel_id?: number;
  panel_order?: number;
  is_superseded?: boolean;
};

async function addResult(patientId: number, result: NewResult): Promise<number> {
  const { patient_result_id } = await app.db
    .insertInto('patient_result')
    .values({ patient_id: patientId, category: 'laboratory', status: 'final', ...result })
    .returning('patient_result_id')
    .executeTakeFirstOrThrow();
  return patient_result_id;
}

const day = (text: string) => new Date(`${text}T12:00:00Z`);
const names = (items: readonly { description: string }[]) => items.map(({ description }) => description);

describe('access to the clinical record', () => {
  test('is refused without a session and for a patient of somebody else', async () => {
    const patientId = await newPatient();
    const stranger = await app.as(await buildUser(app.db));
    for (const endpoint of [listMedications, listAllergies, listResults, getClinicalSummary, countClinicalRecord]) {
      expect((await stranger.fail(endpoint, { patientId })).code).toBe('unauthorized_patient');
      expect((await app.nobody.fail(endpoint, { patientId })).status).toBe(401);
    }
  });

  test('is one audit row per call', async () => {
    const patientId = await newPatient();
    await caller.ok(listMedications, { patientId });
    const audited = await app.db
      .selectFrom('audit_event')
      .select(['action', 'outcome'])
      .where('patient_id', '=', patientId)
      .execute();
    expect(audited).toEqual([{ action: listMedications.path, outcome: 'ok' }]);
  });
});

describe('medications', () => {
  test('are listed current ones first, then by date, with who said so and the document', async () => {
    const patientId = await newPatient();
    const { patientDocumentId } = await buildDocument(app, { patientId });
    await addMedication(patientId, 'Old', { status: 'completed', start_date: '2026-05-01' });
    await addMedication(patientId, 'Metformin', { start_date: '2019-01-01', start_precision: 'year' });
    await addMedication(patientId, 'Lisinopril', {
      start_date: '2024-03-09',
      stated_by: 'Ana Diaz, MD',
      patient_document_id: patientDocumentId,
    });
    await addMedication(patientId, 'Mistake', { is_entered_in_error: true });
    const { items, isCut, can } = await caller.ok(listMedications, { patientId });
    expect(names(items)).toEqual(['Lisinopril', 'Metformin', 'Old']);
    expect(items[0]).toMatchObject({
      statedBy: 'Ana Diaz, MD',
      startDate: '2024-03-09',
      document: { patientDocumentId },
    });
    expect(items[1]).toMatchObject({ startDate: '2019', statedBy: null, document: null });
    expect([isCut, can]).toEqual([false, { edit: true }]);
    const all = await caller.ok(listMedications, { patientId, includesErrors: true });
    expect(names(all.items)).toContain('Mistake');
  });

  test('of which two sources disagree stand together and are marked', async () => {
    const patientId = await newPatient();
    await addMedication(patientId, 'Warfarin 5 mg', { code: '855332', start_date: '2026-04-01', source_system: 'a' });
    await addMedication(patientId, 'Aspirin', { start_date: '2026-03-01', source_system: 'a' });
    await addMedication(patientId, 'WARFARIN', {
      code: '855332',
      status: 'stopped',
      start_date: '2020-01-01',
      source_system: 'b',
    });
    // A refill by the same source is no contradiction.
    await addMedication(patientId, 'Aspirin', { status: 'completed', start_date: '2025-03-01', source_system: 'a' });
    const { items } = await caller.ok(listMedications, { patientId });
    expect(items.map(({ description, isDisputed }) => [description, isDisputed])).toEqual([
      ['Warfarin 5 mg', true],
      ['WARFARIN', true],
      ['Aspirin', false],
      ['Aspirin', false],
    ]);
  });
});

test('allergies are listed with the worst on top, resolved ones last', async () => {
  const patientId = await newPatient();
  await addAllergy(patientId, 'Pollen', { severity: 'mild' });
  await addAllergy(patientId, 'Latex', { clinical_status: 'resolved', criticality: 'high' });
  await addAllergy(patientId, 'Shellfish', { severity: 'severe' });
  await addAllergy(patientId, 'Penicillin', { criticality: 'high', severity: 'moderate' });
  const { items } = await caller.ok(listAllergies, { patientId });
  expect(names(items)).toEqual(['Penicillin', 'Shellfish', 'Pollen', 'Latex']);
});

describe('results', () => {
  test('are panels with their members in order and single results, newest first', async () => {
    const patientId = await newPatient();
    const panel = await addResult(patientId, { description: 'BMP', is_panel: true, effective_at: day('2026-05-02') });
    await addResult(patientId, {
      description: 'Potassium',
      panel_id: panel,
      panel_order: 2,
      value_number: '5.90',
      unit: 'mmol/L',
      flag: 'high',
    });
    await addResult(patientId, { description: 'Sodium', panel_id: panel, panel_order: 1, value_number: '140' });
    await addResult(patientId, {
      description: 'Troponin',
      value_comparator: '<',
      value_number: '5',
      effective_at: day('2026-06-01'),
    });
    await addResult(patientId, { description: 'Undated', value_text: 'Positive' });
    await addResult(patientId, { description: 'Corrected', is_superseded: true, effective_at: day('2026-06-02') });
    await addResult(patientId, { description: 'Smoking status', category: 'social_history', value_text: 'Never' });
    const { items, nextCursor } = await caller.ok(listResults, { patientId });
    expect(nextCursor).toBeNull();
    expect(names(items)).toEqual(['Troponin', 'BMP', 'Undated']);
    expect(items[1]?.members.map(({ description, valueNumber, flag }) => [description, valueNumber, flag])).toEqual([
      ['Sodium', '140', null],
      ['Potassium', '5.90', 'high'],
    ]);
    const abnormal = await caller.ok(listResults, { patientId, isAbnormal: true });
    expect(names(abnormal.items)).toEqual(['BMP']);
    const old = await caller.ok(listResults, { patientId, to: '2026-05-31' });
    expect(names(old.items)).toEqual(['BMP']);
    const corrected = await caller.ok(listResults, { patientId, includesSuperseded: true });
    expect(names(corrected.items)[0]).toBe('Corrected');
    const social = await caller.ok(listResults, { patientId, category: 'social_history' });
    expect(names(social.items)).toEqual(['Smoking status']);
  });

  test('of a panel within a panel stand behind it', async () => {
    const patientId = await newPatient();
    const outer = await addResult(patientId, { description: 'Blood culture', is_panel: true });
    const inner = await addResult(patientId, {
      description: 'Isolate 1',
      is_panel: true,
      panel_id: outer,
      panel_order: 2,
    });
    await addResult(patientId, { description: 'Oxacillin', panel_id: inner, panel_order: 1, flag: 'abnormal' });
    await addResult(patientId, { description: 'Gram stain', panel_id: outer, panel_order: 1, value_text: 'Cocci' });
    const { items } = await caller.ok(listResults, { patientId, isAbnormal: true });
    expect(names(items)).toEqual(['Blood culture']);
    expect(names(items[0]?.members ?? [])).toEqual(['Gram stain', 'Isolate 1', 'Oxacillin']);
  });

  test('are listed value by value, in words, with the number of all of them', async () => {
    const patientId = await newPatient();
    const panel = await addResult(patientId, { description: 'BMP', is_panel: true, effective_at: day('2026-05-02') });
    await addResult(patientId, {
      description: 'Potassium',
      code: '2823-3',
      panel_id: panel,
      effective_at: day('2026-05-02'),
      value_number: '7.10',
      unit: 'mmol/L',
      range_low: '3.5',
      range_high: '5.1',
      flag: 'critical_high',
    });
    await addResult(patientId, { description: 'Troponin', value_comparator: '<', value_number: '5' });
    await addResult(patientId, { description: 'Corrected', is_superseded: true });
    const { items, totalItemCount } = await caller.ok(listResultValues, { patientId });
    expect(totalItemCount).toBe(2);
    expect(items).toMatchObject([
      {
        name: 'Potassium',
        code: '2823-3',
        value: '7.10',
        unit: 'mmol/L',
        range: '3.5–5.1',
        flag: 'critical_high',
        status: 'final',
        panelName: 'BMP',
      },
      { name: 'Troponin', value: '<5', range: null, date: null, panelName: null },
    ]);
    for (let index = 0; index < 100; index += 1) await addResult(patientId, { description: `R${index}` });
    const first = await caller.ok(listResultValues, { patientId });
    const rest = await caller.ok(listResultValues, { patientId, cursor: first.nextCursor ?? '' });
    expect([first.items.length, rest.items.length, first.totalItemCount, rest.totalItemCount]).toEqual([
      100, 2, 102, 102,
    ]);
  });

  test('come in pages without gaps, also among those of one time and without one', async () => {
    const patientId = await newPatient();
    for (let index = 0; index < 60; index += 1) {
      await addResult(patientId, {
        description: `R${index}`,
        effective_at: index < 30 ? day('2026-05-02') : null,
        value_number: '1',
      });
    }
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await caller.ok(listResults, { patientId, ...(cursor !== undefined && { cursor }) });
      seen.push(...names(page.items));
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(60);
    expect(new Set(seen).size).toBe(60);
    expect((await caller.fail(listResults, { patientId, cursor: 'x' })).code).toBe('invalid_input');
  });

  test('are found by source', async () => {
    const patientId = await newPatient();
    await addResult(patientId, { description: 'A1c', stated_by: 'Harbor Lab' });
    await addResult(patientId, { description: 'Lipids', source_system: 'quest' });
    expect((await caller.ok(listResultSources, { patientId })).items).toEqual(['Harbor Lab', 'quest']);
    const { items } = await caller.ok(listResults, { patientId, source: 'quest' });
    expect(names(items)).toEqual(['Lipids']);
  });

  test('of one measure are a trend, whichever panel or sender they came in', async () => {
    const patientId = await newPatient();
    const panel = await addResult(patientId, { description: 'Panel', is_panel: true, effective_at: day('2026-01-01') });
    const a1c = { description: 'Hemoglobin A1c', code: '4548-4' };
    await addResult(patientId, { ...a1c, panel_id: panel, value_number: '8.2', effective_at: day('2026-01-01') });
    const last = await addResult(patientId, {
      ...a1c,
      value_number: '7.4',
      unit: '%',
      effective_at: day('2026-05-01'),
    });
    await addResult(patientId, { ...a1c, value_number: '99', is_superseded: true, effective_at: day('2026-05-01') });
    await addResult(patientId, { description: 'Glucose', value_number: '120', effective_at: day('2026-05-01') });
    const trend = await caller.ok(getResultTrend, { patientId, patientResultId: last });
    expect(trend).toMatchObject({ description: 'Hemoglobin A1c', isCut: false });
    expect(trend.items.map(({ valueNumber }) => valueNumber)).toEqual(['7.4', '8.2']);
    const other = await newPatient();
    const refusal = await caller.fail(getResultTrend, { patientId: other, patientResultId: last });
    expect(refusal.validationErrors).toEqual({ '': resultTexts.notFound });
  });
});

test('immunizations, procedures, plans and history are listed newest first, as exact as they were stated', async () => {
  const patientId = await newPatient();
  const of = { patient_id: patientId };
  await app.db
    .insertInto('patient_immunization')
    .values([
      { ...of, description: 'Influenza', status: 'completed', occurred_on: '2025-10-01', lot_number: 'L1' },
      { ...of, description: 'Td', status: 'completed' },
      { ...of, description: 'Zoster', status: 'not_done', occurred_on: '2026-02-01', occurred_precision: 'month' },
    ])
    .execute();
  await app.db
    .insertInto('patient_procedure')
    .values({
      ...of,
      description: 'Colonoscopy',
      status: 'completed',
      started_on: '2021-01-01',
      started_precision: 'year',
    })
    .execute();
  await app.db
    .insertInto('patient_plan')
    .values([
      { ...of, kind: 'goal', description: 'A1c below 7', status: 'active', start_date: '2026-01-05' },
      {
        ...of,
        kind: 'care_plan',
        description: 'Diabetes',
        status: 'active',
        details: 'Diet',
        start_date: '2026-02-05',
      },
    ])
    .execute();
  await app.db
    .insertInto('patient_background')
    .values([
      { ...of, kind: 'family', description: 'Stroke', relationship: 'Mother' },
      { ...of, kind: 'device', description: 'Pacemaker' },
    ])
    .execute();
  const immunizations = await caller.ok(listImmunizations, { patientId });
  expect(immunizations.items.map(({ description, occurredOn }) => [description, occurredOn])).toEqual([
    ['Zoster', '2026-02'],
    ['Influenza', '2025-10-01'],
    ['Td', null],
  ]);
  expect((await caller.ok(listProcedures, { patientId })).items).toMatchObject([{ startedOn: '2021' }]);
  expect(names((await caller.ok(listPlans, { patientId })).items)).toEqual(['Diabetes', 'A1c below 7']);
  expect((await caller.ok(listBackground, { patientId })).items).toMatchObject([
    { kind: 'device', description: 'Pacemaker' },
    { kind: 'family', relationship: 'Mother' },
  ]);
  expect(await caller.ok(countClinicalRecord, { patientId })).toMatchObject({
    medications: 0,
    allergies: 0,
    results: 0,
    immunizations: 3,
    procedures: 1,
    plans: 2,
    background: 2,
  });
});

describe('the clinical summary', () => {
  test('has active problems and medications, possible allergies and the last results', async () => {
    const patientId = await newPatient();
    await app.db
      .insertInto('patient_condition')
      .values([
        { patient_id: patientId, description: 'Gout', clinical_status: 'active' },
        { patient_id: patientId, description: 'Wrong chart', clinical_status: 'active', is_entered_in_error: true },
      ])
      .execute();
    await addMedication(patientId, 'Allopurinol', { source_system: 'a' });
    await addMedication(patientId, 'allopurinol', { source_system: 'b', status: 'stopped' });
    await addAllergy(patientId, 'Pollen');
    await addAllergy(patientId, 'Penicillin', { criticality: 'high', clinical_status: 'unknown' });
    await addAllergy(patientId, 'No known allergies', { is_none_known: true });
    const panel = await addResult(patientId, { description: 'BMP', is_panel: true, effective_at: day('2026-05-02') });
    await addResult(patientId, {
      description: 'Potassium',
      panel_id: panel,
      value_number: '5.9',
      flag: 'high',
      effective_at: day('2026-05-02'),
    });
    const summary = await caller.ok(getClinicalSummary, { patientId });
    expect(names(summary.problems)).toEqual(['Gout']);
    expect(summary.problemCount).toBe(1);
    expect(summary.medications).toMatchObject([{ description: 'Allopurinol', isDisputed: true }]);
    expect(names(summary.allergies)).toEqual(['Penicillin', 'Pollen']);
    // An allergy that may be active outweighs the statement that none is known.
    expect([summary.noAllergiesKnown, summary.noMedicationsKnown]).toEqual([null, null]);
    expect(summary.abnormalResults).toMatchObject([{ description: 'Potassium', valueNumber: '5.9' }]);
    expect(summary.latestResults).toMatchObject([{ description: 'BMP', memberCount: 1, abnormalCount: 1 }]);
  });

  test('says that none is known only where it is stated', async () => {
    const patientId = await newPatient();
    expect(await caller.ok(getClinicalSummary, { patientId })).toMatchObject({
      noAllergiesKnown: null,
      noMedicationsKnown: null,
    });
    await addAllergy(patientId, 'No known allergies', { is_none_known: true, stated_by: 'Ana Diaz, MD' });
    await addMedication(patientId, 'None', { is_none_known: true });
    expect(await caller.ok(getClinicalSummary, { patientId })).toMatchObject({
      noAllergiesKnown: { statedBy: 'Ana Diaz, MD' },
      noMedicationsKnown: { statedBy: null },
    });
  });
});
