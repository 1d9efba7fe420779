import { phoneDigits, phoneExtension } from '@careloop/contracts/fields';
import { earliestDay } from '@careloop/contracts/fields/dates';

import { readSurnameParts } from '../surnameParts.ts';
import type { SurnamePartSearch } from '../surnameParts.ts';

/** A parsed search term of the patient search. `Text` is what was typed, or its place in SQL. */
export type PatientSearch<Text = string> =
  | { by: 'all' }
  /** `name` is a prefix of the first or last name; empty for everyone born that day. */
  | { by: 'birthDate'; date: Text; name: Text }
  /** Ten digits, or a foreign number with its plus sign. */
  | { by: 'phone'; number: Text }
  /** `isWhole`: the MRN equals the prefix. */
  | { by: 'mrn'; prefix: Text; isWhole?: boolean }
  /** A complete MRN other than the displayed one: of another system, or of a record merged into the patient's. */
  | { by: 'furtherMrn'; number: Text }
  | { by: 'lastFirst'; prefix: Text }
  /** Like `lastFirst` or `firstLast`, with `middle` as a prefix of the middle name, or with `isWhole` all of it. */
  | { by: 'middle'; prefix: Text; middle: Text; order: 'lastFirst' | 'firstLast'; isWhole?: boolean }
  | { by: 'firstLast'; prefix: Text }
  | SurnamePartSearch<Text>;

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Returns the interpretations of a search term, best first: a date of birth as 7/14/1945, 1945-07-14 or 14-Jul-1945, alone or
 * with a name, where a two-digit year may be in either century; a phone number; an MRN if it is a single word or contains a
 * digit; a name written "last, first", "first last" or a prefix of either. There may be several, since both names and MRNs can
 * contain digits.
 */
export function readPatientSearch(term: string): PatientSearch[] {
  const text = term.trim().replace(/\s+/g, ' ');
  if (text === '') return [{ by: 'all' }];
  const born = readBorn(text);
  if (born !== null) return [born];
  const isWord = !/[ ,]/.test(text);
  const ways: PatientSearch[] = readShortDates(text);
  if (isWord || /\d/.test(text)) ways.push({ by: 'mrn', prefix: text });
  if (isWord && /\d/.test(text)) ways.push({ by: 'furtherMrn', number: text });
  const number = readPhone(text);
  if (number !== null) ways.push({ by: 'phone', number });
  ways.push(...withMiddleName(text));
  if (text.includes(',')) {
    const prefix = text.replace(/\s*,\s*/, ', ');
    return [...ways, { by: 'lastFirst', prefix }, ...readSurnameParts(prefix, [prefix])];
  }
  // "hernandez rosa", "de la fuente carmen": the comma may be missing at any space.
  const splits = [...text.matchAll(/ /g)].slice(0, 3).map((space) => ({
    by: 'lastFirst' as const,
    prefix: `${text.slice(0, space.index)}, ${text.slice(space.index + 1)}`,
  }));
  const parts = readSurnameParts(text, [text, ...splits.map(({ prefix }) => prefix)]);
  return [...ways, { by: 'lastFirst', prefix: text }, { by: 'firstLast', prefix: text }, ...splits, ...parts];
}

const dateForms = /\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[- ][a-z]{3}[a-z]*[- ,]+\d{4}/i;

/** A birth date with an optional name before or after it. */
function readBorn(text: string): PatientSearch | null {
  const [typed = ''] = dateForms.exec(text) ?? [];
  const date = typed === '' ? null : readBirthDate(typed);
  if (date === null) return null;
  const name = text
    .replace(typed, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ ,]+|[ ,]+$/g, '');
  return { by: 'birthDate', date, name: name.replace(/\s*,\s*/, ', ') };
}

/** A date with a two-digit year, in both centuries, or eight digits like 04161945. They may also be an MRN. */
function readShortDates(text: string): PatientSearch[] {
  const [, dayAndMonth, year] = /(?<!\d)(\d{1,2}[/.-]\d{1,2}[/.-])(\d{2})(?!\d)/.exec(text) ?? [];
  const [, month, day, whole] = /^(\d{2})(\d{2})(\d{4})$/.exec(text) ?? [];
  const texts = [
    ...(dayAndMonth === undefined
      ? []
      : ['20', '19'].map((century) => text.replace(`${dayAndMonth}${year}`, `${dayAndMonth}${century}${year}`))),
    ...(whole === undefined ? [] : [`${month}/${day}/${whole}`]),
  ];
  const today = new Date().toISOString().slice(0, 10);
  return texts
    .map(readBorn)
    .filter((born) => born?.by === 'birthDate' && born.date <= today && born.date >= earliestDay)
    .filter((born) => born !== null);
}

/** "Last, First Middle" and "First Middle Last", as displayed and printed. */
function withMiddleName(text: string): PatientSearch[] {
  const [last = '', given] = text.split(/\s*,\s*/);
  const words = (given ?? text).split(' ');
  const [first = '', ...others] = words;
  if (given !== undefined) {
    return others.length === 0
      ? []
      : [{ by: 'middle', prefix: `${last}, ${first}`, middle: others.join(' '), order: 'lastFirst' }];
  }
  const [middle = '', ...lasts] = others;
  return lasts.length === 0
    ? []
    : [{ by: 'middle', prefix: `${first} ${lasts.join(' ')}`, middle, order: 'firstLast' }];
}

/** The digits of a complete phone number without country code 1 and extension, as stored by `phone_key`. */
function readPhone(text: string): string | null {
  const number = text.replace(phoneExtension, '');
  if (!/^[+\d().\s–-]+$/.test(number)) return null;
  const kept = phoneDigits(number);
  if (kept === null || kept.startsWith('+')) return kept;
  const digits = kept.replace(/^1(?=[2-9])/, '');
  return digits.length === 10 ? digits : null;
}

function readBirthDate(text: string): string | null {
  const american = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text);
  if (american !== null) return isoDate(american[3], american[1], american[2]);
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text);
  if (iso !== null) return isoDate(iso[1], iso[2], iso[3]);
  const named = /^(\d{1,2})[- ]([a-z]{3})[a-z]*[- ,]+(\d{4})$/i.exec(text);
  const month = months.indexOf(named?.[2]?.toLowerCase() ?? '') + 1;
  return named === null || month === 0 ? null : isoDate(named[3], String(month), named[1]);
}

/** YYYY-MM-DD, or null if the date does not exist. */
function isoDate(year: string | undefined, month: string | undefined, day: string | undefined): string | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isReal ? date.toISOString().slice(0, 10) : null;
}
