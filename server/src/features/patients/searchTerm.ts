/** What somebody typed into the patient search, understood. */
export type PatientSearch =
  | { by: 'all' }
  | { by: 'birthDate'; date: string }
  | { by: 'mrn'; prefix: string }
  | { by: 'lastFirst'; prefix: string }
  | { by: 'firstLast'; prefix: string };

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/**
 * Ways to look for what was typed, best first: a date of birth as 7/14/1945, 1945-07-14 or 14-Jul-1945; an MRN when
 * it is one word or there is a digit in it; a name, "last, first", "first last" or the beginning of either.
 * More than one way may fit: a name can hold digits, and so does an MRN.
 */
export function readPatientSearch(term: string): PatientSearch[] {
  const text = term.trim().replace(/\s+/g, ' ');
  if (text === '') return [{ by: 'all' }];
  const date = readBirthDate(text);
  if (date !== null) return [{ by: 'birthDate', date }];
  const isWord = !/[ ,]/.test(text);
  const ways: PatientSearch[] = isWord || /\d/.test(text) ? [{ by: 'mrn', prefix: text }] : [];
  if (text.includes(',')) return [...ways, { by: 'lastFirst', prefix: text.replace(/\s*,\s*/, ', ') }];
  // "hernandez rosa", "de la fuente carmen": each space may be where the comma was left out.
  const splits = [...text.matchAll(/ /g)].slice(0, 3).map((space) => ({
    by: 'lastFirst' as const,
    prefix: `${text.slice(0, space.index)}, ${text.slice(space.index + 1)}`,
  }));
  return [...ways, { by: 'lastFirst', prefix: text }, { by: 'firstLast', prefix: text }, ...splits];
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
