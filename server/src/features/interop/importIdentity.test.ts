import { describe, expect, test } from 'vitest';

import { condition, location, mrn, ndjson, patient, ssn, transaction } from '../../../test/fhirFiles.ts';
import { countsOf, importBench, reasonsOf } from '../../../test/imports.ts';

const bench = importBench();

const named = (given: string, family: string) => ({ name: [{ family, given: [given] }] });
const dated = (lastUpdated?: string) => ({ meta: { lastUpdated } });
const member = { type: { coding: [{ code: 'MB' }] }, system: 'http://insurer.example/member', value: 'm-1' };

async function patientsNamed(lastName: string) {
  return await bench.rows<Record<string, unknown>>(`
    select first_name, mrn, date_of_birth, home_phone, cell_phone, city, is_possible_duplicate from patient
    where last_name = '${lastName}' and merged_into_patient_id is null order by patient_id`);
}

async function openPairs(lastName: string) {
  return await bench.rows(`select reason from patient_duplicate d join patient p using (patient_id)
    where p.last_name = '${lastName}' and status = 'open'`);
}

test('a person with two hundred identifiers keeps all of them', async () => {
  const numbers = Array.from({ length: 200 }, (_, index) => ({ ...member, value: `m-many-${index}` }));
  const many = transaction(patient('many', { ...named('Ivy', 'Many'), identifier: [mrn('MRN-many'), ...numbers] }));
  expect(countsOf(await bench.importContent(many), 'patients')).toEqual({ created: 1 });
  const [{ count } = { count: 0 }] = await bench.rows<{ count: number }>(`select count(*)::int as count
    from patient_identifier join patient using (patient_id) where last_name = 'Many'`);
  expect(count).toBe(201);
  expect((await bench.importContent(many)).hasChanges).toBe(false);
});

describe('different people are never merged', () => {
  test('twins with one member number', async () => {
    const twin = (id: string, given: string) =>
      patient(id, { ...named(given, 'Twin'), birthDate: '2015-05-05', identifier: [member] });
    const report = await bench.importContent(transaction(twin('twin-1', 'Ann'), twin('twin-2', 'Bea')));
    expect(countsOf(report, 'patients')).toEqual({ created: 2 });
    expect(await openPairs('Twin')).toEqual([]);
  });

  test('spouses with one MRN at two hospitals, and with one driver’s license', async () => {
    const license = { type: { coding: [{ code: 'DL' }] }, system: 'http://dmv.example', value: 'S1' };
    const spouse = (id: string, given: string, system: string) =>
      patient(id, { ...named(given, 'Spouse'), identifier: [mrn('77', system), license] });
    await bench.importContent(spouse('spouse-1', 'Al', 'http://one.example'));
    await bench.importContent(spouse('spouse-2', 'Bo', 'http://two.example'));
    expect(await patientsNamed('Spouse')).toHaveLength(2);
  });

  test('a new person without a birth date and a known patient', async () => {
    await bench.importContent(patient('known', { ...named('Kay', 'Known'), identifier: [mrn('K-1')] }));
    const stranger = patient('unknown', { ...named('Sam', 'Strange'), birthDate: undefined, identifier: [mrn('K-1')] });
    await bench.importContent(stranger);
    expect(await patientsNamed('Known')).toMatchObject([{ first_name: 'Kay', is_possible_duplicate: true }]);
    expect(await openPairs('Known')).toEqual([{ reason: 'mrn' }]);
  });

  test('people with an MRN that has no system or is a placeholder', async () => {
    const bare = { type: { coding: [{ code: 'MR' }] }, value: 'B-1' };
    for (const number of [bare, mrn('UNKNOWN'), mrn('0000000')]) {
      const who = (id: string) =>
        patient(`${id}-${number.value}`, { ...named('Pat', 'Placeholder'), identifier: [number] });
      expect(countsOf(await bench.importContent(transaction(who('a'), who('b'))), 'patients')).toEqual({ created: 2 });
    }
    expect(new Set((await openPairs('Placeholder')).map((pair) => JSON.stringify(pair)))).toEqual(
      new Set(['{"reason":"alike"}']),
    );
  });

  test('twins with one SSN and two MRNs from the same hospital', async () => {
    const twin = (id: string, given: string) =>
      patient(id, { ...named(given, 'Typo'), identifier: [mrn(id), ssn('412-55-0401')] });
    await bench.importContent(twin('typo-1', 'Ann'));
    await bench.importContent(twin('typo-2', 'Bea'));
    expect(await patientsNamed('Typo')).toHaveLength(2);
    expect(await openPairs('Typo')).toEqual([{ reason: 'ssn' }]);
  });
});

describe('a record that contradicts the patient it matches', () => {
  const file = () =>
    transaction(
      patient('contra-2', {
        ...named('Bob', 'Contra'),
        birthDate: '1999-01-01',
        gender: 'male',
        identifier: [mrn('X-1')],
      }),
      condition('contra-c', 'urn:uuid:contra-2'),
    );

  test('becomes a separate patient with its whole chart, is marked as a possible duplicate, and is found again', async () => {
    await bench.importContent(patient('contra-1', { ...named('Ada', 'Contra'), identifier: [mrn('X-1')] }));
    const report = await bench.importContent(file());
    expect(reasonsOf(report)).toEqual([]);
    expect(countsOf(report, 'conditions')).toEqual({ created: 1 });
    expect(await patientsNamed('Contra')).toMatchObject([
      { first_name: 'Ada', is_possible_duplicate: true },
      { first_name: 'Bob', is_possible_duplicate: true },
    ]);
    expect((await bench.importContent(file())).hasChanges).toBe(false);
    const byMrn = patient('contra-3', { ...named('Bob', 'Contra'), birthDate: '1999-01-01', identifier: [mrn('X-1')] });
    expect(countsOf(await bench.importContent(byMrn), 'patients')).toEqual({ updated: 1 });
  });

  test('brings its chart when imported line by line', async () => {
    const one = patient('lines', { ...named('Ada', 'Lines'), identifier: [mrn('L-1')] });
    const other = patient('lines', { ...named('Bob', 'Lines'), birthDate: '1999-01-01', identifier: [mrn('L-1')] });
    await bench.importContent(ndjson(one, condition('lines-1', 'Patient/lines')));
    const file = ndjson(other, condition('lines-2', 'Patient/lines'));
    await bench.importContent(file);
    const rows =
      await bench.rows(`select first_name, c.source_id from patient p join patient_condition c using (patient_id)
      where last_name = 'Lines' order by c.source_id`);
    expect(rows).toEqual([
      { first_name: 'Ada', source_id: 'lines-1' },
      { first_name: 'Bob', source_id: 'lines-2' },
    ]);
    expect((await bench.importContent(file)).hasChanges).toBe(false);
  });

  test('stays separate after a user decided so', async () => {
    await bench.rows(`update patient_duplicate set status = 'kept_apart' where patient_id in
      (select patient_id from patient where last_name = 'Contra')`);
    expect(await patientsNamed('Contra')).toMatchObject([
      { is_possible_duplicate: false },
      { is_possible_duplicate: false },
    ]);
    await bench.importContent(file());
    expect(await openPairs('Contra')).toEqual([]);
  });
});

describe('a stored value', () => {
  test('is not cleared by a missing value', async () => {
    const address = [{ line: ['1 Elm St'], city: 'Boston', postalCode: '02114' }];
    const telecom = [{ system: 'phone', use: 'home', value: '617-555-0101' }];
    await bench.importContent(patient('erase', { ...named('Eve', 'Erase'), address, telecom }));
    await bench.importContent(patient('erase', { ...named('Eve', 'Erase'), birthDate: undefined, gender: undefined }));
    expect(await patientsNamed('Erase')).toMatchObject([
      { date_of_birth: '1980-05-17', home_phone: '6175550101', city: 'Boston' },
    ]);
  });

  test('is not overwritten by an older copy, in the same import or a later one', async () => {
    const phone = (value: string) => ({ telecom: [{ system: 'phone', use: 'home', value }] });
    const copy = (value: string, at: string) =>
      patient('copied', { ...named('Cy', 'Copied'), ...phone(value), ...dated(at) });
    await bench.importContent(copy('617-555-0102', '2024-06-01T00:00:00Z'));
    const report = await bench.importContent(copy('617-555-0101', '2023-06-01T00:00:00Z'));
    expect(countsOf(report, 'patients')).toEqual({ unchanged: 1 });
    expect([...report.remarks.keys()]).toEqual(['not updated: the copy imported before is newer']);
    expect(await patientsNamed('Copied')).toMatchObject([{ home_phone: '6175550102' }]);
    await bench.importContent(copy('617-555-0103', '2024-07-01T00:00:00Z'));
    expect(await patientsNamed('Copied')).toMatchObject([{ home_phone: '6175550103' }]);
    // Another sender's record of the same person is older, so it only fills gaps.
    const other = patient('relayed', {
      ...named('Cy', 'Copied'),
      ...dated('2020-01-01T00:00:00Z'),
      identifier: [mrn('MRN-copied')],
      telecom: [
        { system: 'phone', use: 'home', value: '617-555-0104' },
        { system: 'phone', use: 'mobile', value: '617-555-0105' },
      ],
    });
    await bench.importContent(other);
    expect(await patientsNamed('Copied')).toMatchObject([{ home_phone: '6175550103', cell_phone: '6175550105' }]);
  });

  test('of conditions and places is not overwritten by an older copy either', async () => {
    const at = (day: string | undefined, text: string) =>
      transaction(
        patient('aged'),
        condition('aged-c', 'urn:uuid:aged', { code: { text }, ...dated(day) }),
        location('aged-l', { name: text, ...dated(day) }),
      );
    await bench.importContent(at('2024-06-01T00:00:00Z', 'Newer'));
    expect((await bench.importContent(at('2023-06-01T00:00:00Z', 'Older'))).hasChanges).toBe(false);
    await bench.importContent(at(undefined, 'Undated'));
    expect((await bench.importContent(at('2023-06-01T00:00:00Z', 'Older'))).hasChanges).toBe(false);
  });

  test('that was edited in the product stays, and the difference is reported', async () => {
    const content = (value: string) =>
      patient('edited', { ...named('Ed', 'Edited'), telecom: [{ system: 'phone', use: 'home', value }] });
    await bench.importContent(content('617-555-0101'));
    await bench.rows(`update patient set home_phone = '6175550999' where last_name = 'Edited'`);
    const report = await bench.importContent(content('617-555-0102'));
    expect([...report.remarks.keys()]).toEqual(['edited in Careloop and not overwritten: home phone']);
    expect(await patientsNamed('Edited')).toMatchObject([{ home_phone: '6175550999' }]);
  });

  test('does not count as edited if it was imported before source values were stored', async () => {
    const phone = (value: string) => ({ telecom: [{ system: 'phone', use: 'home', value }] });
    const content = (changes: Record<string, unknown>) => patient('early', { ...named('Al', 'Early'), ...changes });
    await bench.importContent(content(phone('617-555-0101')));
    await bench.rows(`update patient set source_values = null where last_name = 'Early'`);
    await bench.importContent(content({ name: [{ family: 'Early', given: ['Alan'] }] }));
    const report = await bench.importContent(content(phone('617-555-0102')));
    expect([...report.remarks.keys()]).toEqual([]);
    expect(await patientsNamed('Early')).toMatchObject([{ home_phone: '6175550102' }]);
  });

  test.each(['now', 'before'])(
    'lets a patient whose sender gave no status become inactive, imported %s',
    async (when) => {
      const content = (changes: Record<string, unknown>) =>
        patient(`retired-${when}`, { ...named(when, 'Retired'), ...changes });
      await bench.importContent(content({}));
      // Imports used to store source values without the default.
      if (when === 'before')
        await bench.rows(`update patient set source_values = jsonb_set(source_values, '{is_active}', 'null')
        where last_name = 'Retired' and first_name = 'before'`);
      const report = await bench.importContent(content({ active: false }));
      expect([...report.remarks.keys()]).toEqual([]);
      const rows = await bench.rows(
        `select is_active from patient where last_name = 'Retired' and first_name = '${when}'`,
      );
      expect(rows).toEqual([{ is_active: false }]);
    },
  );
});

describe('a replaced record', () => {
  test('leads to its replacement', async () => {
    const link = [{ other: { reference: 'Patient/survivor' }, type: 'replaced-by' }];
    const file = transaction(
      patient('replaced', { ...named('New', 'Replaced'), active: false, link }),
      condition('replaced-c', 'urn:uuid:replaced'),
      patient('survivor', named('New', 'Survivor')),
    );
    await bench.importContent(file);
    expect(await patientsNamed('Replaced')).toEqual([]);
    const later = ndjson(condition('replaced-d', 'Patient/replaced'));
    await bench.importContent(later);
    const rows =
      await bench.rows(`select last_name, c.source_id from patient join patient_condition c using (patient_id)
      where c.source_id like 'replaced-%' order by c.source_id`);
    expect(rows).toEqual([
      { last_name: 'Survivor', source_id: 'replaced-c' },
      { last_name: 'Survivor', source_id: 'replaced-d' },
    ]);
    expect((await bench.importContent(file)).hasChanges).toBe(false);
  });
});

describe('a record that is replaced by another known patient', () => {
  const link = (type: string, id: string) => ({ link: [{ other: { reference: `Patient/${id}` }, type }] });

  test('leads to the last of a chain, in any order', async () => {
    const file = ndjson(
      patient('chain-1', { ...named('One', 'Chained'), ...link('replaced-by', 'chain-2') }),
      patient('chain-2', { ...named('Two', 'Chained'), ...link('replaced-by', 'chain-3') }),
      patient('chain-3', named('Three', 'Chained')),
      condition('chain-c', 'Patient/chain-1'),
    );
    await bench.importContent(file);
    expect(await patientsNamed('Chained')).toMatchObject([{ first_name: 'Three', is_possible_duplicate: false }]);
    expect((await bench.importContent(file)).hasChanges).toBe(false);
  });

  test('creates a pair to review if the two replace each other, or only the survivor states it', async () => {
    const circle = (id: string, other: string) =>
      patient(id, { ...named(id, 'Circle'), ...link('replaced-by', other), birthDate: '1990-01-01' });
    await bench.importContent(transaction(circle('circle-1', 'circle-2'), circle('circle-2', 'circle-1')));
    expect(await openPairs('Circle')).toEqual([{ reason: 'replaced_by' }]);
    const survivor = patient('said-new', { ...named('Kim', 'Said'), ...link('replaces', 'said-old') });
    await bench.importContent(transaction(survivor, patient('said-old', named('Kim', 'Said'))));
    expect(await openPairs('Said')).toEqual([{ reason: 'replaced_by' }]);
  });

  test('creates a pair to review, once', async () => {
    const ada = { ...named('Ada', 'Succeeded'), identifier: [] };
    await bench.importContent(transaction(patient('known-old', ada), patient('known-new', ada)));
    const link = [{ other: { reference: 'Patient/known-new' }, type: 'replaced-by' }];
    const file = ndjson(patient('known-old', { ...ada, active: false, link }));
    await bench.importContent(file);
    expect(await openPairs('Succeeded')).toEqual([{ reason: 'replaced_by' }]);
    await bench.importContent(file);
    expect(await openPairs('Succeeded')).toEqual([{ reason: 'replaced_by' }]);
  });
});

describe('impossible dates', () => {
  test('are reported and left empty', async () => {
    const died = (id: string, deceasedDateTime: string) => patient(id, { ...named(id, 'Dated'), deceasedDateTime });
    const report = await bench.importContent(
      transaction(
        died('1-before', '1979-01-01'),
        died('2-later', '2999-01-01'),
        died('3-right', '1980-06'),
        patient('4-future', { ...named('4-future', 'Dated'), birthDate: '2999-01-01', deceasedBoolean: true }),
        patient('5-alive', { ...named('5-alive', 'Dated'), deceasedBoolean: false, active: false }),
        condition('dated-c', 'urn:uuid:5-alive', { onsetDateTime: '2020-05-05', abatementDateTime: '2019-01-01' }),
      ),
    );
    expect([...report.remarks.keys()].toSorted()).toEqual([
      'date taken as the first day of its month or year',
      'left out: birth date unknown: the record’s is in the future',
      'left out: the date of death, which is before the birth date',
      'left out: the date of death, which is in the future',
      'left out: the end, which is before the onset',
    ]);
    const rows = await bench.rows(`select first_name as who, deceased_on, is_deceased, is_active from patient
      where last_name = 'Dated' order by first_name`);
    expect(rows).toEqual([
      { who: '1-before', deceased_on: null, is_deceased: true, is_active: true },
      { who: '2-later', deceased_on: null, is_deceased: true, is_active: true },
      { who: '3-right', deceased_on: '1980-06-01', is_deceased: true, is_active: true },
      { who: '4-future', deceased_on: null, is_deceased: true, is_active: true },
      { who: '5-alive', deceased_on: null, is_deceased: false, is_active: false },
    ]);
    const [row] = await bench.rows(`select abatement_date from patient_condition where source_id = 'dated-c'`);
    expect(row).toEqual({ abatement_date: null });
  });
});
