import type { InSql } from '../../../platform/db/fixedStatement.ts';
import type { PatientSearch } from './searchTerm.ts';

// The statement of a search depends on the ways of searching, of which there are few, but not on the texts searched for.

/** The texts of a search, by their place. */
export type SearchedTexts = Record<`text${number}`, string>;

/** Fields of a way that are part of the statement. */
const fixedFields = new Set(['by', 'order']);

/** The ways of a search, written the same for every search that differs only in its texts, and those texts. */
export function separateTexts(search: readonly PatientSearch[]): { ways: string; texts: SearchedTexts } {
  const texts: SearchedTexts = {};
  let count = 0;
  const ways = replaceTexts(search, (text) => {
    const place = `text${count}` as const;
    count += 1;
    texts[place] = text;
    return place;
  });
  return { ways: JSON.stringify(ways), texts };
}

/** The ways with `given` in the places of their texts. */
export function putTexts(
  ways: string,
  given: { readonly [place: `text${number}`]: InSql<string> },
): PatientSearch<InSql<string>>[] {
  return replaceTexts(JSON.parse(ways), (place) => given[place as `text${number}`]) as PatientSearch<InSql<string>>[];
}

/** An empty text stays: its condition is left out. */
function replaceTexts(value: unknown, replace: (text: string) => unknown): unknown {
  if (typeof value === 'string') return value === '' ? value : replace(value);
  if (Array.isArray(value)) return value.map((item: unknown) => replaceTexts(item, replace));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, fixedFields.has(name) ? field : replaceTexts(field, replace)]),
  );
}
