import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { condition, mrn, ndjson, patient, ssn, transaction } from '../../../test/fhirFiles.ts';
import { countsOf, startImportBench } from '../../../test/imports.ts';

import type { ImportBench } from '../../../test/imports.ts';

// Who is the same person, whichever way a record comes in.

let bench: ImportBench;
/** The patients of a test have a last name of their own. */
let family: string;
let number = 0;
const families =
  'Abernathy Blum Castellano Dufresne Ekwueme Fitzgerald Gorecki Hashimoto Ivanovic Jankowski Kowalczyk Lindqvist Moriarty Nakagawa Oyelaran Papadakis Quigley Rasmussen Szymanski Thibodeaux Ulbricht Vasquez Wetherby Xiong Yamaguchi Zwillinger Quorn Achterberg'.split(
    ' ',
  );
beforeAll(async () => {
  bench = await startImportBench();
});
beforeEach(() => {
  number += 1;
  family = families[number - 1] ?? `Family${number}`;
});
afterAll(() => bench.stop());

const named = (given: string, last = family) => ({ name: [{ family: last, given: [given] }] });
const patientsOf = (last = family) =>
  bench.rows<Record<string, unknown>>(
    `select patient_id, first_name, mrn, date_of_birth from patient where last_name ilike '${last}' order by patient_id`,
  );
const pairsOf = (last = family) =>
  bench.rows(`select d.reason, d.status from patient_duplicate d
    join patient a on a.patient_id = d.patient_id join patient b on b.patient_id = d.other_patient_id
    where a.last_name ilike '${last}' or b.last_name ilike '${last}' order by 1`);

interface Sent {
  event?: string;
  application?: string;
  facility?: string;
  at?: string;
  number?: string;
  name?: string;
  born?: string;
  sex?: string;
  ssn?: string;
  more?: string[];
}
let messages = 0;
function message(sent: Sent): string {
  const { event = 'ADT^A08', application = 'ADT', facility = 'HOSPA', at, number: pid3 = '' } = sent;
  messages += 1;
  const time = at ?? `20260301${String(100000 + messages)}-0500`;
  return [
    `MSH|^~\\&|${application}|${facility}|R|R|${time}||${event}|M${messages}|P|2.5.1`,
    `PID|1||${pid3}||${sent.name ?? `${family.toUpperCase()}^PAULA`}||${sent.born ?? '19620909'}|${sent.sex ?? 'F'}|||||||||||${sent.ssn ?? ''}`,
    ...(sent.more ?? []),
  ].join('\r');
}
const send = (sent: Sent) => bench.importContent(message(sent));

describe('two people never share a chart', () => {
  test('whose MRN was overlaid', async () => {
    const record = (id: string, given: string, last: string, gender: string) =>
      transaction(
        patient(id, { ...named(given, last), gender, birthDate: '1971-02-03', identifier: [mrn(`OV-${family}`)] }),
        condition(`${id}-c`, `urn:uuid:${id}`),
      );
    await bench.importContent(record('over-1', 'Grace', family, 'female'));
    await bench.importContent(record('over-2', 'Victor', `${family}two`, 'male'));
    const charts = await bench.rows(`select last_name, count(c.*)::int as conditions from patient
      left join patient_condition c using (patient_id) where last_name like '${family}%' group by 1 order by 1`);
    expect(charts).toEqual([
      { last_name: family, conditions: 1 },
      { last_name: `${family}two`, conditions: 1 },
    ]);
    expect(await pairsOf()).toEqual([{ reason: 'mrn', status: 'open' }]);
  });

  test.each([
    ['two girls', 'female'],
    ['a girl and a boy', 'male'],
  ])('who are twins, %s, with a parent’s SSN at two hospitals', async (_what, gender) => {
    const twin = (id: string, given: string, sex: string) =>
      patient(`${family}-${id}`, {
        ...named(given),
        gender: sex,
        birthDate: '2022-05-06',
        identifier: [mrn(`${id}-${family}`, `http://hospital-${id}.example`), ssn(`523-11-0${100 + number}`)],
      });
    await bench.importContent(twin('a', 'Nora', 'female'));
    await bench.importContent(twin('b', gender === 'male' ? 'Leon' : 'Lena', gender));
    expect(await patientsOf()).toHaveLength(2);
    expect(await pairsOf()).toEqual([{ reason: 'ssn', status: 'open' }]);
  });

  test('whose messages name no sender', async () => {
    const content = { application: '', facility: '', number: '88', born: '', sex: '' };
    await send(content);
    await send(content);
    expect(await patientsOf()).toHaveLength(2);
  });

  test('whose messages name an authority but no sender, unless all four facts agree', async () => {
    const content = { application: '', facility: '', number: `88-${family}^^^MRN^MR` };
    await send(content);
    await send(content);
    expect(await patientsOf()).toHaveLength(1);
    await send({ ...content, sex: '' });
    expect(await patientsOf()).toHaveLength(2);
  });

  test('of whom one replaced the other’s record by mistake', async () => {
    await bench.importContent(patient(`kept-${family}`, { ...named('Ada'), gender: 'female' }));
    const link = [{ other: { reference: `Patient/kept-${family}` }, type: 'replaced-by' }];
    const wrong = patient(`gone-${family}`, { ...named('Victor', `${family}two`), gender: 'male', link });
    await bench.importContent(transaction(wrong, condition(`gone-${family}-c`, `urn:uuid:gone-${family}`)));
    expect(
      await bench.rows(`select last_name from patient p join patient_condition c using (patient_id)
      where c.source_id = 'gone-${family}-c'`),
    ).toEqual([{ last_name: `${family}two` }]);
    expect(await pairsOf()).toEqual([{ reason: 'replaced_by', status: 'open' }]);
  });

  test('who share the number of a system that has only a name', async () => {
    const record = (sender: string, given: string) =>
      bench.importContent(
        patient(`${sender}-${family}`, {
          ...named(given),
          birthDate: given === 'Ada' ? '1950-01-01' : '1999-09-09',
          identifier: [mrn(`N-${family}`, 'MRN')],
        }),
        { sender },
      );
    await record('one', 'Ada');
    await record('two', 'Bea');
    expect(await patientsOf()).toHaveLength(2);
  });
});

describe('one person has one chart', () => {
  test('under one number of one named authority from two facilities, if all facts agree', async () => {
    await send({ number: `9009-${family}^^^REGIONAL MPI^MR` });
    await send({
      event: 'ORU^R01',
      application: 'LIS',
      facility: 'CENTRALLAB',
      number: `9009-${family}^^^REGIONAL MPI^MR`,
    });
    expect(await patientsOf()).toHaveLength(1);
    await send({ facility: 'CLINIC', number: `9009-${family}^^^REGIONAL MPI^MR`, born: '19400101' });
    expect(await patientsOf()).toHaveLength(2);
    expect(await pairsOf()).toEqual([{ reason: 'mrn', status: 'open' }]);
  });

  test.each([
    ['an object identifier', 'ANY&1.2.840.99999.7&ISO', 'OTHER&1.2.840.99999.7&ISO'],
    ['a domain name', 'ANY&mpi.example.org&DNS', '&MPI.example.org&DNS'],
  ])('under %s, wherever the message was sent from and with other values', async (_what, one, other) => {
    await send({ number: `77-${family}^^^${one}^MR` });
    await send({ facility: 'CENTRALLAB', number: `77-${family}^^^${other}^MR`, born: '', sex: '' });
    expect(await patientsOf()).toHaveLength(1);
  });
});

describe('a number that ended', () => {
  const find = async (value: string) =>
    await bench.rows(`select p.first_name, p.mrn, i.has_ended from patient_identifier i join patient p using (patient_id)
      where i.value = '${value}'`);

  test.each([
    ['with its authority', '^^^HOSPA^MR'],
    ['without an authority', ''],
  ])('%s leads to the survivor, although nobody had it', async (_what, authority) => {
    const [kept, gone] = [`S-${family}`, `G-${family}`];
    await send({ event: 'ADT^A40', number: `${kept}^^^HOSPA^MR`, more: [`MRG|${gone}${authority}`] });
    await send({ event: 'ORU^R01', application: 'LAB', number: `${gone}^^^HOSPA^MR` });
    expect(await patientsOf()).toMatchObject([{ mrn: kept }]);
    expect(await find(gone)).toEqual([{ first_name: 'PAULA', mrn: kept, has_ended: true }]);
    expect(await pairsOf()).toEqual([]);
  });

  test('does not lead somebody else to the survivor', async () => {
    const [kept, gone] = [`S-${family}`, `G-${family}`];
    await send({ event: 'ADT^A40', number: `${kept}^^^HOSPA^MR`, more: [`MRG|${gone}`] });
    await send({ number: `${gone}^^^HOSPA^MR`, name: `${family}^VICTOR`, sex: 'M' });
    expect(await patientsOf()).toHaveLength(2);
    expect(await pairsOf()).toEqual([{ reason: 'mrn', status: 'open' }]);
  });

  test('is replaced by the new one when the sender changes the number of a known patient', async () => {
    const [old, current] = [`O-${family}`, `N-${family}`];
    await send({ number: `${old}^^^HOSPA^MR` });
    await send({ event: 'ADT^A47', number: `${current}^^^HOSPA^MR`, more: [`MRG|${old}`] });
    expect(await patientsOf()).toMatchObject([{ mrn: current }]);
    await send({ number: `${old}^^^HOSPA^MR` });
    expect(await patientsOf()).toMatchObject([{ mrn: current }]);
    expect(await find(old)).toMatchObject([{ has_ended: true }]);
  });

  test('and is reported by another facility makes a pair with the patient who has it', async () => {
    await send({ number: `G-${family}^^^HOSPA^MR`, name: `${family}^POLLY`, born: '19620908' });
    await send({ event: 'ADT^A40', facility: 'MPI', number: `S-${family}^^^HOSPA^MR`, more: [`MRG|G-${family}`] });
    expect(await patientsOf()).toHaveLength(2);
    expect(await pairsOf()).toMatchObject([{ reason: 'replaced_by' }]);
  });

  test('that ended twice, for two patients, makes them a pair', async () => {
    const gone = `MRG|G-${family}`;
    await send({ event: 'ADT^A40', number: `S1-${family}^^^HOSPA^MR`, more: [gone] });
    await send({
      event: 'ADT^A40',
      number: `S2-${family}^^^HOSPA^MR`,
      name: `${family}^ULLA`,
      born: '19620910',
      more: [gone],
    });
    expect(await patientsOf()).toHaveLength(2);
    expect(await pairsOf()).toMatchObject([{ reason: 'replaced_by' }]);
    expect(await find(`G-${family}`)).toMatchObject([{ mrn: `S1-${family}`, has_ended: true }]);
  });

  test('is in use again after a merge in a circle, and the patient stays one', async () => {
    await send({ event: 'ADT^A40', number: `X-${family}^^^HOSPA^MR`, more: [`MRG|Y-${family}`] });
    await send({ event: 'ADT^A40', number: `Y-${family}^^^HOSPA^MR`, more: [`MRG|X-${family}`] });
    expect(await patientsOf()).toMatchObject([{ mrn: `Y-${family}` }]);
    expect(await find(`X-${family}`)).toMatchObject([{ has_ended: true }]);
    expect(await find(`Y-${family}`)).toMatchObject([{ has_ended: false }]);
    expect(await pairsOf()).toEqual([]);
  });

  test('of a FHIR link leads later records there, which only fill gaps', async () => {
    const link = [{ other: { reference: `Patient/old-${family}` }, type: 'replaces' }];
    const file = patient(`new-${family}`, { ...named('Ada'), link });
    await bench.importContent(file);
    const old = patient(`old-${family}`, { ...named('Adah'), active: false });
    await bench.importContent(ndjson(old, condition(`old-${family}-c`, `Patient/old-${family}`)));
    expect(await patientsOf()).toMatchObject([{ first_name: 'Ada', mrn: `MRN-new-${family}` }]);
    expect(await bench.rows(`select is_active from patient where last_name = '${family}'`)).toEqual([
      { is_active: true },
    ]);
    expect((await bench.importContent(file)).hasChanges).toBe(false);
    expect((await bench.importContent(old)).hasChanges).toBe(false);
  });

  test('leads to the survivor who arrives after the record it replaced', async () => {
    const link = [{ other: { reference: `Patient/new-${family}` }, type: 'replaced-by' }];
    await bench.importContent(patient(`old-${family}`, { ...named('Ada'), link }));
    await bench.importContent(patient(`new-${family}`, named('Ada')));
    expect(await patientsOf()).toHaveLength(1);
  });
});

describe('the MRN', () => {
  const row = (id: string) =>
    bench.rows(`select mrn from patient where last_name = '${family}' and first_name = '${id}'`);

  test.each([
    ['5555', '5555'],
    ['0000', expect.stringMatching(/^TEMP-[0-9A-F]{8}$/)],
    ['99999', expect.stringMatching(/^TEMP-[0-9A-F]{8}$/)],
  ])('of equal digits %s is shown as %s', async (value, shown) => {
    await bench.importContent(patient(`digits-${family}`, { ...named('Gina'), identifier: [mrn(value)] }));
    expect(await row('Gina')).toEqual([{ mrn: shown }]);
  });

  test('is never the sender’s record id, and a record without one does not clear it', async () => {
    const without = patient(`record-${family}`, { ...named('Gina'), identifier: [] });
    await bench.importContent(without);
    const [shown] = await row('Gina');
    expect(shown).toEqual({ mrn: expect.stringMatching(/^TEMP-[0-9A-F]{8}$/) });
    expect((await bench.importContent(without)).hasChanges).toBe(false);
    const stated = patient(`record-${family}`, { ...named('Gina'), identifier: [mrn(`M-${family}`)] });
    expect(countsOf(await bench.importContent(stated), 'patients')).toEqual({ updated: 1 });
    await bench.importContent(without);
    expect(await row('Gina')).toEqual([{ mrn: `M-${family}` }]);
  });
});

test('messages of two people under one MRN stay with the chart of each, in any order', async () => {
  const number = `B-${family}^^^HOSPA^MR`;
  const [paula, victor] = [{ number }, { number, name: `${family}^VICTOR`, sex: 'M' }];
  for (const sent of [paula, victor, paula, victor, paula]) await send(sent);
  expect(await patientsOf()).toHaveLength(2);
  expect(await pairsOf()).toEqual([{ reason: 'mrn', status: 'open' }]);
});
