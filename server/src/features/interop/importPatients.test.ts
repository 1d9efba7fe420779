import { beforeAll, describe, expect, test } from 'vitest';

import { condition, mrn, patient, ssn, systems, transaction } from '../../../test/fhirFiles.ts';
import { countsOf, importBench, reasonsOf } from '../../../test/imports.ts';

const bench = importBench();

async function patientsWith(lastName: string) {
  return await bench.rows<{ patient_id: number; mrn: string; version: number }>(
    `select patient_id, mrn, version from patient where last_name = '${lastName}' order by patient_id`,
  );
}

/** The possible duplicates of the patients with this last name, and what the other chart contains. */
async function duplicatesOf(lastName: string) {
  return await bench.rows(`
    select p.mrn, o.mrn as other, d.reason,
      (select count(*) from patient_condition c where c.patient_id = o.patient_id) as conditions
    from patient_duplicate d join patient p using (patient_id) join patient o on o.patient_id = d.other_patient_id
    where p.last_name = '${lastName}' and p.is_possible_duplicate and o.is_possible_duplicate`);
}

const named = (family: string) => ({ name: [{ family, given: ['Ada'] }] });

describe('one person', () => {
  test('is found again by MRN and by SSN, under any record id', async () => {
    const numbers = [mrn('F-1'), ssn('412-55-0101')];
    await bench.importContent(patient('found-1', { ...named('Found'), identifier: numbers }));
    for (const [index, number] of numbers.entries()) {
      const again = patient(`found-again-${index}`, { ...named('Found'), identifier: [number] });
      expect(countsOf(await bench.importContent(again), 'patients')).toEqual({ updated: 1 });
      expect(countsOf(await bench.importContent(again), 'patients')).toEqual({ unchanged: 1 });
    }
    expect(await patientsWith('Found')).toMatchObject([{ mrn: 'F-1' }]);
  });

  test('is found by identifiers without dashes, by an OID, or twice in one bundle', async () => {
    await bench.importContent(patient('dash-1', { ...named('Dash'), identifier: [mrn('D-1'), ssn('412-55-0102')] }));
    const oid = { system: 'urn:oid:2.16.840.1.113883.4.1', value: '412550102' };
    const report = await bench.importContent(
      transaction(
        patient('dash-2', { ...named('Dash'), identifier: [oid] }),
        patient('dash-3', { ...named('Dash'), identifier: [mrn('D-1')] }),
        condition('dash-c', 'urn:uuid:dash-3'),
      ),
    );
    expect(reasonsOf(report)).toEqual([]);
    expect(await patientsWith('Dash')).toHaveLength(1);
  });

  test('is unchanged if another sender sends the same data', async () => {
    const content = patient('echo', { ...named('Echo'), identifier: [mrn('E-1')] });
    await bench.importContent(content);
    expect(countsOf(await bench.importContent(content, { sender: 'relay' }), 'patients')).toEqual({ unchanged: 1 });
    expect(await patientsWith('Echo')).toMatchObject([{ version: 1 }]);
  });

  test('follows changes of name and MRN in its own record', async () => {
    await bench.importContent(patient('moved', { ...named('Before'), identifier: [mrn('M-1')] }));
    await bench.importContent(patient('moved', { ...named('After'), identifier: [mrn('M-2')] }));
    expect(await patientsWith('Before')).toEqual([]);
    expect(await patientsWith('After')).toMatchObject([{ mrn: 'M-2', version: 2 }]);
  });

  test('belongs to one client: another client has its own row', async () => {
    const content = patient('twice', { ...named('Twice'), identifier: [mrn('T-1'), ssn('412-55-0103')] });
    await bench.importContent(content);
    const other = { clientId: bench.otherClientId };
    expect(countsOf(await bench.importContent(content, other), 'patients')).toEqual({ created: 1 });
    expect(countsOf(await bench.importContent(content, other), 'patients')).toEqual({ unchanged: 1 });
    expect(await patientsWith('Twice')).toHaveLength(2);
  });

  test('is distinguished by sender if two systems use the same numbering', async () => {
    const born = (birthDate: string) => ({ ...named('Counted'), birthDate });
    await bench.importContent(patient('1', { ...born('1950-01-01'), identifier: [mrn('C-1')] }));
    const stranger = patient('1', { ...born('1960-06-06'), identifier: [mrn('C-2')] });
    const file = transaction(stranger, condition('counted-c', 'urn:uuid:1'));
    expect(countsOf(await bench.importContent(file), 'patients')).toEqual({ created: 1 });
    expect((await bench.importContent(file)).hasChanges).toBe(false);
    expect(await duplicatesOf('Counted')).toEqual([{ mrn: 'C-1', other: 'C-2', reason: 'record_id', conditions: 1 }]);
    expect(countsOf(await bench.importContent(stranger, { sender: 'clinic-b' }), 'patients')).toEqual({ unchanged: 1 });
  });
});

describe('two people', () => {
  beforeAll(async () => {
    await bench.importContent(
      transaction(
        patient('one', { ...named('One'), identifier: [mrn('P-1'), ssn('412-55-0201')] }),
        patient('two', { ...named('Two'), birthDate: '1971-02-03', identifier: [mrn('P-2'), ssn('412-55-0202')] }),
      ),
    );
  });

  test('are never merged: a record with the identifiers of both becomes a third patient with its own chart', async () => {
    const file = transaction(
      patient('both', { ...named('One'), identifier: [mrn('P-1'), ssn('412-55-0202')] }),
      condition('both-c', 'urn:uuid:both'),
    );
    const report = await bench.importContent(file);
    expect(reasonsOf(report)).toEqual([]);
    expect([...report.remarks.keys()]).toEqual(['kept as a possible duplicate of another patient']);
    expect(await duplicatesOf('One')).toEqual([{ mrn: 'P-1', other: 'P-1', reason: 'mrn', conditions: 1 }]);
    expect(await duplicatesOf('Two')).toEqual([{ mrn: 'P-2', other: 'P-1', reason: 'ssn', conditions: 1 }]);
    expect((await bench.importContent(file)).hasChanges).toBe(false);
  });

  test('may have the same MRN in two systems, and are reviewed if they look alike', async () => {
    const stranger = patient('stranger', {
      ...named('One'),
      identifier: [mrn('P-1', 'http://b.example')],
    });
    expect(countsOf(await bench.importContent(stranger), 'patients')).toEqual({ created: 1 });
    const rows = await bench.rows(`select mrn, mrn_system, is_possible_duplicate from patient
      where mrn = 'P-1' and mrn_system like '%b.example'`);
    expect(rows).toEqual([{ mrn: 'P-1', mrn_system: 'http://b.example', is_possible_duplicate: true }]);
  });

  test('are not matched by a social security number if name, birth date and MRN differ', async () => {
    const thief = patient('thief', {
      name: [{ family: 'Thief', given: ['Tom'] }],
      birthDate: '1999-09-09',
      identifier: [mrn('P-9'), ssn('412-55-0201')],
    });
    const report = await bench.importContent(thief);
    expect(countsOf(report, 'patients')).toEqual({ created: 1 });
    expect(JSON.stringify([...report.remarks])).not.toContain('0201');
    expect(await patientsWith('One')).toMatchObject([{ version: 1 }, {}, {}]);
  });

  test('may share a placeholder for "unknown"', async () => {
    const report = await bench.importContent(
      transaction(
        ...['000-00-0000', '999-99-9999', '123456789', '000-00-0000'].map((number, index) =>
          patient(`placeholder-${index}`, { ...named('Placeholder'), identifier: [mrn(`H-${index}`), ssn(number)] }),
        ),
      ),
    );
    expect(countsOf(report, 'patients')).toEqual({ created: 4 });
    expect(report.remarks.get('SSN left out: a placeholder that many people share')?.count).toBe(4);
  });

  test('do not keep a number that is never issued', async () => {
    const report = await bench.importContent(
      transaction(
        ...['987-65-4321', '666-12-3456', '412-00-0103', '412-55-0000'].map((number, index) =>
          patient(`never-${index}`, { ...named('Never'), identifier: [mrn(`N-${index}`), ssn(number)] }),
        ),
      ),
    );
    expect(countsOf(report, 'patients')).toEqual({ created: 4 });
    expect(report.remarks.get('SSN left out: no Social Security number has these digits')?.count).toBe(4);
    expect(await bench.rows(`select ssn from patient where last_name = 'Never' and ssn is not null`)).toEqual([]);
  });
});

describe('a value missing from a record', () => {
  test('is stored as unknown, not invented', async () => {
    const report = await bench.importContent(
      transaction(
        patient('no-birth', { ...named('Unborn'), birthDate: undefined, gender: undefined, identifier: undefined }),
        patient('sex', {
          ...named('Zell'),
          gender: undefined,
          extension: [
            'not an object',
            { url: 'http://other.example', valueCoding: 'not a coding' },
            {
              url: 'http://hl7.org/fhir/us/core/StructureDefinition/us-core-individual-sex',
              valueCoding: { system: 'http://snomed.info/sct', code: '248153007', display: 'Male (finding)' },
            },
          ],
        }),
        patient('year-only', { ...named('Yearly'), birthDate: '1970', gender: 'other' }),
        patient('text-name', { name: [{ text: 'Mononymous' }] }),
      ),
    );
    expect(countsOf(report, 'patients')).toEqual({ created: 4 });
    expect([...report.remarks.keys()].toSorted()).toEqual([
      'birth date unknown: the record has none',
      'left out: birth date unknown: the record has only a year or month',
    ]);
    const rows = await bench.rows(`
      select mrn, first_name, last_name, date_of_birth, gender from patient
      where last_name in ('Unborn', 'Yearly', 'Mononymous', 'Zell') order by last_name`);
    expect(rows).toEqual([
      { mrn: 'MRN-text-name', first_name: '', last_name: 'Mononymous', date_of_birth: '1980-05-17', gender: 'female' },
      {
        mrn: expect.stringMatching(/^TEMP-/),
        first_name: 'Ada',
        last_name: 'Unborn',
        date_of_birth: null,
        gender: 'unknown',
      },
      { mrn: 'MRN-year-only', first_name: 'Ada', last_name: 'Yearly', date_of_birth: null, gender: 'unknown' },
      { mrn: 'MRN-sex', first_name: 'Ada', last_name: 'Zell', date_of_birth: '1980-05-17', gender: 'male' },
    ]);
  });

  test('is left out and named if it has impossible content; the record is kept', async () => {
    const wrong: [string, Record<string, unknown>, string][] = [
      ['nameless', { name: [] }, 'name unknown: the record has none'],
      ['ghost', { name: [{ given: ['\u0000\u0007'] }] }, 'name unknown: the record has none'],
      ['gender', { gender: 'asdfafafafd' }, 'left out: gender “asdfafafafd” is none of male, female, other, unknown'],
      ['february', { birthDate: '2021-02-30' }, 'left out: birthDate is not a date that exists'],
      ['month', { birthDate: '1999-13-01' }, 'left out: birthDate is not a date that exists'],
      ['american', { birthDate: '05/17/1980' }, 'left out: birthDate is not a date that exists'],
      ['number', { birthDate: 1980 }, 'left out: birthDate is not a date'],
      ['shape', { name: 'Ada' }, 'left out: name is not a list'],
      ['deep', { name: [{ family: { text: 'Ada' } }] }, 'left out: name[0].family is not text'],
      ['endless', { name: [{ family: 'A'.repeat(201) }] }, 'left out: name[0].family is longer than 200 characters'],
    ];
    for (const [id, changes, reason] of wrong) {
      const report = await bench.importContent(transaction(patient(id, changes)));
      expect(reasonsOf(report)).toEqual([]);
      expect(countsOf(report, 'patients')).toEqual({ created: 1 });
      expect([...report.remarks.keys()]).toContain(reason);
    }
  });
});

describe('names', () => {
  test('are kept as text, without deceptive characters', async () => {
    const tricks = [
      '<script>alert(1)</script>',
      "Robert'); drop table patient;--",
      'Davis923',
      'Zoë O\u2019Neill',
      '\u202egnihton\u202c',
    ];
    await bench.importContent(
      transaction(
        ...tricks.map((family, index) =>
          patient(`trick-${index}`, { name: [{ family, given: ['Bell\u0007\u0000', 'Tab\tbed\ud800'] }] }),
        ),
      ),
    );
    const rows = await bench.rows<{ last_name: string; first_name: string; middle_name: string }>(
      `select last_name, first_name, middle_name from patient where mrn like 'MRN-trick-%' order by mrn`,
    );
    expect(rows.map(({ last_name: name }) => name)).toEqual([...tricks.slice(0, 4), 'gnihton']);
    expect(rows[0]).toMatchObject({ first_name: 'Bell', middle_name: 'Tab bed\ufffd' });
  });

  test('are those in use now', async () => {
    await bench.importContent(
      patient('renamed', {
        name: [
          { use: 'old', family: 'Maiden', given: ['Amy'], period: { end: '2020-07-22' } },
          { use: 'usual', family: 'Married', given: ['Amy', 'V.'] },
        ],
        identifier: [
          { ...mrn('N-old'), use: 'old' },
          { ...mrn('N-1', systems.mrn), use: 'usual' },
        ],
      }),
    );
    expect(await patientsWith('Married')).toMatchObject([{ mrn: 'N-1' }]);
  });
});
