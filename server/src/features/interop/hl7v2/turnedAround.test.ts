import { beforeEach, expect, test } from 'vitest';

import { importBench } from '../../../../test/imports.ts';

// Codes that turn the meaning of a segment around: deleted, wrong, canceled, replaced.

const bench = importBench();
/** A new patient for each test. */
let mrn: string;
let number = 0;
beforeEach(() => {
  mrn = `X${(number += 1)}`;
});

/** A segment by the numbers of its fields. */
function segment(code: string, fields: Record<number, string>): string {
  const last = Math.max(...Object.keys(fields).map(Number));
  return [code, ...Array.from({ length: last }, (_, index) => fields[index + 1] ?? '')].join('|');
}
const send = (type: string, ...segments: string[]) =>
  bench.importContent(
    [
      `MSH|^~\\&|ADT|LAKESIDE|||20260301120000-0500||${type}|${mrn}|P|2.5.1`,
      `PID|1||${mrn}^^^LKS^MR||TURNED^TIM||19610314|F`,
      ...segments,
    ].join('\r'),
  );
const rowsOf = (table: string) =>
  bench.rows<Record<string, unknown>>(
    `select t.* from ${table} t join patient p using (patient_id) where p.mrn = '${mrn}' order by 1`,
  );

const orc = (control: string) => segment('ORC', { 1: control, 2: '77' });
const order = segment('RXE', { 2: '1^Aspirin' });
const vaccine = (fields: Record<number, string>) =>
  segment('RXA', { 3: '20260101', 5: '140^Influenza^CVX', ...fields });
const result = (status: string) => segment('OBX', { 2: 'ST', 3: '1^Color', 5: 'Clear', 11: status });

test.each<[name: string, type: string, segments: string[], table: string, expected: Record<string, unknown>]>([
  [
    'DG1-21',
    'ADT^A08',
    [segment('DG1', { 3: 'J45^Asthma^I10', 21: 'D' })],
    'patient_condition',
    { is_entered_in_error: true },
  ],
  ['IAM-6', 'ADT^A60', [segment('IAM', { 3: '1^Latex', 6: 'D' })], 'patient_allergy', { is_entered_in_error: true }],
  ['IAM-17', 'ADT^A60', [segment('IAM', { 3: '1^Latex', 17: 'E' })], 'patient_allergy', { is_entered_in_error: true }],
  [
    'PR1-20',
    'ADT^A08',
    [segment('PR1', { 3: '1^Biopsy', 20: 'D' })],
    'patient_procedure',
    { is_entered_in_error: true },
  ],
  ['RXA-21', 'VXU^V04', [orc('RE'), vaccine({ 21: 'D' })], 'patient_immunization', { is_entered_in_error: true }],
  ['RXA-20 RE', 'VXU^V04', [orc('RE'), vaccine({ 20: 'RE' })], 'patient_immunization', { status: 'not_done' }],
  ['RXA-20 NA', 'VXU^V04', [orc('RE'), vaccine({ 20: 'NA' })], 'patient_immunization', { status: 'not_done' }],
  ['OBX-11 D', 'ORU^R01', [result('D')], 'patient_result', { is_entered_in_error: true }],
  ['OBX-11 W', 'ORU^R01', [result('W')], 'patient_result', { is_entered_in_error: true }],
  ['OBX-11 X', 'ORU^R01', [result('X')], 'patient_result', { status: 'cancelled' }],
  ['OBX-11 N', 'ORU^R01', [result('N')], 'patient_result', { status: 'cancelled' }],
  ['ORC-1 CA', 'RDE^O11', [orc('CA'), order], 'patient_medication', { status: 'stopped' }],
  ['ORC-1 DC', 'RDE^O11', [orc('DC'), order], 'patient_medication', { status: 'stopped' }],
  ['ORC-1 RU', 'RDE^O11', [orc('RU'), order], 'patient_medication', { status: 'stopped' }],
  ['ORC-1 DE', 'RDE^O11', [orc('DE'), order], 'patient_medication', { is_entered_in_error: true }],
])('%s is read', async (_name, type, segments, table, expected) => {
  await send(type, ...segments);
  expect(await rowsOf(table)).toMatchObject([expected]);
});

test('a line of a text that is deleted is none of the text', async () => {
  const line = (text: string, status: string) => segment('OBX', { 2: 'TX', 3: '1^Impression', 5: text, 11: status });
  await send('ORU^R01', line('No fracture.', 'F'), line('Fracture.', 'D'));
  expect(await rowsOf('patient_result')).toMatchObject([
    { value_text: 'No fracture.', is_entered_in_error: false },
    { value_text: 'Fracture.', is_entered_in_error: true },
  ]);
});

test('who and what is taken off an appointment is not in it', async () => {
  await send(
    'SIU^S14',
    segment('SCH', { 1: '7001', 11: '^^30^20270210093000-0500' }),
    'AIS|1|D|1^Biopsy',
    'AIS|2|A|2^Consultation',
    'AIL|1|D|ROOM01^^^GH CLINIC',
    'AIP|1|D|1210^GARCIA^ROBERT',
    'AIP|2|A|1211^HAN^SUE',
  );
  expect(await rowsOf('patient_appointment')).toMatchObject([
    { provider_name: 'SUE HAN', place_name: null, service: 'Consultation' },
  ]);
});

test('an admission that is planned is a pre-admission until it takes place', async () => {
  const pv1 = segment('PV1', { 2: 'O', 19: `V${mrn}`, 44: '20260310' });
  const visits = async () =>
    (await rowsOf('patient_encounter')).map((row) => [row['encounter_type'], row['admit_reason']]);
  await send('ADT^A05', pv1, segment('PV2', { 3: '^Biopsy' }));
  expect(await visits()).toEqual([['pre_admission', 'Biopsy']]);
  await send('ADT^A04', pv1);
  expect(await visits()).toEqual([['outpatient', 'Biopsy']]);
});

test('a document that is no longer available is not on the chart as a plain one', async () => {
  const text = segment('OBX', { 2: 'TX', 3: '1^Note', 5: 'Feels well.', 11: 'F' });
  await send('MDM^T02', segment('TXA', { 2: 'DS', 12: '10', 19: 'CA' }), text);
  expect(await rowsOf('patient_document')).toEqual([]);
  mrn = `${mrn}b`;
  await send('MDM^T02', segment('TXA', { 2: 'DS', 12: '11', 18: 'V', 19: 'OB' }), text);
  expect(await rowsOf('patient_document')).toMatchObject([{ restriction: 'V', is_superseded: true }]);
});
