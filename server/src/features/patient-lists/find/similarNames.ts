import { sql } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { shape } from '../../../platform/db/shape.ts';

/** Maximum number of similar names per typed name. */
const mostSimilar = 6;

/** A name as typed; an empty part matches any name. */
export interface TypedName {
  last: string;
  first: string;
}

/** Prefixes of search keys of patients with similar names. */
export interface SimilarKeys {
  lastFirst: string[];
  firstLast: string[];
}

/** The interpretations of a search term as a name: "last, first", "first last" and "last first", or a single word as either. */
export function readTypedNames(term: string): TypedName[] {
  const text = term.trim().replace(/\s+/g, ' ');
  if (text === '' || /\d/.test(text)) return [];
  const [last = '', first = ''] = text.split(/\s*,\s*/, 2);
  if (text.includes(',')) return [{ last, first }];
  const words = text.split(' ');
  const [one = '', ...rest] = words;
  if (rest.length === 0)
    return [
      { last: one, first: '' },
      { last: '', first: one },
    ];
  const head = words.slice(0, -1).join(' ');
  return [
    { first: head, last: words.at(-1) ?? '' },
    { last: one, first: rest.join(' ') },
  ];
}

/**
 * The key prefixes of patients whose names sound like these or are spelled almost the same. They come from the list of distinct
 * names, which grows much slower than the number of patients; the patients are then read as index ranges.
 */
export async function findSimilarKeys(db: Db, names: readonly TypedName[]): Promise<SimilarKeys> {
  const similar = await findSimilarNames(db, names);
  const keys: SimilarKeys = { lastFirst: [], firstLast: [] };
  for (const { last, first } of names) {
    const lasts = last === '' ? [] : similar(last, true);
    // "jo" may stand for every first name that starts with it.
    const firsts = first === '' ? [''] : [first, ...similar(first, false)];
    if (last === '') keys.firstLast.push(...firsts.filter((name) => name !== '').map((name) => `${name} `));
    else keys.lastFirst.push(...lasts.flatMap((one) => firsts.map((name) => `${one}, ${name}`)));
  }
  return { lastFirst: [...new Set(keys.lastFirst)], firstLast: [...new Set(keys.firstLast)] };
}

interface SimilarNames {
  typed: string;
  isLast: boolean;
  names: string[];
}

const similarNames = shape<SimilarNames, { t: { name: string; is_last: boolean } }>({
  typed: 't.name',
  isLast: 't.is_last',
  names: sql`array(select n.name from (
      select name from patient_name n where n.is_last = t.is_last and n.name % name_key(t.name)
      union select name from patient_name n where n.is_last = t.is_last and n.sound = dmetaphone(name_key(t.name))) as n
    order by similarity(n.name, name_key(t.name)) desc, n.name limit ${sql.lit(mostSimilar)})`,
});

async function findSimilarNames(db: Db, names: readonly TypedName[]) {
  const typed = names.flatMap(({ last, first }) => [
    { name: last, isLast: true },
    { name: first, isLast: false },
  ]);
  const wanted = typed.filter(({ name }) => name !== '');
  const { rows } =
    await similarNames.from`unnest(${wanted.map(({ name }) => name)}::text[], ${wanted.map(({ isLast }) => isLast)}::boolean[])
      as t (name, is_last)`.execute(db);
  return (name: string, isLast: boolean): readonly string[] =>
    rows.find((row) => row.typed === name && row.isLast === isLast)?.names ?? [];
}
