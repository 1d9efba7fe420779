import { z } from 'zod';
import { parseDay } from './dates.ts';

// A date as exact as somebody knows it: a day, a month or a year (docs/domain/fields.md).

export const partialDayTexts = {
  invalid: 'Please enter a date, a month such as 3/2024, or a year',
} as const;

const months = [/^(?<year>\d{4})-(?<month>\d{1,2})$/, /^(?<month>\d{1,2})[/\-.](?<year>\d{4})$/];

/** Parses a typed day, month (3/2024, 2024-03) or year to YYYY-MM-DD, YYYY-MM or YYYY. Null if it is none. */
export function parsePartialDay(text: string): string | null {
  const typed = text.trim();
  const day = parseDay(typed);
  if (day !== null) return day;
  if (/^(1[89]|20)\d{2}$/.test(typed)) return typed;
  const parts = months.map((form) => form.exec(typed)?.groups).find((groups) => groups !== undefined);
  const [year, month] = [Number(parts?.['year']), Number(parts?.['month'])];
  if (!(month >= 1 && month <= 12) || year < 1800) return null;
  return `${year}-${String(month).padStart(2, '0')}`;
}

/** An optional typed date, month or year, as `parsePartialDay` returns it; null if empty. */
export const optionalPartialDay = z
  .string()
  .trim()
  .nullish()
  .refine((value) => !value || parsePartialDay(value) !== null, partialDayTexts.invalid)
  .transform((value) => (value ? parsePartialDay(value) : null));

/** How exact a partial day is, and its first day. */
export function splitPartialDay(value: string | null): { day: string | null; precision: 'year' | 'month' | 'day' } {
  if (value === null) return { day: null, precision: 'day' };
  const [year = '', month = '01', day = '01'] = value.split('-');
  const precision = value.length === 4 ? 'year' : value.length === 7 ? 'month' : 'day';
  return { day: `${year}-${month}-${day}`, precision };
}

/** Whether all of a partial day is after `today`. */
export function isAhead(value: string, today: string): boolean {
  return (splitPartialDay(value).day ?? '') > today;
}

/** Whether a partial day certainly lies before another: 2023 before 2024-03, but neither of 2024 and 2024-03. */
export function isBefore(one: string, other: string): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(0, length) < other.slice(0, length);
}
