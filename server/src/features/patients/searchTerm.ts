import { phoneDigits } from '@careloop/contracts/fields';

/** What somebody typed into the patient search, understood. */
export type PatientSearch =
  | { by: 'all' }
  /** `name` begins the first or last name; empty for everybody born that day. */
  | { by: 'birthDate'; date: string; name: string }
  /** Ten digits, or the number of another country with its plus. */
  | { by: 'phone'; number: string }
  /** `isWhole`: nothing follows the prefix. */
  | { by: 'mrn'; prefix: string; isWhole?: boolean }
  /** The whole of an MRN beside the one on screen: of another system, or of a record merged into the patient's. */
  | { by: 'furtherMrn'; number: string }
  | { by: 'lastFirst'; prefix: string }
  /** As `lastFirst` or `firstLast`, and `middle` begins the middle name, or is the whole of it. */
  | { by: 'middle'; prefix: string; middle: string; order: 'lastFirst' | 'firstLast'; isWhole?: boolean }
  | { by: 'firstLast'; prefix: string };

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Ways to look for what was typed, best first: a date of birth as 7/14/1945, 1945-07-14 or 14-Jul-1945, alone or beside a
 * name, where a year of two digits may be of either century; a phone number; an MRN when it is one word or there is a digit in it; a name, "last, first", "first last" or the
 * beginning of either. More than one way may fit: a name can hold digits, and so does an MRN.
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
  if (text.includes(',')) return [...ways, { by: 'lastFirst', prefix: text.replace(/\s*,\s*/, ', ') }];
  // "hernandez rosa", "de la fuente carmen": each space may be where the comma was left out.
  const splits = [...text.matchAll(/ /g)].slice(0, 3).map((space) => ({
    by: 'lastFirst' as const,
    prefix: `${text.slice(0, space.index)}, ${text.slice(space.index + 1)}`,
  }));
  return [...ways, { by: 'lastFirst', prefix: text }, { by: 'firstLast', prefix: text }, ...splits];
}

const dateForms = /\d{1,2}[/.-]\d{1,2}[/.-]\d{4}|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[- ][a-z]{3}[a-z]*[- ,]+\d{4}/i;

/** A birth date, and the name that stands before or behind it. */
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

/** A date whose year has two digits, in both centuries, and eight digits as 04161945. They may be an MRN as well. */
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
    .filter((born) => born?.by === 'birthDate' && born.date <= today && born.date >= '1850')
    .filter((born) => born !== null);
}

/** "Last, First Middle" and "First Middle Last", as names stand on screens and paper. */
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

/** The digits of a whole phone number, without the country's 1 and an extension, as `phone_key` keeps them. */
function readPhone(text: string): string | null {
  if (!/^[+\d().\s–-]+$/.test(text)) return null;
  const kept = phoneDigits(text);
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

/** YYYY-MM-DD, or null where the calendar has no such day. */
function isoDate(year: string | undefined, month: string | undefined, day: string | undefined): string | null {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  const isReal = date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
  return isReal ? date.toISOString().slice(0, 10) : null;
}
