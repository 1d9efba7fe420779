import { expect, test } from 'vitest';

import { ndjson, mrn, patient, ssn } from '../../../test/fhirFiles.ts';
import { importBench } from '../../../test/imports.ts';

import type { Resource } from '../../../test/fhirFiles.ts';

// A thousand pairs of records whose truth is known: no two people may share a chart, and of one person with two charts a user
// must be told.

const bench = importBench();

/** The same sequence in each run (mulberry32). */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return (((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * below;
  };
}
const random = sequence(43);
const below = (limit: number) => Math.floor(random(limit));
function oneOf<Item>(items: readonly Item[]): Item {
  const item = items[below(items.length)];
  if (item === undefined) throw new Error('No items');
  return item;
}
const padded = (value: number) => String(value).padStart(2, '0');

const syllables = [
  'ba',
  'dor',
  'fen',
  'gul',
  'hirn',
  'jok',
  'kem',
  'lund',
  'mar',
  'nov',
  'pel',
  'quist',
  'rost',
  'sten',
] as const;
const women = ['Emma', 'Grace', 'Ingrid', 'Lucja', 'Maria', 'Olga', 'Priya', 'Renate', 'Ursula', 'Yvonne'] as const;
const men = ['Adam', 'Boris', 'Carlos', 'Dmitri', 'Eduardo', 'Hiro', 'Igor', 'Kofi', 'Otto', 'Viktor'] as const;
const foreign: readonly [string, string][] = [
  ['Иванова', 'Светлана'],
  ['王', '小明'],
  ['Παπαδάκης', 'Γιώργος'],
  ['محمود', 'أحمد'],
  ['Łuczyńska', 'Małgorzata'],
];

interface Someone {
  id: string;
  given: string;
  family: string;
  born?: string | undefined;
  sex?: string | undefined;
  numbers: Record<string, unknown>[];
  phone?: string | undefined;
}

function recordOf({ id, given, family, born, sex, numbers, phone }: Someone): Resource {
  return patient(id, {
    name: [{ family, given: given === '' ? [] : [given] }],
    birthDate: born,
    gender: sex,
    identifier: numbers,
    telecom: phone === undefined ? [] : [{ system: 'phone', use: 'home', value: phone }],
  });
}

const letters = 'abcdefghijklmnopqrstuvwxyz';
/** A family name that no other pair has, also not with a typing slip. */
const familyOf = (index: number) => {
  const rest = Array.from({ length: 3 }, (_none, place) =>
    (letters[Math.floor(index / 26 ** place) % 26] ?? 'x').repeat(2),
  );
  return `${oneOf(syllables)}${rest.join('')}`.replace(/^./, (first) => first.toUpperCase());
};
const birthDate = () => `${1930 + below(90)}-${padded(1 + below(12))}-${padded(1 + below(28))}`;
const at = (hospital: string, number: string) => mrn(number, `http://hospital-${hospital}.example/mrn`);

function person(index: number): Someone {
  const sex = oneOf(['female', 'male']);
  return {
    id: `${index}-a`,
    given: sex === 'female' ? oneOf(women) : oneOf(men),
    family: familyOf(index),
    born: birthDate(),
    sex,
    numbers: [at('a', `A${index}`)],
    phone: `617555${String(1000 + index)}`,
  };
}

/** The same person at another hospital. */
const elsewhere = (one: Someone, index: number, changes: Partial<Someone> = {}): Someone => ({
  ...one,
  id: `${index}-b`,
  numbers: [at('b', `B${index}`)],
  phone: undefined,
  ...changes,
});

/** One letter wrong, missing, doubled, or exchanged with its neighbor. */
function mistyped(name: string): string {
  const place = 1 + below(name.length - 2);
  const [before, here = '', next = '', after] = [
    name.slice(0, place),
    name[place],
    name[place + 1],
    name.slice(place + 2),
  ];
  const typed = [`${before}x${next}${after}`, `${before}${next}${after}`, `${before}${here}${here}${next}${after}`];
  return oneOf([`${before}${next}${here}${after}`, ...typed]);
}

function mistypedDate(date: string): string {
  const [year, month = '', day = ''] = date.split('-');
  const otherYear = `${Number(year) + (Number(year) % 10 === 9 ? -1 : 1)}-${month}-${day}`;
  return Number(day) <= 12 && day !== month ? oneOf([otherYear, `${year}-${day}-${month}`]) : otherYear;
}

type Truth = 'one' | 'two';
interface Pair {
  kind: string;
  truth: Truth;
  records: [Someone, Someone];
}

const kinds: readonly ((index: number) => Pair)[] = [
  (index) => {
    const one = person(index);
    return { kind: 'equal', truth: 'one', records: [one, elsewhere(one, index)] };
  },
  (index) => {
    const one = person(index);
    const family = mistyped(one.family);
    return { kind: 'slip in the family name', truth: 'one', records: [one, elsewhere(one, index, { family })] };
  },
  (index) => {
    const one = person(index);
    const changes = { born: mistypedDate(one.born ?? ''), given: one.given };
    return { kind: 'slip in the birth date', truth: 'one', records: [one, elsewhere(one, index, changes)] };
  },
  (index) => {
    const one = person(index);
    const changes = { family: mistyped(one.family), born: mistypedDate(one.born ?? '') };
    return { kind: 'two slips', truth: 'one', records: [one, elsewhere(one, index, changes)] };
  },
  (index) => {
    const one = person(index);
    return {
      kind: 'swapped names',
      truth: 'one',
      records: [
        one,
        elsewhere(one, index, { given: one.family, family: one.given, born: mistypedDate(one.born ?? '') }),
      ],
    };
  },
  (index) => {
    const one = { ...person(index), given: oneOf(women), sex: 'female' };
    const married = elsewhere(one, index, { family: familyOf(index + 8000), phone: one.phone });
    return { kind: 'married name', truth: 'one', records: [one, married] };
  },
  (index) => {
    const one = person(index);
    const newborn = { ...one, given: oneOf(['Baby Girl', 'BABYBOY', 'Newborn']) };
    return { kind: 'renamed newborn', truth: 'one', records: [newborn, elsewhere(one, index)] };
  },
  (index) => {
    const one = person(index);
    const newborn = { ...one, given: 'Baby Girl' };
    return { kind: 'renamed newborn of one number', truth: 'one', records: [newborn, { ...one, id: `${index}-b` }] };
  },
  (index) => {
    const [family, given] = oneOf(foreign);
    const one = { ...person(index), family, given };
    const plain = family === 'Łuczyńska' ? { family: 'LUCZYNSKA', given: 'MALGORZATA' } : {};
    return { kind: 'non-Latin name', truth: 'one', records: [one, elsewhere(one, index, plain)] };
  },
  (index) => {
    const one = person(index);
    const missing = oneOf<Partial<Someone>>([
      { born: undefined },
      { sex: undefined },
      { born: undefined, sex: undefined },
      { given: '' },
    ]);
    return { kind: 'missing parts', truth: 'one', records: [one, elsewhere(one, index, missing)] };
  },
  (index) => {
    const one = { ...person(index), given: 'William', sex: 'male' };
    const changes = { given: 'Bill', born: mistypedDate(one.born ?? '') };
    return { kind: 'short form', truth: 'one', records: [one, elsewhere(one, index, changes)] };
  },
  (index) => {
    const one = person(index);
    const number = ssn(`5${padded(index % 100)}-4${index % 10}-${1000 + index}`);
    const first = { ...one, given: 'Nora', sex: 'female', numbers: [...one.numbers, number] };
    const twin = elsewhere(first, index, { given: oneOf(['Lena', 'Leon']), phone: one.phone });
    const sex = twin.given === 'Leon' ? 'male' : 'female';
    return {
      kind: 'twins with one SSN',
      truth: 'two',
      records: [first, { ...twin, sex, numbers: [...twin.numbers, number] }],
    };
  },
  (index) => {
    const first = { ...person(index), given: 'Nora', sex: 'female' };
    const twin = elsewhere(first, index, {
      given: oneOf(['Lena', 'Leon']),
      phone: first.phone,
      numbers: [at('a', `T${index}`)],
    });
    return {
      kind: 'twins',
      truth: 'two',
      records: [first, { ...twin, sex: twin.given === 'Leon' ? 'male' : 'female' }],
    };
  },
  (index) => {
    const one = person(index);
    const other = { ...person(index + 12_000), id: `${index}-b`, numbers: one.numbers };
    const changes = oneOf<Partial<Someone>>([{}, { born: one.born ?? '', sex: 'female' }, { family: one.family }]);
    const records: [Someone, Someone] = [
      { ...one, given: 'Kofi', sex: 'male' },
      { ...other, given: 'Ingrid', sex: 'female', ...changes },
    ];
    return { kind: 'recycled or overlaid number', truth: 'two', records };
  },
  (index) => {
    const one = { ...person(index), given: 'Maria', sex: 'female', born: '1990-04-04' };
    const number = ssn(`6${padded(index % 60)}-3${index % 10}-${1000 + index}`);
    const child = { given: 'Emma', born: '2023-09-21', numbers: [at('b', `B${index}`), number] };
    return {
      kind: 'newborn with the mother’s SSN',
      truth: 'two',
      records: [{ ...one, numbers: [...one.numbers, number] }, elsewhere(one, index, child)],
    };
  },
];

test('of a thousand pairs no two people are merged, and every true pair is one patient or offered', async () => {
  const pairs = Array.from({ length: 1000 }, (_none, index) => (kinds[index % kinds.length] ?? person)(index) as Pair);
  for (const place of [0, 1] as const) {
    const file = ndjson(...pairs.map(({ records }) => recordOf(records[place])));
    const report = await bench.import(await bench.files.write(file, `people-${place}.ndjson`));
    expect(report.problems).toEqual([]);
  }
  const found = await bench.rows<{ value: string; row_id: number }>(
    `select value, row_id from source_key where resource_type = 'Patient'`,
  );
  const rowOf = new Map(found.map(({ value, row_id: id }) => [value, id]));
  const offered = await bench.rows<{ pair: string }>(
    `select least(patient_id, other_patient_id) || ' ' || greatest(patient_id, other_patient_id) as pair from patient_duplicate`,
  );
  const reviewed = new Set(offered.map(({ pair }) => pair));
  const results = pairs.map(({ kind, truth, records }) => {
    const [one = 0, other = 0] = records.map(({ id }) => rowOf.get(id));
    const isOffered = reviewed.has(`${Math.min(one, other)} ${Math.max(one, other)}`);
    return { kind, truth, isMerged: one === other, isOffered };
  });
  expect(results.filter(({ truth, isMerged }) => truth === 'two' && isMerged)).toEqual([]);
  expect(results.filter(({ truth, isMerged, isOffered }) => truth === 'one' && !isMerged && !isOffered)).toEqual([]);
  // Reviewers are not flooded: of two people only those with a common number are offered.
  const strangers = results.filter(({ truth, isOffered }) => truth === 'two' && isOffered).map(({ kind }) => kind);
  expect(new Set(strangers)).toEqual(new Set(['twins with one SSN', 'recycled or overlaid number']));
  // Of different pairs nobody is merged either.
  const charts = await bench.rows<{ n: number }>('select count(*)::int as n from patient');
  expect(charts).toEqual([{ n: results.reduce((sum, { isMerged }) => sum + (isMerged ? 1 : 2), 0) }]);
}, 120_000);
