import { beforeEach, describe, expect, test } from 'vitest';

import { countsOf, importBench, reasonsOf } from '../../../../test/imports.ts';
import { sample } from '../../../../test/samples.ts';

const bench = importBench();
/** A new patient for each test. */
let mrn: string;
let number = 0;
beforeEach(() => {
  mrn = `H${(number += 1)}`;
});

const header = (type: string, sentAt: string) =>
  `MSH|^~\\&|ADT|LAKESIDE|CARELOOP|LAKESIDE|${sentAt}||${type}|M${number}|P|2.5.1`;
const pid = (values: Record<number, string> = {}) => {
  const fields: Record<number, string> = {
    1: '1',
    3: `${mrn}^^^LKS^MR^Lakeside Hospital`,
    5: 'Whitfield^Grace^Ann^Jr^Mrs',
    7: '19610314',
    8: 'F',
    11: '12 Elm St^Apt 4^Springfield^IL^62704^USA^H',
    13: '^PRN^PH^^^217^5550142~^PRN^CP^^^217^5550143~^NET^Internet^grace@example.org',
    14: '^WPN^PH^^^217^5550144^12',
    15: 'es',
    16: 'M',
    18: `V${mrn}^^^LKS^AN`,
    ...values,
  };
  return segment('PID', fields);
};
function segment(code: string, fields: Record<number, string>): string {
  const last = Math.max(...Object.keys(fields).map(Number));
  return [code, ...Array.from({ length: last }, (_none, index) => fields[index + 1] ?? '')].join('|');
}
const pv1 = (values: Record<number, string> = {}) =>
  segment('PV1', {
    2: 'I',
    3: 'W3^301^A^Lakeside West',
    7: '1234567893^Okafor^Ben^^^^MD^^NPI',
    19: `V${mrn}`,
    44: '20240301101500-0600',
    ...values,
  });
const send = (...segments: string[]) => bench.importContent(segments.join('\r'));

const patientRow = () =>
  bench.rows<Record<string, unknown>>(`select * from patient where mrn = '${mrn}' order by patient_id`);

describe('an admission', () => {
  test('adds the patient, the encounter with its provider, diagnoses and insurance', async () => {
    const report = await send(
      header('ADT^A01^ADT_A01', '20240301101600-0600'),
      'EVN|A01|20240301101500-0600',
      pid(),
      segment('NK1', { 1: '1', 2: 'Whitfield^Tom', 3: 'SPO^Spouse', 5: '^PRN^PH^^^217^5550199', 7: 'N^Next of kin' }),
      pv1(),
      segment('PV2', { 3: '^Shortness of breath' }),
      segment('DG1', { 1: '1', 3: 'I50.9^Heart failure, unspecified^I10', 5: '20240301' }),
      segment('IN1', { 1: '1', 2: 'PPO1', 4: 'Prairie Health', 8: 'G77', 12: '20240101', 17: 'SEL^Self', 36: 'PH123' }),
    );
    expect(reasonsOf(report)).toEqual([]);
    expect(await patientRow()).toMatchObject([
      {
        mrn_system: 'hl7v2:LAKESIDE/LKS',
        first_name: 'Grace',
        middle_name: 'Ann',
        last_name: 'Whitfield',
        name_suffix: 'Jr',
        name_prefix: 'Mrs',
        date_of_birth: '1961-03-14',
        gender: 'female',
        address1: '12 Elm St',
        address2: 'Apt 4',
        city: 'Springfield',
        state: 'IL',
        zipcode: '62704',
        home_phone: '2175550142',
        cell_phone: '2175550143',
        office_phone: '2175550144x12',
        email: 'grace@example.org',
        language: 'Spanish',
        marital_status: 'Married',
        next_of_kin_name: 'Tom Whitfield',
        next_of_kin_relationship: 'Spouse',
        next_of_kin_phone: '2175550199',
      },
    ]);
    const about = `(select patient_id from patient where mrn = '${mrn}')`;
    expect(
      await bench.rows(`select account_number, encounter_type, encounter_date, discharge_date, admit_reason, facility_name
        from patient_encounter where patient_id = ${about}`),
    ).toEqual([
      {
        account_number: `V${mrn}`,
        encounter_type: 'inpatient',
        encounter_date: new Date('2024-03-01T16:15:00Z'),
        discharge_date: null,
        admit_reason: 'Shortness of breath',
        facility_name: 'Lakeside West',
      },
    ]);
    expect(
      await bench.rows(`select p.npi_number, p.first_name, p.last_name, p.degree from patient_encounter e
        join patient_encounter_provider ep using (patient_encounter_id)
        join healthcare_provider p using (healthcare_provider_id) where e.patient_id = ${about}`),
    ).toEqual([{ npi_number: '1234567893', first_name: 'Ben', last_name: 'Okafor', degree: 'MD' }]);
    expect(
      await bench.rows(`select code_system, code, description from patient_condition where patient_id = ${about}`),
    ).toEqual([
      { code_system: 'http://hl7.org/fhir/sid/icd-10-cm', code: 'I50.9', description: 'Heart failure, unspecified' },
    ]);
    expect(
      await bench.rows(`select payer_name, member_id, group_number, subscriber_relationship, start_date
        from patient_coverage where patient_id = ${about}`),
    ).toEqual([
      {
        payer_name: 'Prairie Health',
        member_id: 'PH123',
        group_number: 'G77',
        subscriber_relationship: 'Self',
        start_date: '2024-01-01',
      },
    ]);
  });

  test('is ended by the discharge, and removed by its cancellation', async () => {
    await send(header('ADT^A01', '20240301101600-0600'), pid(), pv1());
    const rows = () =>
      bench.rows<{ type: string; discharge_date: Date | null }>(
        `select encounter_type as type, discharge_date from patient_encounter where account_number = 'V${mrn}'`,
      );
    const discharged = pv1({ 45: '20240304120000-0600' });
    expect(countsOf(await send(header('ADT^A03', '20240304121500-0600'), pid(), discharged), 'encounters')).toEqual({
      updated: 1,
    });
    expect(await rows()).toEqual([{ type: 'inpatient', discharge_date: new Date('2024-03-04T18:00:00Z') }]);
    await send(header('ADT^A11', '20240305080000-0600'), pid(), pv1());
    expect(await rows()).toEqual([]);
  });
});

describe('an encounter', () => {
  const row = () =>
    bench.rows(`select e.discharge_date, e.admit_reason, count(p.*)::int as providers from patient_encounter e
      left join patient_encounter_provider p using (patient_encounter_id)
      where account_number = 'V${mrn}' group by 1, 2`);

  test('keeps what a later message leaves out, and is open again if the discharge is canceled', async () => {
    await send(header('ADT^A01', '20240301101600-0600'), pid(), pv1(), segment('PV2', { 3: '^Chest pain' }));
    // Without the time of the discharge, it is that of the event.
    const discharge = segment('EVN', { 1: 'A03', 2: '20240304120000-0600' });
    await send(header('ADT^A03', '20240304121500-0600'), discharge, pid(), pv1({ 7: '' }));
    const ended = { discharge_date: new Date('2024-03-04T18:00:00Z'), admit_reason: 'Chest pain', providers: 1 };
    expect(await row()).toEqual([ended]);
    await send(header('ADT^A08', '20240305121500-0600'), pid(), pv1({ 7: '' }));
    expect(await row()).toEqual([ended]);
    await send(header('ADT^A13', '20240306121500-0600'), pid(), pv1());
    expect(await row()).toEqual([{ ...ended, discharge_date: null }]);
  });

  test('is removed by a cancellation without the time of the admission, but not by an older one', async () => {
    await send(header('ADT^A01', '20240302101600-0600'), pid(), pv1());
    await send(header('ADT^A11', '20240301101600-0600'), pid(), pv1({ 44: '' }));
    expect(await row()).toHaveLength(1);
    await send(header('ADT^A11', '20240303101600-0600'), pid(), pv1({ 44: '' }));
    expect(await row()).toEqual([]);
  });

  test('loses a diagnosis that is deleted by a newer message, not by an older one', async () => {
    const diagnosis = (action: string) => segment('DG1', { 1: '1', 3: 'I50.9^Heart failure^I10', 21: action });
    const count = () =>
      bench.rows(
        `select count(*)::int as n from patient_condition join patient using (patient_id)
        where mrn = '${mrn}' and not is_entered_in_error`,
      );
    await send(header('ADT^A08', '20240302101600-0600'), pid(), pv1(), diagnosis('A'));
    await send(header('ADT^A08', '20240301101600-0600'), pid(), pv1(), diagnosis('D'));
    expect(await count()).toEqual([{ n: 1 }]);
    await send(header('ADT^A08', '20240303101600-0600'), pid(), pv1(), diagnosis('D'));
    expect(await count()).toEqual([{ n: 0 }]);
  });
});

describe('a patient update', () => {
  test('changes what it states, and the older one that arrives later changes nothing', async () => {
    await send(header('ADT^A08', '20240301100000-0600'), pid());
    await send(header('ADT^A08', '20240303100000-0600'), pid({ 11: '9 Oak Ave^^Peoria^IL^61602', 13: '""' }));
    const report = await send(header('ADT^A08', '20240302100000-0600'), pid({ 11: '7 Ash Ct^^Pekin^IL^61554' }));
    expect(countsOf(report, 'patients')).toEqual({ unchanged: 1 });
    expect(await patientRow()).toMatchObject([{ address1: '9 Oak Ave', city: 'Peoria', home_phone: '2175550142' }]);
  });

  test('of the same moment as another one changes nothing when both are imported again', async () => {
    const [one, other] = [{ 16: 'M' }, { 16: 'D' }].map((values) =>
      [header('ADT^A08', '20240301100000-0600'), pid(values)].join('\r'),
    );
    const file = await bench.files.write(`${one}\r${other}\r`, `moment-${mrn}.hl7`);
    expect(countsOf(await bench.import(file), 'patients')).toEqual({ created: 1, updated: 1 });
    expect(countsOf(await bench.import(file), 'patients')).toEqual({ unchanged: 2 });
    expect(await patientRow()).toMatchObject([{ marital_status: 'Divorced' }]);
  });

  test('of another sender with the same number and another birth date is another patient', async () => {
    await send(header('ADT^A08', '20240301100000-0600'), pid());
    const other = pid({ 7: '19991231', 19: '' });
    const message = [header('ADT^A08', '20240301100000-0600').replaceAll('LAKESIDE', 'HILLTOP'), other].join('\r');
    expect(countsOf(await bench.importContent(message), 'patients')).toEqual({ created: 1 });
    expect(await patientRow()).toHaveLength(2);
  });

  test('that merges two numbers asks a user whether they are one patient', async () => {
    await send(header('ADT^A08', '20240301100000-0600'), pid({ 3: `${mrn}-old^^^LKS^MR` }));
    await send(header('ADT^A40', '20240302100000-0600'), pid({ 19: '' }), segment('MRG', { 1: `${mrn}-old^^^LKS^MR` }));
    const pairs = await bench.rows(`select d.reason from patient_duplicate d
      join patient a on a.patient_id = d.patient_id or a.patient_id = d.other_patient_id
      where a.mrn = '${mrn}-old' and d.reason <> 'alike'`);
    expect(pairs).toEqual([{ reason: 'replaced_by' }]);
  });
});

describe('a patient without a number', () => {
  test('has a temporary one until a message states the MRN', async () => {
    const person = { 3: '', 5: `Temporary${number}^Ida`, 18: '', 19: '529-11-4477' };
    await send(header('ADT^A04', '20240301100000-0600'), pid(person));
    const row = () => bench.rows(`select mrn, mrn_system from patient where last_name = 'Temporary${number}'`);
    expect(await row()).toEqual([{ mrn: expect.stringMatching(/^TEMP-[0-9A-F]{8}$/), mrn_system: null }]);
    await send(header('ADT^A08', '20240302100000-0600'), pid({ ...person, 3: `${mrn}^^^LKS^MR` }));
    expect(await row()).toEqual([{ mrn, mrn_system: 'hl7v2:LAKESIDE/LKS' }]);
  });
});

describe('a message about several patients or moved records', () => {
  test.each([
    ['ORU^R01', 'ORU R01: is about several patients', 2],
    ['ADT^A45', 'ADT A45: moves records between numbers, which an import does not do', 1],
  ])('%s is refused', async (type, reason, patients) => {
    const report = await send(header(type, '20240301100000-0600'), ...Array.from({ length: patients }, () => pid()));
    expect(report.problems.map((problem) => problem.reason)).toEqual([reason]);
    expect(await patientRow()).toEqual([]);
  });
});

test('a number of a type of the sender’s own is an MRN, and the letters of marital status are those of HL7 v2', async () => {
  const message = (time: string, marital: string) =>
    send(header('ADT^A08', time), pid({ 3: `${mrn}^^^EPIC^EPI`, 16: marital }));
  await message('20240301100000-0600', 'A');
  expect(countsOf(await message('20240302100000-0600', 'P'), 'patients')).toEqual({ updated: 1 });
  expect(await patientRow()).toMatchObject([{ marital_status: 'Domestic partner' }]);
});

test('letters of Windows-1252 are kept', async () => {
  const message = [header('ADT^A08', '20240301100000-0600'), pid({ 5: 'Muñoz^Inés' })].join('\r');
  await bench.importContent(Buffer.from(message, 'latin1'));
  expect(await patientRow()).toMatchObject([{ last_name: 'Muñoz', first_name: 'Inés' }]);
});

test('a time long before time zones is refused or kept like any other, and ends no import', async () => {
  const message = [header('ADT^A01', '20240301100000'), pid(), pv1({ 44: '00010101000000' })].join('\r');
  const report = await bench.importContent(message, { timeZone: 'America/New_York' });
  expect(countsOf(report, 'patients')).toEqual({ created: 1 });
});

test('a notice about a document does not replace its text', async () => {
  const txa = segment('TXA', { 1: '1', 2: 'DS', 4: '20240302', 12: `D${mrn}` });
  await send(header('MDM^T02', '20240302100000-0600'), pid(), txa, 'OBX|1|TX|||Discharged in good health||||||F');
  await send(header('MDM^T03', '20240303100000-0600'), pid(), txa);
  const documents = await bench.rows<{ key: string; type: string }>(
    `select storage_key as key, t.document_name as type from patient_document join document_type t using (document_type_id)
     join patient using (patient_id) where mrn = '${mrn}'`,
  );
  expect(documents).toMatchObject([{ type: 'Discharge summary' }]);
  expect((await bench.storage.get(documents[0]?.key ?? '')).toString()).toContain('Discharged in good health');
});

test('a document is withdrawn by a newer message, not by an older one', async () => {
  const txa = segment('TXA', { 1: '1', 2: 'DS', 4: '20240302', 12: `D${mrn}` });
  const isArchived = () =>
    bench.rows(`select d.is_archived from patient_document d join patient using (patient_id) where mrn = '${mrn}'`);
  await send(header('MDM^T02', '20240302100000-0600'), pid(), txa, 'OBX|1|TX|||Discharged in good health||||||F');
  await send(header('MDM^T11', '20240301100000-0600'), pid(), txa);
  expect(await isArchived()).toEqual([{ is_archived: false }]);
  await send(header('MDM^T11', '20240303100000-0600'), pid(), txa);
  expect(await isArchived()).toEqual([{ is_archived: true }]);
});

describe('an appointment', () => {
  const sch = (time: string) =>
    segment('SCH', { 2: `A${mrn}^LKS`, 7: '^Cardiology follow-up', 11: `^^30^${time}`, 25: 'Booked' });
  const row = () =>
    bench.rows(`select appointment_time, description, status from patient_appointment
      where patient_id = (select patient_id from patient where mrn = '${mrn}')`);

  test('is booked, moved and canceled', async () => {
    await send(header('SIU^S12', '20240301100000-0600'), sch('20240310093000-0500'), pid());
    const booked = { description: 'Cardiology follow-up', status: 'pending' };
    expect(await row()).toEqual([{ ...booked, appointment_time: new Date('2024-03-10T14:30:00Z') }]);
    await send(header('SIU^S13', '20240302100000-0600'), sch('20240311093000-0500'), pid());
    expect(await row()).toEqual([{ ...booked, appointment_time: new Date('2024-03-11T14:30:00Z') }]);
    await send(header('SIU^S15', '20240303100000-0600'), sch('20240311093000-0500'), pid());
    expect(await row()).toMatchObject([{ status: 'canceled' }]);
  });

  test('is removed by a newer message, not by an older one', async () => {
    await send(header('SIU^S12', '20240302100000-0600'), sch('20240310093000-0500'), pid());
    await send(header('SIU^S17', '20240301100000-0600'), sch('20240310093000-0500'), pid());
    expect(await row()).toHaveLength(1);
    await send(header('SIU^S17', '20240303100000-0600'), sch('20240310093000-0500'), pid());
    expect(await row()).toEqual([]);
  });
});

describe('results', () => {
  const results = () => [
    header('ORU^R01', '20240302080000-0600'),
    pid(),
    pv1({ 44: '' }),
    segment('OBR', { 1: '1', 4: '57021-8^CBC W Auto Differential^LN', 7: '20240302063000-0600' }),
    'OBX|1|NM|718-7^Hemoglobin^LN||12.5|g/dL|13-18|L|||F',
  ];
  const documents = () =>
    bench.rows<{ name: string; type: string; key: string; encounter: string | null }>(
      `select d.document_name as name, t.document_name as type, d.storage_key as key, e.account_number as encounter
       from patient_document d join document_type t using (document_type_id)
         left join patient_encounter e using (patient_encounter_id)
       where d.patient_id = (select patient_id from patient where mrn = '${mrn}')`,
    );

  test('become a document of the encounter, with the message as it was sent', async () => {
    await send(header('ADT^A01', '20240301101600-0600'), pid(), pv1());
    await send(...results());
    const [document, ...others] = await documents();
    expect(others).toEqual([]);
    expect(document).toMatchObject({ name: 'CBC W Auto Differential', type: 'Results', encounter: `V${mrn}` });
    const stored = await bench.storage.get(document?.key ?? '');
    expect(stored.toString()).toBe(results().join('\r'));
  });

  test('imported again change nothing', async () => {
    await send(...results());
    const report = await send(...results());
    expect(report.hasChanges).toBe(false);
    expect(await documents()).toHaveLength(1);
  });
});

describe('a file of messages', () => {
  test('is read message by message, and a broken one keeps no other out', async () => {
    const batch = [
      'FHS|^~\\&|LAB|LAKESIDE',
      'BHS|^~\\&|LAB|LAKESIDE',
      header('ADT^A08', '20240301100000-0600'),
      pid(),
      'MSH|^~\\&|LAB|LAKESIDE|||20240301||ACK|9|P|2.5',
      'MSA|AA|9',
      header('ADT^A29', '20240301100000-0600'),
      pid(),
      header('ADT^A08', '20240301100000-0600'),
      pid({ 3: `${mrn}-b^^^LKS^MR`, 5: 'Nguyen^Minh', 7: '19770520' }),
      'BTS|3',
      'FTS|1',
    ];
    const report = await bench.importContent(batch.join('\n'));
    expect(countsOf(report, 'patients')).toEqual({ created: 2 });
    expect(report.problems.map(({ line, reason }) => `${line} ${reason}`)).toEqual([
      '5 ACK: has no patient (PID)',
      '7 ADT A29: asks to delete a patient, which an import does not do',
    ]);
  });

  test('may be framed for the network and have codes named like members of objects', async () => {
    const message = [header('ADT^constructor', '20240301100000-0600'), pid({ 8: 'valueOf', 16: '__proto__' })].join(
      '\r',
    );
    const report = await bench.importContent(`\v${message}\r\u001c\r`);
    expect(countsOf(report, 'patients')).toEqual({ created: 1 });
    expect(await patientRow()).toMatchObject([{ gender: 'unknown' }]);
  });

  test('has times without an offset in that of the message, or else in the time zone of the client', async () => {
    const admitted = [pid(), pv1({ 44: '20240310013000' })];
    const moments = () =>
      bench.rows(`select encounter_date as at from patient_encounter where account_number = 'V${mrn}'`);
    const message = [header('ADT^A01', '20240311101600'), ...admitted].join('\r');
    await bench.importContent(message, { timeZone: 'America/Chicago' });
    // Half an hour before the clocks change.
    expect(await moments()).toEqual([{ at: new Date('2024-03-10T07:30:00Z') }]);
    await send(header('ADT^A08', '20240312101600-0400'), ...admitted);
    expect(await moments()).toEqual([{ at: new Date('2024-03-10T05:30:00Z') }]);
  });

  test('with a time that does not exist keeps the rest, and the time is reported by field', async () => {
    const report = await send(header('ADT^A08', '20240301100000-0600'), pid({ 7: '19611399' }));
    expect(reasonsOf(report)).toEqual([]);
    expect([...report.remarks.keys()]).toContain('left out: birthDate is not a date that exists');
    expect(await patientRow()).toMatchObject([{ date_of_birth: null, last_name: 'Whitfield' }]);
  });
});

const samples = sample('hl7v2');

test.skipIf(samples === undefined)(
  'all samples are imported or refused with a reason, and again change nothing',
  async () => {
    const report = await bench.import(samples ?? '');
    expect(report.problems.map(({ reason }) => reason)).toEqual(['ADT A01: has no patient (PID)']);
    expect(report.total('created')).toBeGreaterThan(20);
    const again = await bench.import(samples ?? '');
    expect([again.hasChanges, again.problems.length]).toEqual([false, 1]);
  },
);
