import { expect, test } from 'vitest';

import { encounter, ndjson, patient, transaction } from '../../../test/fhirFiles.ts';
import { countsOf, importBench } from '../../../test/imports.ts';

import type { Resource } from '../../../test/fhirFiles.ts';

// Statements of the clinical record from FHIR. Small made-up cases; samples are compared in clinicalRecordSamples.test.ts.

const bench = importBench();

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

/** One row of a table, found by the end of its number at the source. */
async function row(table: string, id: string): Promise<Row | undefined> {
  const [found] = await bench.rows<Row>(`select * from ${table} where source_id like '%/${id}'`);
  return found;
}
const leftOut = (id: string) =>
  bench.rows<{ reason: string }>(`select reason from import_finding where record_id = '${id}' order by 1`);

test('bad input of results is kept as far as it goes, and what is lost is named', async () => {
  const long = 'x'.repeat(10_000);
  const report = await bench.importContent(
    transaction(
      patient('bad'),
      result('bad-none', 'bad'),
      result('bad-unit', 'bad', { valueQuantity: { unit: 'mg/dL' } }),
      result('bad-number', 'bad', { valueQuantity: { value: 5 } }),
      result('bad-less', 'bad', { valueQuantity: { value: 5, comparator: '<', unit: 'mg/dL' } }),
      result('bad-more', 'bad', { valueQuantity: { value: 1000, comparator: '>', unit: 'mg/dL' } }),
      result('bad-range', 'bad', { valueQuantity: { value: 5, unit: 'g' }, referenceRange: [{ text: 'less than 7' }] }),
      result('bad-unit2', 'bad', {
        valueQuantity: { value: 5, unit: 'mmol/L' },
        referenceRange: [{ low: { value: 70, unit: 'mg/dL' }, high: { value: 99, unit: 'mg/dL' } }],
      }),
      result('bad-year', 'bad', { effectiveDateTime: '2019', valueBoolean: true }),
      result('bad-long', 'bad', { valueString: long }),
      result('bad-longer', 'bad', { valueString: 'y'.repeat(20_001) }),
      result('bad-date', 'bad', { effectiveDateTime: '2024-02-30', valueInteger: 3 }),
      result('bad-error', 'bad', { status: 'entered-in-error', valueInteger: 3 }),
      result('bad-ratio', 'bad', { valueRatio: { numerator: { value: 1 }, denominator: { value: 128 } } }),
      result('bad-absent', 'bad', { dataAbsentReason: { text: 'Hemolyzed' } }),
      result('bad-code', 'bad', { code: undefined, valueInteger: 7 }),
    ),
  );
  expect(report.problems).toEqual([]);
  const found = await results('bad');
  const empty = { value_number: null, value_text: null, unit: null };
  expect(found['bad-none']).toMatchObject(empty);
  expect(found['bad-unit']).toMatchObject({ ...empty, unit: 'mg/dL' });
  expect(found['bad-number']).toMatchObject({ ...empty, value_number: 5 });
  expect(found['bad-less']).toMatchObject({ value_number: 5, value_comparator: '<' });
  expect(found['bad-more']).toMatchObject({ value_number: 1000, value_comparator: '>' });
  expect(found['bad-range']).toMatchObject({ range_low: null, range_high: null, range_text: 'less than 7' });
  expect(found['bad-unit2']).toMatchObject({ range_low: null, range_text: '70 – 99 mg/dL' });
  expect(found['bad-year']).toMatchObject({ effective_precision: 'year', value_text: 'Yes' });
  expect(found['bad-long']).toMatchObject({ value_text: long });
  expect(String(found['bad-longer']?.value_text)).toHaveLength(20_000);
  expect(await leftOut('bad-longer')).toEqual([
    { reason: 'the end of the value, which is longer than 20,000 characters' },
  ]);
  expect(found['bad-date']).toMatchObject({ effective_at: null, value_number: 3 });
  expect(await leftOut('bad-date')).toHaveLength(1);
  expect(found['bad-error']).toMatchObject({ is_entered_in_error: true, value_number: 3 });
  expect(found['bad-ratio']).toMatchObject({ value_text: '1:128' });
  expect(found['bad-absent']).toMatchObject({ ...empty, absent_reason: 'Hemolyzed' });
  expect(found['bad-code']).toMatchObject({ description: 'Result without a name', value_number: 7 });
});

test('a panel of 400 members is one panel, in a few statements', async () => {
  const ids = Array.from({ length: 400 }, (_none, index) => `many-${index}`);
  const report = await bench.importContent(
    transaction(
      patient('many'),
      ...ids.map((id, index) => result(id, 'many', { valueInteger: index })),
      result('many-p', 'many', { hasMember: ids.map((id) => ({ reference: `urn:uuid:${id}` })) }),
    ),
  );
  expect(countsOf(report, 'results')).toEqual({ created: 401 });
  const found = Object.values(await results('many')).filter(({ panel }) => panel === 'Observation/many-p');
  expect(
    found.toSorted((a, b) => Number(a.panel_order) - Number(b.panel_order)).map((one) => one.value_number),
  ).toEqual(ids.map((_id, index) => index));
});

test('a report is the panel of its results, and its document is that of the panel', async () => {
  const report = (changes: Record<string, unknown>) => ({
    resourceType: 'DiagnosticReport',
    status: 'final',
    category: [{ coding: [{ code: 'LAB' }] }],
    code: { text: 'Blood count' },
    subject: { reference: 'urn:uuid:rep' },
    effectiveDateTime: '2024-03-01T09:30:00-05:00',
    ...changes,
  });
  await bench.importContent(
    transaction(
      patient('rep'),
      result('rep-1', 'rep', { valueInteger: 4 }),
      report({
        id: 'rep-panel',
        result: [{ reference: 'urn:uuid:rep-1' }],
        conclusion: 'Anemia.',
        presentedForm: [{ contentType: 'text/plain', data: Buffer.from('Report').toString('base64') }],
      }),
      report({ id: 'rep-text', conclusion: 'No fracture.' }),
    ),
  );
  const panel = await row('patient_result', 'rep-panel');
  expect(panel).toMatchObject({ is_panel: true, note: 'Anemia.', category: 'laboratory' });
  const [document] = await bench.rows<{ id: number }>(
    `select patient_document_id as id from patient_document where source_id = 'rep-panel'`,
  );
  expect(panel?.patient_document_id).toBe(document?.id);
  expect(await row('patient_result', 'rep-1')).toMatchObject({ panel_id: panel?.patient_result_id, panel_order: 1 });
  expect(await row('patient_result', 'rep-text')).toMatchObject({ is_panel: false, value_text: 'No fracture.' });
});

test('medications keep what is taken, how, why and who says so, also without a code', async () => {
  const order = (id: string, changes: Record<string, unknown>) => ({
    resourceType: 'MedicationRequest',
    id,
    status: 'active',
    intent: 'order',
    subject: { reference: 'urn:uuid:med' },
    ...changes,
  });
  const problem = {
    resourceType: 'Condition',
    id: 'med-c',
    code: { text: 'Asthma' },
    subject: { reference: 'urn:uuid:med' },
  };
  await bench.importContent(
    transaction(
      patient('med'),
      problem,
      { resourceType: 'Medication', id: 'med-m', code: { text: 'Albuterol' } },
      order('med-ref', {
        medicationReference: { reference: 'urn:uuid:med-m' },
        reasonReference: [{ reference: 'urn:uuid:med-c' }],
        requester: { display: 'Dr. Lee' },
        authoredOn: '2024-03',
        dosageInstruction: [
          {
            doseAndRate: [{ doseQuantity: { value: 2, unit: 'puff' } }],
            timing: { repeat: { frequency: 1, period: 6, periodUnit: 'h' } },
            asNeededBoolean: true,
            route: { text: 'Inhaled' },
          },
        ],
        dispenseRequest: { quantity: { value: 75, unit: 'mL' }, numberOfRepeatsAllowed: 1 },
      }),
      order('med-in', {
        contained: [{ resourceType: 'Medication', id: 'x', code: { text: 'Ceftriaxone' } }],
        medicationReference: { reference: '#x' },
        status: 'cancelled',
      }),
      order('med-none', { dosageInstruction: [{ text: 'One at night' }] }),
      {
        ...order('med-no', { medicationCodeableConcept: { text: 'No known medications' } }),
        resourceType: 'MedicationStatement',
      },
    ),
  );
  expect(await row('patient_medication', 'med-ref')).toMatchObject({
    description: 'Albuterol',
    dosage: '2 puff, once every 6 hours, as needed',
    route: 'Inhaled',
    quantity: '75 mL, 1 refill',
    reason: 'Asthma',
    stated_by: 'Dr. Lee',
    stated_date: '2024-03-01',
    kind: 'order',
    status: 'active',
  });
  expect(await row('patient_medication', 'med-in')).toMatchObject({ description: 'Ceftriaxone', status: 'stopped' });
  expect(await row('patient_medication', 'med-none')).toMatchObject({
    description: 'Medication not stated',
    dosage: 'One at night',
  });
  expect(await row('patient_medication', 'med-no')).toMatchObject({ is_none_known: true, kind: 'statement' });
});

test('allergies keep their reactions; an allergy to none is the statement that none is known', async () => {
  const allergy = (id: string, changes: Record<string, unknown>) => ({
    resourceType: 'AllergyIntolerance',
    id,
    clinicalStatus: { coding: [{ code: 'active' }] },
    patient: { reference: 'urn:uuid:all' },
    ...changes,
  });
  await bench.importContent(
    transaction(
      patient('all'),
      allergy('all-1', {
        code: { text: 'Penicillin' },
        criticality: 'high',
        verificationStatus: { coding: [{ code: 'refuted' }] },
        reaction: [
          { manifestation: [{ text: 'Hives' }], severity: 'mild' },
          { manifestation: [{ text: 'Anaphylaxis' }], severity: 'severe' },
        ],
      }),
      allergy('all-none', { code: { text: 'none' } }),
      allergy('all-nka', { code: { coding: [{ system: 'http://snomed.info/sct', code: '716186003' }] } }),
    ),
  );
  expect(await row('patient_allergy', 'all-1')).toMatchObject({
    is_none_known: false,
    severity: 'severe',
    criticality: 'high',
    verification: 'refuted',
    reactions: [
      { manifestation: 'Hives', severity: 'mild' },
      { manifestation: 'Anaphylaxis', severity: 'severe' },
    ],
  });
  expect(await row('patient_allergy', 'all-none')).toMatchObject({ is_none_known: true });
  expect(await row('patient_allergy', 'all-nka')).toMatchObject({ is_none_known: true });
});

test('a value that was edited by hand is not overwritten', async () => {
  const statement = (text: string) =>
    transaction(patient('edit'), {
      resourceType: 'MedicationStatement',
      id: 'edit-m',
      status: 'active',
      medicationCodeableConcept: { text: 'Metformin' },
      subject: { reference: 'urn:uuid:edit' },
      dosage: [{ text }],
    });
  await bench.importContent(statement('500 mg'));
  await bench.rows(`update patient_medication set status = 'stopped', edited_columns = '{status}'
    where source_id = 'MedicationStatement/edit-m'`);
  await bench.importContent(statement('850 mg'));
  expect(await row('patient_medication', 'edit-m')).toMatchObject({ status: 'stopped', dosage: '850 mg' });
});

test('immunizations, procedures, goals, family history and devices keep what they state', async () => {
  const subject = { reference: 'urn:uuid:rest' };
  await bench.importContent(
    transaction(
      patient('rest'),
      {
        resourceType: 'Immunization',
        id: 'rest-i',
        status: 'not-done',
        statusReason: { text: 'Refused' },
        vaccineCode: { text: 'Influenza' },
        patient: subject,
        occurrenceDateTime: '2023',
      },
      {
        resourceType: 'Procedure',
        id: 'rest-p',
        status: 'completed',
        code: { text: 'Colonoscopy' },
        subject,
        performedString: 'in childhood',
      },
      {
        resourceType: 'Goal',
        id: 'rest-g',
        lifecycleStatus: 'active',
        achievementStatus: { text: 'Improving' },
        description: { text: 'Lose weight' },
        subject,
        startDate: '2024-01-01',
        target: [{ measure: { text: 'Weight' }, detailQuantity: { value: 80, unit: 'kg' }, dueDate: '2024-06-01' }],
      },
      {
        resourceType: 'FamilyMemberHistory',
        id: 'rest-f',
        status: 'completed',
        patient: subject,
        relationship: { text: 'Father' },
        condition: [
          { code: { text: 'Myocardial infarction' }, onsetAge: { value: 57, unit: 'a' }, contributedToDeath: true },
          { code: { text: 'Diabetes' } },
        ],
      },
      { resourceType: 'Device', id: 'rest-d', patient: subject, type: { text: 'Pacemaker' }, serialNumber: '12' },
    ),
  );
  expect(await row('patient_immunization', 'rest-i')).toMatchObject({
    status: 'not_done',
    status_reason: 'Refused',
    occurred_on: '2023-01-01',
    occurred_precision: 'year',
  });
  expect(await row('patient_procedure', 'rest-p')).toMatchObject({ performed_text: 'in childhood' });
  expect(await row('patient_plan', 'rest-g')).toMatchObject({
    kind: 'goal',
    achievement: 'Improving',
    details: 'Weight: 80 kg, by 2024-06-01',
    end_date: '2024-06-01',
  });
  const family = await bench.rows(`select description, relationship, details from patient_background
    where source_id like 'FamilyMemberHistory/rest-f%' order by 1`);
  expect(family).toEqual([
    { description: 'Diabetes', relationship: 'Father', details: null },
    {
      description: 'Myocardial infarction',
      relationship: 'Father',
      details: 'Onset: At age 57 years\nContributed to death',
    },
  ]);
  expect(await row('patient_background', 'rest-d')).toMatchObject({ kind: 'device', details: 'Serial number: 12' });
});
