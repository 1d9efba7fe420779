import { z } from 'zod';

// Field rules with their exact messages (docs/domain/fields.md). Each stands here once.

/** A row's id. Numbers on the wire; the database counts from 1. */
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

/** A moment, as ISO 8601 with an offset; UTC when it comes from the server. */
export const timestamp = z.iso.datetime({ offset: true });
/** A moment that somebody writes: an ISO timestamp of this century. */
export const moment = timestamp.refine((value) => {
  const year = new Date(value).getUTCFullYear();
  return year >= 2000 && year < 2100;
}, 'Please enter a valid date');
/** An IANA time zone that this machine knows. */
export const timeZone = z.string().refine((value) => {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: value }).format() !== '';
  } catch {
    return false;
  }
}, 'Please name a time zone');
/** A day without a time, YYYY-MM-DD. */
export const day = z.iso.date('Please enter a valid date');

/** The version of a row that a change was made from. */
export const version = z.number().int().positive();

const digitsOf = (value: string) => value.replace(/\D/g, '');

/** +44 20 7946 0958 x12: a number of another country than 1, its country code, the rest and its extension. */
const foreignPhone =
  /^\+((?:7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[2-9]\d{2}))(\d{4,12})(?:x(\d{1,5}))?$/;

/** What people write between the digits of a phone number. */
const phonePunctuation = /[\s().\-–/]/g;

/** A number of another country as it is kept, +442079460958 or +442079460958x12; null for any other. */
export function foreignPhoneOf(value: string): string | null {
  const compact = value.replace(phonePunctuation, '').replace(/(?:ext|x)(\d+)$/i, 'x$1');
  return /^\+\d{8,15}(?:x\d+)?$/.test(compact) && foreignPhone.test(compact) ? compact : null;
}

/**
 * A phone number as it is kept, null when empty: digits only; of another country with its plus and country code, which
 * could not be told from an extension otherwise (decision 031).
 */
export function phoneDigits(value: string | null | undefined): string | null {
  const digits = digitsOf(value ?? '');
  return digits === '' ? null : (foreignPhoneOf(value ?? '') ?? digits);
}

/**
 * (617) 555-0123 or (617) 555-0123 x12 of digits as they are kept, +44 2079460958 of a number of another country, or the
 * digits as they are. Area codes begin with 2 to 9, so a 1 in front is the country's, and what follows ten digits the
 * extension.
 */
export function formatPhone(digits: string | null | undefined): string {
  const foreign = foreignPhone.exec(foreignPhoneOf(digits ?? '') ?? '');
  if (foreign !== null) {
    const [, country, number, extension] = foreign;
    return `+${country} ${number}${extension ? ` x${extension}` : ''}`;
  }
  const parts = /^1?([2-9]\d{2})(\d{3})(\d{4})(\d{0,5})$/.exec(digitsOf(digits ?? ''));
  if (parts === null) return digits ?? '';
  const [, area, exchange, line, extension] = parts;
  return `(${area}) ${exchange}-${line}${extension ? ` x${extension}` : ''}`;
}

/** A text that may be left out: trimmed, and null when nothing is left. */
export function optionalText(max: number, message: string) {
  return z
    .string()
    .trim()
    .max(max, message)
    .nullish()
    .transform((value) => value || null);
}

/** A text of a change: left out, it stays as it is; empty, it is taken away. */
export function unlessLeftOut(max: number, message: string) {
  return z
    .string()
    .trim()
    .max(max, message)
    .nullish()
    .transform((value) => (value === undefined ? undefined : value || null));
}

/** Whether a text can be kept as it is: no NUL, which the database takes in no text, and no half of a character. */
export const isKeepable = (text: string): boolean => text.isWellFormed() && !text.includes('\0');

/** Something to be seen: no blank, no accent without a letter, none of the characters that take no room. */
const visible = /[^\s\p{Z}\p{Cf}\p{DI}\p{M}\u2800]/u;

/** Whether somebody who reads the text would see anything. */
export const hasVisibleText = (text: string): boolean => visible.test(text);

/** A text that must be there and be seen: trimmed. */
export function requiredText(max: number, missing: string, tooLong: string) {
  return z.string(missing).trim().min(1, missing).refine(hasVisibleText, missing).max(max, tooLong);
}

/** Without the characters that cannot be seen, under which nobody would find a name. */
const withoutInvisible = (text: string): string => text.replaceAll(/[\p{Cf}\p{DI}\u2800]/gu, '');

/** A person's name that must be there. */
export function requiredName(max: number, missing: string, tooLong: string) {
  return z
    .string(missing)
    .transform(withoutInvisible)
    .pipe(requiredText(max, missing, tooLong));
}

/** A part of a person's name that may be left out: null when nothing is left. */
export function optionalName(max: number, message: string) {
  return z
    .string()
    .nullish()
    .transform((value) => withoutInvisible(value ?? ''))
    .pipe(z.string().trim().max(max, message))
    .transform((value) => value || null);
}
