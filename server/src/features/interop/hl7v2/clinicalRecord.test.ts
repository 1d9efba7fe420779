import { expect, test } from 'vitest';

import { importBench } from '../../../../test/imports.ts';

// Statements of the clinical record from messages.

const bench = importBench();

const message = (mrn: string, type: string, minute: number, ...segments: string[]) =>
  [
    `MSH|^~\\&|LIS|HOSP|R|R|202603011${String(minute).padStart(3, '2')}00-0500||${type}|M${mrn}${minute}|P|2.5.1`,
    `PID|1||${mrn}^^^HOSP^MR||RECORD^RITA||19500814|F`,
    ...segments,
  ].join('\r');

interface Row {
  [column: string]: unknown;
}
const rowsOf = (table: string, mrn: string) =>
  bench.rows<Row>(`select t.* from ${table} t join patient p using (patient_id) where p.mrn = '${mrn}' order by 1`);

test('results of every type are kept with range, flag, status, time, performer and notes', async () => {
  await bench.importContent(
    message(
      'R1',
      'ORU^R01',
      210,
      'OBR|1|P1|F1|24323-8^Metabolic panel^LN|||20260301110000-0500|||||||||||||||||LAB|F',
      'NTE|1||Fasting',
      'OBX|1|NM|2345-7^Glucose^LN||7.10|mmol/L|3.9-5.5|HH|||F|||20260301113000-0500||12^LEE^ANN|||||||Lakeside Lab',
      'NTE|1||Repeated',
      'OBX|2|NM|A^Less||<5|mg/L|<10|L|||F',
      'OBX|3|SN|B^Titer||^1^:^128||||||F',
      'OBX|4|SN|C^More||>^1000|U/L||||F|F',
      'OBX|5|CWE|D^Organism||112283007^Escherichia coli^SCT||||||F',
      'OBX|6|TX|E^Comment||Line one||||||F',
      'OBX|7|TX|E^Comment||Line two||||||F',
      'OBX|8|ST|F^Culture||no growth|||R|||P',
      'OBX|9|DT|G^Collected||20260228||||||F',
      'OBX|10|NM|H^Pending||||||||I',
      'OBX|11|NM|I^Repeated||27~25||||||F',
      'SPM|1|||SER^Serum',
    ),
  );
  const rows = await rowsOf('patient_result', 'R1');
  const by: Record<string, Row> = Object.fromEntries(rows.map((row) => [String(row['description']), row]));
  const panel = by['Metabolic panel'];
  expect(panel).toMatchObject({ is_panel: true, note: 'Fasting', category: 'laboratory', status: 'preliminary' });
  expect(by['Glucose']).toMatchObject({
    panel_id: panel?.['patient_result_id'],
    panel_order: 1,
    code: '2345-7',
    code_system: 'http://loinc.org',
    value_number: 7.1,
    unit: 'mmol/L',
    range_low: 3.9,
    range_high: 5.5,
    range_text: null,
    flag: 'critical_high',
    status: 'final',
    effective_at: new Date('2026-03-01T11:30:00-05:00'),
    stated_by: 'Lakeside Lab',
    note: 'Repeated',
    specimen: 'Serum',
  });
  expect(by['Glucose']?.['patient_document_id']).not.toBeNull();
  expect(by['Less']).toMatchObject({ value_number: 5, value_comparator: '<', range_high: 10, range_text: '<10' });
  expect(by['Titer']).toMatchObject({ value_text: '1:128', value_number: null });
  expect(by['More']).toMatchObject({ value_number: 1000, value_comparator: '>' });
  expect(by['Organism']).toMatchObject({ value_text: 'Escherichia coli' });
  expect(by['Comment']).toMatchObject({ value_text: 'Line one\nLine two' });
  expect(by['Culture']).toMatchObject({ value_text: 'no growth', interpretation: 'Resistant', status: 'preliminary' });
  expect(by['Collected']).toMatchObject({ value_text: '2026-02-28' });
  expect(by['Pending']).toMatchObject({ value_number: null, status: 'registered' });
  expect(by['Repeated']).toMatchObject({ value_text: '27, 25' });
  expect(rows).toHaveLength(11);
});

const report = (mrn: string, minute: number, value: number, status: string) =>
  message(
    mrn,
    'ORU^R01',
    minute,
    `OBR|1|P18|F18|2951-2^Sodium^LN|||20260301110000-0500||||||||||||||||||${status}`,
    `OBX|1|NM|2951-2^Sodium^LN||${value}|mmol/L|135-145||||${status}`,
  );

test.each([
  ['in order', [0, 1, 2]],
  ['in reverse', [2, 1, 0]],
])('a correction supersedes what it corrects, a final report the preliminary one, %s', async (name, order) => {
  const mrn = `C${name.length}`;
  const all = [report(mrn, 201, 180, 'P'), report(mrn, 202, 185, 'F'), report(mrn, 203, 135, 'C')];
  for (const index of order) await bench.importContent(all[index]);
  const rows = await rowsOf('patient_result', mrn);
  const values = rows
    .filter(({ is_panel: isPanel }) => isPanel === false)
    .map((row) => [row['value_number'], row['is_superseded']] as const);
  expect(values.toSorted(([one], [other]) => Number(one) - Number(other))).toEqual([
    [135, false],
    [180, true],
    [185, true],
  ]);
  const panels = rows.filter((row) => row['is_panel'] === true);
  expect(panels.filter((row) => row['is_superseded'] === true)).toHaveLength(panels.length - 1);
  expect(panels).toHaveLength(3);
});

test('a report that is sent again, with another time of the message, changes nothing but its document', async () => {
  await bench.importContent(report('S1', 201, 140, 'F'));
  await bench.importContent(report('S1', 204, 140, 'F'));
  expect(await rowsOf('patient_result', 'S1')).toHaveLength(2);
});

test('allergies, immunizations, orders of medications, procedures and vital signs are kept', async () => {
  await bench.importContent(
    message(
      'O1',
      'ADT^A08',
      201,
      'OBX|1|NM|8867-4^Heart rate^LN||72|/min|||||F|||20260301100000-0500',
      'AL1|1|DA|70618^Penicillin^RXNORM|SV|Hives~Rash|20200101',
      'AL1|2|DA|NKDA^No known drug allergies',
      'PR1|1||45378^Colonoscopy^C4||20260210090000-0500||||||77^STONE^SAM',
    ),
  );
  await bench.importContent(
    message(
      'O1',
      'VXU^V04',
      202,
      'ORC|RE||I1^HOSP',
      'RXA|0|1|20251001||140^Influenza^CVX|0.5|mL^^UCUM||||||||LOT9||MSD^Merck^MVX|||CP',
      'RXR|IM^Intramuscular|LA^Left arm',
      'ORC|RE||I2^HOSP',
      'RXA|0|1|20251001||133^Pneumococcal^CVX|999||||||||||||00^Parental decision||RE',
    ),
  );
  await bench.importContent(
    message(
      'O1',
      'RDE^O11',
      203,
      'ORC|NW|P77|F77||||||20260301|||5^DOE^DAN',
      'RXE|^^^20260301|314076^Lisinopril 10 MG^RXNORM|10||mg|TAB|^Once daily|||30|TAB|2',
      'RXR|PO^Oral',
    ),
  );
  expect(await rowsOf('patient_result', 'O1')).toMatchObject([
    { description: 'Heart rate', category: 'vital_signs', value_number: 72, panel_id: null },
  ]);
  expect(await rowsOf('patient_allergy', 'O1')).toMatchObject([
    {
      description: 'Penicillin',
      category: 'medication',
      severity: 'severe',
      reactions: [
        { manifestation: 'Hives', severity: 'severe' },
        { manifestation: 'Rash', severity: 'severe' },
      ],
      onset_date: '2020-01-01',
    },
    { description: 'No known drug allergies', is_none_known: true },
  ]);
  expect(await rowsOf('patient_procedure', 'O1')).toMatchObject([
    { description: 'Colonoscopy', started_on: '2026-02-10', stated_by: 'SAM STONE' },
  ]);
  expect(await rowsOf('patient_immunization', 'O1')).toMatchObject([
    {
      description: 'Influenza',
      status: 'completed',
      dose: '0.5 mL',
      lot_number: 'LOT9',
      manufacturer: 'Merck',
      route: 'Intramuscular',
      body_site: 'Left arm',
      occurred_on: '2025-10-01',
    },
    { description: 'Pneumococcal', status: 'not_done', status_reason: 'Parental decision', dose: null },
  ]);
  const [medication] = await rowsOf('patient_medication', 'O1');
  expect(medication).toMatchObject({
    description: 'Lisinopril 10 MG',
    dosage: 'Once daily',
    route: 'Oral',
    quantity: '30 TAB, 2 refills',
    stated_by: 'DAN DOE',
    status: 'active',
    kind: 'order',
  });
  expect(medication?.['patient_document_id']).not.toBeNull();
});
