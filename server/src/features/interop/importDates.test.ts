import { listConditions } from '@careloop/contracts/patients';
import { listMedications } from '@careloop/contracts/clinical-record';
import { problemForm, saveMedication, saveProblem } from '@careloop/contracts/clinical-record/editing';
import { beforeEach, describe, expect, test } from 'vitest';

import { buildCoordinator } from '../../../test/factories.ts';
import { condition, encounter, mrn as mrnOf, patient, transaction } from '../../../test/fhirFiles.ts';
import { startTestApp } from '../../../test/harness.ts';
import { importBench, importInto } from '../../../test/imports.ts';

import type { Resource } from '../../../test/fhirFiles.ts';

// What is wrong in time: dates in the future of what has happened, and ends before their start. The record is kept.

const bench = importBench();
/** A new patient for each test. */
let mrn: string;
let number = 0;
beforeEach(() => {
  mrn = `D${(number += 1)}`;
});

const hours = (howMany: number) => new Date(Date.now() + howMany * 3_600_000).toISOString();
const ahead = hours(24 * 40);
const aheadHl7 = ahead.replaceAll(/\D/g, '').slice(0, 8);

async function imported(content: unknown) {
  const report = await bench.importContent(content);
  return { report, remarks: [...report.remarks.keys()] };
}
const record = (resourceType: string, parts: Record<string, unknown>): Resource => {
  const subject = { reference: `Patient/${mrn}` };
  return { resourceType, id: `${mrn}-1`, subject, patient: subject, code: { text: 'Gout' }, ...parts };
};
const withRecord = (resourceType: string, parts: Record<string, unknown>) =>
  imported(transaction(patient(mrn, { identifier: [mrnOf(mrn)] }), record(resourceType, parts)));
const rowsOf = (table: string) =>
  bench.rows<Record<string, unknown>>(
    `select t.* from ${table} t join patient p using (patient_id) where p.mrn = '${mrn}'`,
  );

const message = (type: string, sentAt: string, ...segments: string[]) =>
  [
    `MSH|^~\\&|ADT|LAKESIDE|||${sentAt}||${type}|M${sentAt}|P|2.5.1`,
    `PID|1||${mrn}^^^LKS^MR||DATES^DAN||19610314|F`,
    ...segments,
  ].join('\r');

const content = [{ attachment: { contentType: 'text/plain', data: 'SGVsbG8=' } }];

describe('a date in the future of what has happened', () => {
  test.each<[type: string, part: string, table: string, column: string, parts: Record<string, unknown>]>([
    ['Condition', 'onsetDateTime', 'patient_condition', 'onset_date', { onsetDateTime: ahead }],
    ['Condition', 'onsetPeriod.start', 'patient_condition', 'onset_date', { onsetPeriod: { start: ahead } }],
    ['Condition', 'abatementDateTime', 'patient_condition', 'abatement_date', { abatementDateTime: ahead }],
    ['Condition', 'recordedDate', 'patient_condition', 'recorded_date', { recordedDate: ahead }],
    ['AllergyIntolerance', 'onsetDateTime', 'patient_allergy', 'onset_date', { onsetDateTime: ahead }],
    ['AllergyIntolerance', 'recordedDate', 'patient_allergy', 'stated_date', { recordedDate: ahead }],
    ['Observation', 'effectiveDateTime', 'patient_result', 'effective_at', { effectiveDateTime: ahead }],
    ['Observation', 'effectivePeriod.start', 'patient_result', 'effective_at', { effectivePeriod: { start: ahead } }],
    ['DiagnosticReport', 'issued', 'patient_result', 'effective_at', { issued: ahead, conclusion: 'Clear' }],
    ['DocumentReference', 'date', 'patient_document', 'date_provided', { date: ahead, content }],
    [
      'Immunization',
      'occurrenceDateTime',
      'patient_immunization',
      'occurred_on',
      { status: 'completed', vaccineCode: { text: 'Influenza' }, occurrenceDateTime: ahead },
    ],
    ['Procedure', 'performedDateTime', 'patient_procedure', 'started_on', { performedDateTime: ahead }],
    ['Procedure', 'performedPeriod.start', 'patient_procedure', 'started_on', { performedPeriod: { start: ahead } }],
    [
      'MedicationRequest',
      'authoredOn',
      'patient_medication',
      'stated_date',
      { medicationCodeableConcept: { text: 'Aspirin' }, authoredOn: ahead },
    ],
    [
      'MedicationStatement',
      'dateAsserted',
      'patient_medication',
      'stated_date',
      { medicationCodeableConcept: { text: 'Aspirin' }, dateAsserted: ahead },
    ],
    ['CarePlan', 'created', 'patient_plan', 'start_date', { title: 'Diet', created: ahead }],
    [
      'FamilyMemberHistory',
      'date',
      'patient_background',
      'stated_date',
      { date: ahead, relationship: { text: 'Father' } },
    ],
  ])('is left out and named: %s.%s', async (type, part, table, column, parts) => {
    const { remarks, report } = await withRecord(type, parts);
    expect(report.problems).toEqual([]);
    expect(remarks).toContain(`left out: ${part} is in the future`);
    expect((await rowsOf(table)).map((row) => row[column])).toEqual([null]);
  });

  test('is left out of messages and clinical documents, too', async () => {
    const { remarks } = await imported(
      message('ADT^A04', '20260301120000-0500', `DG1|1||J45^Asthma^I10||${aheadHl7}`, `PR1|1||1^Biopsy||${aheadHl7}`),
    );
    expect(remarks).toEqual(
      expect.arrayContaining(['recordedDate', 'performedDateTime'].map((part) => `left out: ${part} is in the future`)),
    );
    expect(await rowsOf('patient_procedure')).toMatchObject([{ description: 'Biopsy', started_on: null }]);
    const document = await imported(`<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"><id root="2.999.1"
      extension="${mrn}"/><code code="34133-9"/><title>Future</title><effectiveTime value="${aheadHl7}"/><recordTarget>
      <patientRole><id root="2.999.10" extension="${mrn}"/><patient><name><given>Dan</given><family>Dates</family></name>
      <birthTime value="19610314"/></patient></patientRole></recordTarget><component><structuredBody><component><section>
      <code code="11450-4"/><entry><act><statusCode code="active"/><entryRelationship><observation><id root="2.999.8"/>
      <effectiveTime><low value="${aheadHl7}"/></effectiveTime><value code="195967001" displayName="Asthma"/></observation>
      </entryRelationship></act></entry></section></component></structuredBody></component></ClinicalDocument>`);
    expect(document.remarks).toEqual(
      expect.arrayContaining(['date', 'onsetDateTime'].map((part) => `left out: ${part} is in the future`)),
    );
  });

  test('is kept if it may be tomorrow there, or is planned', async () => {
    const tomorrow = hours(20);
    expect((await withRecord('Observation', { effectiveDateTime: tomorrow, valueString: 'Clear' })).remarks).toEqual(
      [],
    );
    const planned = await withRecord('Procedure', { status: 'preparation', performedDateTime: ahead });
    expect(planned.remarks).toEqual([]);
    expect(await rowsOf('patient_procedure')).toMatchObject([{ status: 'planned', started_on: ahead.slice(0, 10) }]);
  });

  test('of an encounter is kept and named, unless it is planned', async () => {
    const stay = (id: string, status: string) =>
      encounter(`${mrn}-${id}`, `Patient/${mrn}`, { status, period: { start: ahead, end: ahead } });
    const own = patient(mrn, { identifier: [mrnOf(mrn)] });
    const { remarks } = await imported(transaction(own, stay('1', 'finished'), stay('2', 'planned')));
    expect(remarks).toEqual(['start', 'end'].map((part) => `kept although it is in the future: period.${part}`));
    expect(await rowsOf('patient_encounter')).toHaveLength(2);
  });

  test('of a change does not make every later copy an older one', async () => {
    const at = (lastUpdated: string, birthDate: string) =>
      imported(transaction(patient(mrn, { identifier: [mrnOf(mrn)], meta: { lastUpdated }, birthDate })));
    expect((await at(ahead, '1980-05-17')).remarks).toEqual(['left out: meta.lastUpdated is in the future']);
    await at(hours(-1), '1980-05-18');
    expect(await bench.rows(`select date_of_birth::text from patient where mrn = '${mrn}'`)).toEqual([
      { date_of_birth: '1980-05-18' },
    ]);
  });

  test('of a message does not make every later message an older one', async () => {
    const { remarks } = await imported(message('ADT^A08', aheadHl7, `PR1|1||1^Biopsy||20260101`));
    expect(remarks).toEqual(['left out: the time of the message (MSH-7), which is in the future']);
    await imported(
      message(
        'ADT^A08',
        '20260301',
        `PR1|1||1^Biopsy||20260101||||||||||||||||||||||||||`.replace('Biopsy', 'Biopsy of skin'),
      ),
    );
    expect(await rowsOf('patient_procedure')).toMatchObject([{ description: 'Biopsy of skin' }]);
  });
});

const turned = { start: '2024-03-02', end: '2024-03-01' };

describe('an end before its start', () => {
  test.each<[type: string, remark: string, table: string, column: string, parts: Record<string, unknown>]>([
    ['Encounter', 'period.end is before its start', 'patient_encounter', 'discharge_date', { period: turned }],
    [
      'Procedure',
      'performedPeriod.end is before its start',
      'patient_procedure',
      'ended_on',
      { performedPeriod: turned },
    ],
    [
      'MedicationStatement',
      'effectivePeriod.end is before its start',
      'patient_medication',
      'end_date',
      { medicationCodeableConcept: { text: 'Aspirin' }, effectivePeriod: turned },
    ],
    [
      'MedicationRequest',
      'dosageInstruction[0].timing.repeat.boundsPeriod.end is before its start',
      'patient_medication',
      'end_date',
      {
        medicationCodeableConcept: { text: 'Aspirin' },
        dosageInstruction: [{ text: 'Daily', timing: { repeat: { boundsPeriod: turned } } }],
      },
    ],
    ['CarePlan', 'period.end is before its start', 'patient_plan', 'end_date', { title: 'Diet', period: turned }],
    [
      'Goal',
      'the due date, which is before the start',
      'patient_plan',
      'end_date',
      { description: { text: 'Walk' }, startDate: turned.start, target: [{ dueDate: turned.end }] },
    ],
    [
      'Condition',
      'the end, which is before the onset',
      'patient_condition',
      'abatement_date',
      { onsetDateTime: turned.start, abatementDateTime: turned.end },
    ],
    [
      'Coverage',
      'period.end is before its start',
      'patient_coverage',
      'end_date',
      { beneficiary: { reference: '' }, payor: [{ display: 'Aetna' }], period: turned },
    ],
  ])('is left out and named: %s, %s', async (type, remark, table, column, parts) => {
    const beneficiary = { reference: `Patient/${mrn}` };
    const { remarks, report } = await withRecord(type, { ...parts, ...('beneficiary' in parts && { beneficiary }) });
    expect(report.problems).toEqual([]);
    expect(remarks).toEqual([`left out: ${remark}`]);
    expect((await rowsOf(table)).map((row) => row[column])).toEqual([null]);
  });

  test('is left out if another message stated the start', async () => {
    const pv1 = (admitted: string, discharged: string) =>
      `PV1|1|I|ICU^201^A${'|'.repeat(16)}V${mrn}${'|'.repeat(25)}${admitted}|${discharged}`;
    await imported(message('ADT^A01', '20260301120000-0500', pv1('20260301110000-0500', '')));
    const { remarks } = await imported(message('ADT^A03', '20260302120000-0500', pv1('', '20260201110000-0500')));
    expect(remarks).toEqual(['left out: period.end is before its start']);
    expect(await rowsOf('patient_encounter')).toMatchObject([{ discharge_date: null }]);
  });

  test('is none if one of them is less exact', async () => {
    const { remarks } = await withRecord('Encounter', {
      period: { start: '2024-03-02T18:00:00-05:00', end: '2024-03-02' },
    });
    expect(remarks).toEqual([]);
    const start = new Date('2024-03-02T23:00:00Z');
    expect(await rowsOf('patient_encounter')).toMatchObject([{ encounter_date: start, discharge_date: start }]);
    await withRecord('Coverage', {
      beneficiary: { reference: `Patient/${mrn}` },
      payor: [{ display: 'Aetna' }],
      period: { start: '2024-03-02', end: '2024' },
    });
    expect(await rowsOf('patient_coverage')).toMatchObject([{ start_date: '2024-03-02', end_date: '2024-12-31' }]);
  });
});

test('a record that was wrong in time can be edited', async () => {
  const app = await startTestApp();
  const user = await buildCoordinator(app.db, {});
  const caller = await app.as(user);
  await importInto(
    { db: app.db, storage: app.deps.storage, clientId: user.clientId },
    transaction(
      patient(mrn),
      condition(`${mrn}-c`, `Patient/${mrn}`, { onsetDateTime: ahead }),
      record('MedicationStatement', { medicationCodeableConcept: { text: 'Aspirin' }, effectivePeriod: turned }),
    ),
  );
  const { patient_id: patientId } = await app.db.selectFrom('patient').select('patient_id').executeTakeFirstOrThrow();
  const [problem] = (await caller.ok(listConditions, { patientId })).items;
  const [drug] = (await caller.ok(listMedications, { patientId })).items;
  const common = { patientId, version: 1, note: 'Checked' };
  const gout = { ...common, description: 'Gout', status: 'active', startDate: problem?.onsetDate } as const;
  expect(problemForm({ startDate: problem?.onsetDate ?? '', endDate: '' }).safeParse(gout).success).toBe(true);
  await caller.ok(saveProblem, { ...gout, patientConditionId: problem?.patientConditionId });
  await caller.ok(saveMedication, {
    ...common,
    description: 'Aspirin',
    status: 'active',
    kind: 'statement',
    startDate: drug?.startDate,
    endDate: drug?.endDate,
    patientMedicationId: drug?.patientMedicationId,
  });
  await app.stop();
});
