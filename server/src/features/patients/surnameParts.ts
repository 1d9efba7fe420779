import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { InSql } from '../../platform/db/fixedStatement.ts';
import { hasPrefix } from '../../platform/db/startsWith.ts';

/** A search for later parts of last names, like "fuente" of "de la fuente". */
export interface SurnamePartSearch<Text = string> {
  by: 'surnamePart';
  /** Beginnings of keys of `patient_surname_part`, each with a LIKE pattern that the whole key must match. */
  keys: { prefix: Text; pattern: Text }[];
  /** Beginnings of names that the other types of search find. */
  otherPrefixes: Text[];
}

const fewestLetters = 2;

/** The interpretations of a search term as a part of a last name: "fuente", "fuente, carmen", "fuente carmen" or "carmen fuente". */
export function readSurnameParts(text: string, otherPrefixes: string[]): SurnamePartSearch[] {
  const prefixes = text.includes(',') ? [] : [...text.matchAll(/ /g)].slice(0, 3);
  const keys = [
    ...otherPrefixes.map((prefix) => ({ prefix, pattern: '%' })),
    ...prefixes.map(({ index }) => ({
      prefix: text.slice(index + 1),
      pattern: `%, ${text.slice(0, index).replace(/[\\%_]/g, String.raw`\$&`)}%`,
    })),
  ].filter(({ prefix }) => prefix.length >= fewestLetters && !/\d/.test(prefix));
  return keys.length === 0 ? [] : [{ by: 'surnamePart', keys, otherPrefixes }];
}

const texts = (items: readonly InSql<string>[]) => sql`array[${sql.join(items)}]::text[]`;

/** The keys searched for, as rows `k`. */
export function searchedKeys({ keys }: SurnamePartSearch<InSql<string>>): RawBuilder<unknown> {
  return sql`(select name_key(prefix) as prefix, name_key(pattern) as pattern
    from unnest(${texts(keys.map(({ prefix }) => prefix))}, ${texts(keys.map(({ pattern }) => pattern))}) as t(prefix, pattern) offset 0) as k`;
}

/** Whether a key of `patient_surname_part` is in the range of a searched key `k`. */
export function isSearched(key: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`${hasPrefix(key, sql`k.prefix`)} and ${key} like k.pattern`;
}

/** Whether a patient `p` has a searched part. */
export function hasSurnamePart(search: SurnamePartSearch<InSql<string>>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from patient_surname_part s cross join ${searchedKeys(search)}
    where s.patient_id = p.patient_id and ${isSearched(sql.ref('s.key'))})`;
}

/**
 * Whether a matching row `s` is the one that lists its patient `p`: the first of the patient's matching parts, if no other type
 * of search lists the patient under another key.
 */
export function listsPatient(search: SurnamePartSearch<InSql<string>>): RawBuilder<boolean> {
  return sql<boolean>`not exists (select from unnest(${texts(search.otherPrefixes)}) as o(prefix)
      where p.last_first ^@ name_key(o.prefix) or p.first_last ^@ name_key(o.prefix))
    and not exists (select from patient_surname_part earlier cross join ${searchedKeys(search)}
      where earlier.patient_id = s.patient_id and earlier.key < s.key and ${isSearched(sql.ref('earlier.key'))})`;
}
