import { beforeEach, describe, expect, test } from 'vitest';

import { countsOf, importBench, reasonsOf } from '../../../../test/imports.ts';

// What messages state, in the forms in which senders state it.

const bench = importBench();
/** A new patient for each test. */
let mrn: string;
let number = 0;
beforeEach(() => {
  mrn = `S${(number += 1)}`;
});

const timeZone = 'America/Chicago';
function segment(code: string, fields: Record<number, string>): string {
  const last = Math.max(...Object.keys(fields).map(Number));
  return [code, ...Array.from({ length: last }, (_none, index) => fields[index + 1] ?? '')].join('|');
}
const pid = (fields: Record<number, string> = {}) =>
  segment('PID', { 1: '1', 3: `${mrn}^^^LKS^MR`, 5: 'STATED^STELLA', 7: '19610314', 8: 'F', ...fields });
function messageOf(type: string, sentAt: string, segments: readonly string[], charset = ''): string {
  const header = `MSH|^~\\&|LIS|LAKESIDE|||${sentAt}||${type}|${mrn}-${sentAt}|P|2.5.1||||||${charset}`;
  return [header, ...segments].join('\r');
}
const send = (type: string, sentAt: string, ...segments: string[]) =>
  bench.importContent(messageOf(type, sentAt, segments), { timeZone });

const patientRow = async () =>
  (await bench.rows<Record<string, unknown>>(`select * from patient where mrn = '${mrn}'`))[0];
const ofPatient = <Row>(select: string, table: string) =>
  bench.rows<Row>(
    `select ${select} from ${table} as r join patient p using (patient_id) where p.mrn = '${mrn}' order by 1`,
  );

describe('a corrected result', () => {
  const obr = (status: string, at: string) =>
    segment('OBR', { 1: '1', 2: 'P18', 3: `F${mrn}`, 4: '2951-2^Sodium^LN', 7: at, 22: at, 25: status });
  const obx = (value: string, status: string) => `OBX|1|NM|2951-2^Sodium^LN||${value}|mmol/L|135-145|N|||${status}`;
  const wrong = () => send('ORU^R01', '20260301120000-0500', pid(), obr('F', '20260301110000-0500'), obx('185', 'F'));
  const corrected = () =>
    send('ORU^R01', '20260301130000-0500', pid(), obr('C', '20260301120000-0500'), obx('135', 'C'));
  const documents = () =>
    ofPatient<{ at: Date; is_superseded: boolean | null }>(
      'r.date_provided as at, r.is_superseded',
      'patient_document',
    );

  test.each([
    ['after the one it corrects', [wrong, corrected]],
    ['before it', [corrected, wrong]],
  ])('that arrives %s supersedes it, and both stay on the chart', async (_when, messages) => {
    for (const message of messages) await message();
    expect(await documents()).toEqual([
      { at: new Date('2026-03-01T16:00:00Z'), is_superseded: true },
      { at: new Date('2026-03-01T17:00:00Z'), is_superseded: null },
    ]);
  });

  test('a final result supersedes the preliminary one, but no other order', async () => {
    const at = '20260301110000-0500';
    await send('ORU^R01', '20260301120000-0500', pid(), obr('P', at), obx('130', 'P'));
    await send('ORU^R01', '20260301123000-0500', pid(), obr('F', '20260301120000-0500'), obx('131', 'F'));
    const other = segment('OBR', { 1: '1', 3: `G${mrn}`, 4: '2951-2^Sodium^LN', 22: '20260301130000-0500', 25: 'F' });
    await send('ORU^R01', '20260301130000-0500', pid(), other, obx('132', 'F'));
    expect((await documents()).map(({ is_superseded: isSuperseded }) => isSuperseded)).toEqual([true, null, null]);
  });
});

test('the author of a result is the person of an NDL, or of an XCN in old versions', async () => {
  const obr = (interpreter: string) =>
    segment('OBR', { 1: '1', 2: '1', 4: '718-7^Hemoglobin^LN', 22: '20260301120000-0500', 32: interpreter });
  const persons = [
    '444444&CURIE&MARIE&&&&&&HOSPITAL^202603011130^202603011140^LABUNIT02',
    '444444^CURIE^MARIE',
    '444444^202603011130^202603011140',
  ];
  for (const [index, person] of persons.entries())
    await send('ORU^R01', `2026030112000${index}-0500`, pid(), obr(person), `OBX|1|NM|718-7^Hemoglobin^LN||1${index}`);
  const rows = await ofPatient<{ author_name: string | null }>(
    'r.source_updated_at, r.author_name',
    'patient_document',
  );
  expect(rows.map(({ author_name: name }) => name)).toEqual(['MARIE CURIE', 'MARIE CURIE', null]);
});

describe('the character set', () => {
  const sent = async (charset: string, name: string, encode: (text: string) => Buffer) => {
    const text = messageOf('ADT^A04', '20260301120000-0500', [pid({ 5: name })], charset);
    const report = await bench.importContent(encode(text), { timeZone });
    const row = await patientRow();
    return {
      name: `${String(row?.['last_name'])}, ${String(row?.['first_name'])}`,
      remarks: [...report.remarks.keys()],
    };
  };
  const polish = (text: string) => Buffer.from(text.replaceAll('Ł', '\u00a3').replaceAll('Ę', '\u00ca'), 'latin1');
  const utf8 = (text: string) => Buffer.from(text);

  test('of MSH-18 is that in which the message is read', async () => {
    expect(await sent('8859/2', 'WAŁĘSA^ŁUCJA', polish)).toEqual({ name: 'WAŁĘSA, ŁUCJA', remarks: [] });
  });
  test('is UTF-8 if the bytes are, whatever a header of single bytes says', async () => {
    expect(await sent('8859/1', 'WAŁĘSA^ŁUCJA', utf8)).toMatchObject({ name: 'WAŁĘSA, ŁUCJA' });
  });
  test('is named if it is not known, or is another one', async () => {
    const unknown = await sent('CNS 11643-1992', 'WAŁĘSA^ŁUCJA', utf8);
    expect(unknown.remarks).toContain('character set of MSH-18 is not known: read as UTF-8');
    mrn = `${mrn}b`;
    const wrong = await sent('UNICODE UTF-8', 'WAŁĘSA^ŁUCJA', polish);
    expect(wrong.remarks).toContain('not in the character set that MSH-18 names: read as Windows-1252');
  });
  test('is that of each message of a file', async () => {
    const one = Buffer.concat([
      polish(messageOf('ADT^A04', '20260301120000-0500', [pid({ 5: 'WAŁĘSA' })], '8859/2')),
      Buffer.from('\r'),
    ]);
    mrn = `${mrn}b`;
    const other = Buffer.from(messageOf('ADT^A04', '20260301120000-0500', [pid({ 5: 'Müller' })], 'UNICODE UTF-8'));
    await bench.importContent(Buffer.concat([one, other]), { timeZone });
    expect(await patientRow()).toMatchObject({ last_name: 'Müller' });
    mrn = mrn.slice(0, -1);
    expect(await patientRow()).toMatchObject({ last_name: 'WAŁĘSA' });
  });
});

test('insurance keeps the order in which it pays, and no code as its plan type', async () => {
  const in1 = (set: string, payer: string, order: string, plan: string) =>
    segment('IN1', {
      1: set,
      2: payer.slice(0, 3),
      4: payer,
      12: '20200101',
      15: plan,
      17: 'SEL',
      22: order,
      36: `W${set}`,
    });
  await send('ADT^A04', '20260301120000-0500', pid(), in1('1', 'MEDICARE', '2', 'Z9'), in1('2', 'AETNA', '1', 'PPO'));
  const rows = await ofPatient(
    'r.coverage_order, r.payer_name, r.plan_type, r.subscriber_relationship',
    'patient_coverage',
  );
  expect(rows).toEqual([
    { coverage_order: 1, payer_name: 'AETNA', plan_type: 'PPO', subscriber_relationship: 'Self' },
    { coverage_order: 2, payer_name: 'MEDICARE', plan_type: null, subscriber_relationship: 'Self' },
  ]);
});

test('kinds of telephones and marital status may be words, and a program’s word for nothing is no name', async () => {
  await send(
    'ADT^A04',
    '20260301120000-0500',
    pid({ 5: 'STATED^STELLA^null', 13: '2175550143^CELL~stella@example.org^EMAIL~2175550142', 16: 'Married' }),
  );
  expect(await patientRow()).toMatchObject({
    cell_phone: '2175550143',
    email: 'stella@example.org',
    home_phone: '2175550142',
    marital_status: 'Married',
    middle_name: null,
  });
});

test('an encounter keeps the time zone in which its times were stated', async () => {
  const zoneOf = async (admitted: string, sentAt: string) => {
    await send('ADT^A01', sentAt, pid(), segment('PV1', { 2: 'I', 19: `Z${sentAt.slice(0, 8)}`, 44: admitted }));
    const rows = await ofPatient<{ zone: string | null }>('r.time_zone as zone', 'patient_encounter');
    return rows.map(({ zone }) => zone);
  };
  expect(await zoneOf('20260105093000-1000', '20260105120000-0500')).toEqual(['-10:00']);
  // The clock of the client.
  expect(await zoneOf('20260106093000', '20260106120000')).toContain('America/Chicago');
});

describe('an appointment', () => {
  const sch = (fields: Record<number, string>) =>
    segment('SCH', { 1: '7001', 2: '7001', 7: 'CHECKUP^Checkup', 25: 'Booked', ...fields });
  const appointment = () => ofPatient<Record<string, unknown>>('r.*', 'patient_appointment');
  const at = async (time: string, sentAt = '20261015120000') => {
    await send('SIU^S12', sentAt, sch({ 11: `^^30^${time}` }), pid());
    const [row] = await appointment();
    const moment = row?.['appointment_time'];
    return [moment instanceof Date ? moment.toISOString() : null, row?.['time_zone']];
  };

  test('keeps people and places that the directory does not know, and the service', async () => {
    await send(
      'SIU^S12',
      '20261101120000-0500',
      sch({ 11: '^^30^20270210093000-0500' }),
      pid(),
      'AIS|1||76164006^Biopsy of colon^SCT|20270210093000-0500',
      'AIL|1||ROOM01^^^GH CLINIC',
      'AIP|1||1210^GARCIA^ROBERT^C|010^Gastroenterologist^L',
    );
    expect(await appointment()).toMatchObject([
      {
        provider_name: 'ROBERT C GARCIA',
        place_name: 'GH CLINIC, ROOM01',
        service: 'Biopsy of colon',
        description: 'Checkup',
        time_zone: '-05:00',
      },
    ]);
  });

  test.each([
    ['before the change of the clocks', '20270313090000', '2027-03-13T15:00:00.000Z'],
    ['on the day of the change', '20270314090000', '2027-03-14T14:00:00.000Z'],
    ['in the hour that is left out, which is the next', '20270314023000', '2027-03-14T08:30:00.000Z'],
    ['in the hour that occurs twice, the first', '20271107013000', '2027-11-07T06:30:00.000Z'],
    ['at midnight', '20270601000000', '2027-06-01T05:00:00.000Z'],
    ['with the letter of a time zone', '202706010900E', '2027-06-01T13:00:00.000Z'],
  ])('%s is at the clock of the sender', async (_when, time, moment) => {
    expect((await at(time))[0]).toBe(moment);
  });

  test('names its time zone: that of the client, or the offset of the sender', async () => {
    expect(await at('20270601090000')).toEqual(['2027-06-01T14:00:00.000Z', timeZone]);
    mrn = `${mrn}b`;
    expect(await at('20270601090000', '20261015120000-0800')).toEqual(['2027-06-01T17:00:00.000Z', '-08:00']);
  });

  test('at a time with a letter that names no time zone is read without it, and the letter is named', async () => {
    const report = await send('SIU^S12', '20261015120000', sch({ 11: '^^30^202706010900Q' }), pid());
    expect([...report.remarks.keys()]).toContain('Unsupported time-zone character: Q');
    expect((await appointment())[0]).toMatchObject({ appointment_time: new Date('2027-06-01T14:00:00Z') });
  });
});

test('a message of 10 MB with thousands of results keeps the diagnosis at its end', async () => {
  const obx = `OBX|1|TX|1^Note||${'x'.repeat(1200)}`;
  const report = await send(
    'ADT^A08',
    '20260301120000-0500',
    pid(),
    ...Array.from({ length: 8000 }, () => obx),
    'DG1|1||I21.4^NSTEMI^I10',
  );
  expect(reasonsOf(report)).toEqual([]);
  expect(countsOf(report, 'conditions')).toEqual({ created: 1 });
});
