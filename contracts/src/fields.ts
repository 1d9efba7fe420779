import { z } from 'zod';

// Field rules with their exact messages (docs/domain/fields.md).

/** A row's id; ids start at 1. */
export const id = z.number().int().positive();
/** A row's id in a query string. */
export const queryId = z.coerce.number<number | string>().int().positive();
/** A number of days, a page, a size in a query string. */
export function queryInteger(options: { min: number; max: number; fallback: number }) {
  return z.coerce.number<number | string>().int().min(options.min).max(options.max).default(options.fallback);
}
/** true, false, 1, 0 in a query string. */
export const queryBoolean = z.union([z.boolean(), z.stringbool()]);
/** One value or many in a query string. */
export function queryList<Item extends z.ZodType>(item: Item) {
  return z.preprocess((value) => (value === undefined || Array.isArray(value) ? value : [value]), z.array(item));
}

/** The values of a list, each once: a list of choices may name one twice. */
export const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/** An ISO 8601 timestamp with an offset; UTC in responses. */
export const timestamp = z.iso.datetime({ offset: true });
/** A timestamp in user input: must be in this century. */
export const moment = timestamp.refine((value) => {
  const year = new Date(value).getUTCFullYear();
  return year >= 2000 && year < 2100;
}, 'Please enter a valid date');
/**
 * An IANA time zone known to this machine, by its main name: PostgreSQL reads abbreviations such as AST, and offsets, differently.
 */
export const timeZone = z.string().transform((value, context) => {
  const name = zoneName(value);
  if (name !== undefined && !/^[+-]/.test(name)) return name;
  context.addIssue({ code: 'custom', message: 'Please name a time zone' });
  return z.NEVER;
});
/** The main name of a time zone or offset that this machine knows. */
export function zoneName(value: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
/** A day without a time, YYYY-MM-DD. */
export const day = z.iso.date('Please enter a valid date');

/** The version of a row on which a change is based. */
export const version = z.number().int().positive();

const digitsOf = (value: string) => value.replace(/\D/g, '');

/** A number outside country code 1, such as +44 20 7946 0958 x12: country code, number and extension. */
const foreignPhone =
  /^\+((?:7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d{2}))(\d{4,12})(?:x(\d{1,5}))?$/;

/** Punctuation allowed between the digits of a phone number. */
const phonePunctuation = /[\s().\-–/]/g;

/** Stored form of a foreign number, +442079460958 or +442079460958x12; null if it is not one. */
export function foreignPhoneOf(value: string): string | null {
  const compact = value.replace(phonePunctuation, '').replace(/(?:ext|x)(\d+)$/i, 'x$1');
  return /^\+\d{8,15}(?:x\d+)?$/.test(compact) && foreignPhone.test(compact) ? compact : null;
}

/** An extension at the end of a phone number: x12, ext. 12. */
export const phoneExtension = /(?:ext\.?|x)\s*(\d+)\s*$/i;

/**
 * Stored form of a phone number, null if empty: digits, with `x` before an extension. Foreign numbers keep their plus and
 * country code. A stored number is its own stored form, because forms send what they parsed and the server parses it again.
 */
export function phoneDigits(value: string | null | undefined): string | null {
  const text = value ?? '';
  const foreign = foreignPhoneOf(text);
  if (foreign !== null) return foreign;
  const [extension, number] = [phoneExtension.exec(text)?.[1], digitsOf(text.replace(phoneExtension, ''))];
  return extension !== undefined && number !== '' ? `${number}x${extension}` : digitsOf(text) || null;
}

/**
 * Formats a stored phone number: (617) 555-0123, (617) 555-0123 x12, or +44 2079460958; other digits are unchanged. Area codes
 * begin with 2 to 9, so a leading 1 is the country code. Digits after the tenth are an extension stored before it was marked.
 */
export function formatPhone(stored: string | null | undefined): string {
  const kept = phoneDigits(stored) ?? '';
  const foreign = foreignPhone.exec(kept);
  if (foreign !== null) {
    const [, country, number, extension] = foreign;
    return `+${country} ${number}${extension ? ` x${extension}` : ''}`;
  }
  const parts = /^1?([2-9]\d{2})(\d{3})(\d{4})x?(\d{0,5})$/.exec(kept);
  if (parts === null) return stored ?? '';
  const [, area, exchange, line, extension] = parts;
  return `(${area}) ${exchange}-${line}${extension ? ` x${extension}` : ''}`;
}

/** Link that calls a phone number: tel:+16175550123;ext=12. */
export function phoneLink(phone: string): string {
  const [number = '', extension] = (phoneDigits(formatPhone(phone)) ?? '').split('x');
  return `tel:${number.replace(/^(?=\d{10}$)/, '+1')}${extension ? `;ext=${extension}` : ''}`;
}

/** An optional text: trimmed, and null if empty. */
export function optionalText(max: number, message: string) {
  return z
    .string()
    .trim()
    .max(max, message)
    .nullish()
    .transform((value) => value || null);
}

/** A text in an update: undefined does not change it, empty removes it. */
export function unlessLeftOut(max: number, message: string) {
  return z
    .string()
    .trim()
    .max(max, message)
    .nullish()
    .transform((value) => (value === undefined ? undefined : value || null));
}

/** Whether a text can be stored: no NUL, which PostgreSQL does not accept, and no lone surrogates. */
export const isKeepable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Matches a visible character: no space, no combining mark, no zero-width character. */
const visible = /[^\s\p{Z}\p{Cf}\p{DI}\p{M}\u2800]/u;

/** Whether a text contains any visible character. */
export const hasVisibleText = (text: string): boolean => visible.test(text);

/** A required text with at least one visible character: trimmed. */
export function requiredText(max: number, missing: string, tooLong: string) {
  return z.string(missing).trim().min(1, missing).refine(hasVisibleText, missing).max(max, tooLong);
}

/** Removes invisible characters, which would make a name impossible to find. */
const withoutInvisible = (text: string): string => text.replaceAll(/[\p{Cf}\p{DI}\u2800]/gu, '');

/** A required name of a person. */
export function requiredName(max: number, missing: string, tooLong: string) {
  return z
    .string(missing)
    .transform(withoutInvisible)
    .pipe(requiredText(max, missing, tooLong));
}

/**
 * A name of an entry as it is stored, so that two names cannot look the same: without invisible characters, with single spaces, each
 * letter and its accents as one character where there is one.
 */
export const titleOf = (text: string): string => withoutInvisible(text).replaceAll(/\s+/g, ' ').trim().normalize('NFC');

/** Maximum characters of the name of a facility, typed or imported. */
export const facilityNameLimit = 255;

/** A required name of an entry. */
export function requiredTitle(max: number, missing: string, tooLong: string) {
  return z
    .string(missing)
    .transform(titleOf)
    .pipe(requiredText(max, missing, tooLong));
}

/** An optional part of a person's name: null if empty. */
export function optionalName(max: number, message: string) {
  return z
    .string()
    .nullish()
    .transform((value) => withoutInvisible(value ?? ''))
    .pipe(z.string().trim().max(max, message))
    .transform((value) => value || null);
}
