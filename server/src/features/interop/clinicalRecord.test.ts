import { afterAll, beforeAll, expect, test } from 'vitest';

import { encounter, ndjson, patient, transaction } from '../../../test/fhirFiles.ts';
import { countsOf, startImportBench } from '../../../test/imports.ts';

import type { Resource } from '../../../test/fhirFiles.ts';
import type { ImportBench } from '../../../test/imports.ts';

// Statements of the clinical record from FHIR. Small made-up cases; samples are compared in clinicalRecordSamples.test.ts.

let bench: ImportBench;
beforeAll(async () => {
  bench = await startImportBench();
});
afterAll(() => bench.stop());

const result = (id: string, subject: string, changes: Record<string, unknown> = {}): Resource => ({
  resourceType: 'Observation',
  id,
  status: 'final',
  category: [{ coding: [{ code: 'laboratory' }] }],
  code: { coding: [{ system: 'http://loinc.org', code: '2345-7', display: 'Glucose' }] },
  subject: { reference: `urn:uuid:${subject}` },
  effectiveDateTime: '2024-03-01T09:30:00-05:00',
  ...changes,
});

interface Row {
  [column: string]: unknown;
}

/** The results of a patient, by the end of their number at the source. */
async function results(mrn: string): Promise<Record<string, Row>> {
  const rows = await bench.rows<Row & { source_id: string }>(`
    select r.*, panel.source_id as panel from patient_result r join patient p using (patient_id)
    left join patient_result panel on panel.patient_result_id = r.panel_id
    where mrn = 'MRN-${mrn}' order by r.patient_result_id`);
  return Object.fromEntries(rows.map((row) => [row.source_id.replace('Observation/', ''), row]));
}

test('a result keeps number, unit, range, flag, time, status, performer and note as stated', async () => {
  await bench.importContent(
    transaction(
      patient('one'),
      encounter('one-e', 'urn:uuid:one'),
      result('one-1', 'one', {
        encounter: { reference: 'urn:uuid:one-e' },
        status: 'corrected',
        valueQuantity: { value: 7.25, unit: 'mmol/L', comparator: '<=' },
        referenceRange: [{ low: { value: 3.9, unit: 'mmol/L' }, high: { value: 5.5 }, text: 'fasting' }],
        interpretation: [{ coding: [{ code: 'HH' }] }, { coding: [{ code: 'R', display: 'Resistant' }] }],
        performer: [{ display: 'Lakeside Laboratory' }],
        note: [{ text: 'Repeated.\nHemolytic.' }],
        specimen: { display: 'Serum' },
        method: { text: 'Hexokinase' },
        bodySite: { text: 'Left arm' },
      }),
    ),
  );
  const found = await results('one');
  expect(found['one-1']).toMatchObject({
    code_system: 'http://loinc.org',
    code: '2345-7',
    description: 'Glucose',
    category: 'laboratory',
    value_number: 7.25,
    value_comparator: '<=',
    unit: 'mmol/L',
    range_low: 3.9,
    range_high: 5.5,
    range_text: 'fasting',
    flag: 'critical_high',
    interpretation: 'Resistant',
    status: 'corrected',
    effective_precision: 'minute',
    time_zone: '-05:00',
    stated_by: 'Lakeside Laboratory',
    note: 'Repeated.\nHemolytic.',
    specimen: 'Serum',
    method: 'Hexokinase',
    body_site: 'Left arm',
    is_panel: false,
    is_entered_in_error: false,
  });
  expect(found['one-1']?.patient_encounter_id).not.toBeNull();
});

test('components are members of a panel; a copy without one removes it, and order does not matter', async () => {
  const part = (code: string, value: number) => ({
    code: { coding: [{ system: 'http://loinc.org', code }], text: code },
    valueQuantity: { value, unit: 'mmHg' },
  });
  const pressure = (...component: unknown[]) =>
    transaction(patient('bp'), result('bp-1', 'bp', { code: { text: 'Blood pressure' }, component }));
  const report = await bench.importContent(pressure(part('8480-6', 141), part('8462-4', 88), part('8867-4', 70)));
  expect(countsOf(report, 'results')).toEqual({ created: 1 });
  const first = await results('bp');
  expect(first['bp-1']).toMatchObject({ is_panel: true, value_number: null, panel: null });
  expect(first['bp-1#8462-4']).toMatchObject({ panel: 'Observation/bp-1', panel_order: 2, value_number: 88 });
  await bench.importContent(pressure(part('8462-4', 90), part('8480-6', 141)));
  const second = await results('bp');
  expect(Object.keys(second).toSorted()).toEqual(['bp-1', 'bp-1#8462-4', 'bp-1#8480-6']);
  expect(second['bp-1#8462-4']).toMatchObject({
    patient_result_id: first['bp-1#8462-4']?.patient_result_id,
    value_number: 90,
    panel_order: 1,
  });
  expect((await bench.importContent(pressure(part('8462-4', 90), part('8480-6', 141)))).hasChanges).toBe(false);
});

test('members that a panel lists are linked in whatever order they come, also in later files', async () => {
  const panel = (members: string[]) =>
    result('late-p', 'late', {
      subject: { reference: 'Patient/late' },
      hasMember: members.map((id) => ({ reference: `Observation/${id}` })),
    });
  const member = (id: string) =>
    result(id, 'late', { subject: { reference: 'Patient/late' }, valueQuantity: { value: 1 } });
  await bench.importContent(
    ndjson(patient('late'), member('late-1'), panel(['late-1', 'late-2', 'late-3']), member('late-2')),
  );
  await bench.importContent(ndjson(member('late-3'), member('late-4')));
  const found = await results('late');
  expect(Object.values(found).map(({ source_id: id, panel: of, panel_order: order }) => [id, of, order])).toEqual([
    ['Observation/late-1', 'Observation/late-p', 1],
    ['Observation/late-p', null, null],
    ['Observation/late-2', 'Observation/late-p', 2],
    ['Observation/late-3', 'Observation/late-p', 3],
    ['Observation/late-4', null, null],
  ]);
});
