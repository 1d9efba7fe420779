import { earliestDay } from '@careloop/contracts/fields/dates';
import { z } from 'zod';

// FHIR's date and dateTime (R4, datatypes): a year, a month, a day, or a moment with seconds and an offset.
const shape =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2}):(\d{2}):(\d{2})(?:\.\d{1,9})?(Z|[+-](?:0\d|1[0-4]):[0-5]\d))?)?)?$/;

/** Whether a text is a FHIR date or dateTime that exists in the calendar. */
export function isFhirDate(value: string): boolean {
  const parts = shape.exec(value);
  if (parts === null) return false;
  const [year, month, day, hour, minute, second] = parts.slice(1, 7).map((part) => Number(part ?? Number.NaN));
  if (year === 0 || month === 0 || (month ?? 0) > 12) return false;
  if (day !== undefined && !Number.isNaN(day) && !isDayOf(Number(year), Number(month), day)) return false;
  return !((hour ?? 0) > 23 || (minute ?? 0) > 59 || (second ?? 0) > 60);
}

function isDayOf(year: number, month: number, day: number): boolean {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Senders fill an unknown date with the first one of their system, such as 0001-01-01. */
const isReal = (value: string): boolean => value.slice(0, 4) >= earliestDay.slice(0, 4);

const readable = z
  .string('is not a date')
  .trim()
  .refine(isFhirDate, { error: 'is not a date that exists', abort: true })
  .refine(isReal, `is before ${earliestDay.slice(0, 4)}`);

/** An optional date or dateTime, from 1850 on. */
export const fhirDate = readable.nullish().transform((value) => value ?? null);

/** The same of something that has happened, such as an onset. One in the future is left out: clocks and typists may be wrong. */
export const pastDate = readable
  .refine((value) => !isFuture(value), 'is in the future')
  .nullish()
  .transform((value) => value ?? null);

const day = 86_400_000;

/** Whether a moment is in the future everywhere: where a record was written it may already be tomorrow. */
export const isAhead = (milliseconds: number): boolean => milliseconds > Date.now() + day;

export const isFuture = (value: string): boolean => isAhead(millisecondsOf(value));

/** Whether a date certainly lies before another one, as exact as both are: 2023 before 2024-03, but neither of 2024 and 2024-03. */
export function isBefore(value: string, other: string): boolean {
  if (value.length > 10 && other.length > 10) return millisecondsOf(value) < millisecondsOf(other);
  const length = Math.min(value.length, other.length, 10);
  return value.slice(0, length) < other.slice(0, length);
}

/** The end of something that is stated apart from its start. One that is before the start is left out and named. */
export function endAfter(
  start: string | null,
  end: string | null,
  { called, remarks }: { called: string; remarks: string[] },
): string | null {
  if (start === null || end === null || !isBefore(end, start)) return end;
  remarks.push(`left out: ${called}`);
  return null;
}

/** Whether the value includes a day, not just a month or year. */
export function hasDay(value: string): boolean {
  return value.length >= 10;
}

/**
 * The day as written in local time, ignoring the offset: 1976-01-19T22:58:16-05:00 is January 19. A month or year alone becomes
 * its first day.
 */
export function dayOf(value: string): string {
  return `${value}-01-01`.slice(0, 10);
}

/** The instant, with its offset. A day alone becomes noon UTC, which falls on the same day everywhere in the United States. */
export function momentOf(value: string): string {
  if (value.length <= 10) return `${dayOf(value)}T12:00:00Z`;
  // JavaScript cannot parse a leap second (:60), so it becomes the second before.
  return value.slice(17, 19) === '60' ? `${value.slice(0, 17)}59${value.slice(19)}` : value;
}

/**
 * The instant when a period ends. An end given as a day, month or year is inclusive, and ends when it ends in Hawaii, the last
 * US time zone.
 */
export function endOf(value: string): string {
  if (value.length > 10) return momentOf(value);
  const [year = '', month = '12', day] = value.split('-');
  const lastDay = day ?? String(new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate());
  return `${year}-${month}-${lastDay}T23:59:59-10:00`;
}

/** Milliseconds since 1970, for comparison. */
export function millisecondsOf(value: string): number {
  return Date.parse(momentOf(value));
}
