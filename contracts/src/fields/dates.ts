import { z } from 'zod';

// Typed dates and times, and their rules (docs/domain/fields.md).

export const dateTexts = {
  invalid: 'Please enter a valid date',
  invalidTime: 'Please enter a valid time',
  ambiguousTime: 'Add AM or PM, as in 6:15 AM',
  skippedTime: 'Clocks are set forward that day, so this time does not exist',
  required: 'Date is required',
  timeRequired: 'Time is required',
  bothRequired: 'Date and time are required',
  startRequired: 'Start date is required',
  endRequired: 'End date is required',
  order: 'Start date must be before End date',
  future: 'Date cannot be in the future',
  /** Shown instead of an invalid date. */
  unreadable: (value: string) => `Invalid date: ${value}`,
} as const;

/** The earliest accepted birth date and start of an encounter. */
export const earliestDay = '1850-01-01';

const two = (value: number) => String(value).padStart(2, '0');
const forms = [
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/,
  /^(?<month>\d{1,2})[/\-.](?<day>\d{1,2})[/\-.](?<year>\d{4})$/,
];

/** Parses a typed date (7/4/2026, 07-04-2026 or 2026-07-04) to YYYY-MM-DD. Null if invalid or with a two-digit year. */
export function parseDay(text: string): string | null {
  const groups = forms.map((form) => form.exec(text.trim())?.groups).find((match) => match !== undefined);
  if (groups === undefined) return null;
  const [year, month, day] = [Number(groups['year']), Number(groups['month']), Number(groups['day'])];
  const date = new Date(Date.UTC(year, month - 1, day));
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isReal && year >= 1000 ? `${year}-${two(month)}-${two(day)}` : null;
}

/**
 * Like `parseDay` for a day that lies ahead, such as a visit: also without the century (7/4/26) or the year (7/4), which is
 * then the next such day from `today` on.
 */
export function parseDayAhead(text: string, today: string): string | null {
  const short = /^(?<month>\d{1,2})[/\-.](?<day>\d{1,2})(?:[/\-.](?<year>\d{2}))?$/.exec(text.trim())?.groups;
  if (short === undefined) return parseDay(text);
  const { month, day, year } = short;
  const inYear = (full: number) => parseDay(`${month}/${day}/${full}`);
  if (year !== undefined) return inYear(2000 + Number(year));
  const thisYear = Number(today.slice(0, 4));
  // February 29 comes again after at most eight years.
  const years = Array.from({ length: 9 }, (_, after) => inYear(thisYear + after));
  return years.find((one) => one !== null && one >= today) ?? null;
}

/** Interprets an hour without AM or PM as office hours, from 7 AM to 6 PM. */
function inOfficeHours(hours: number): number {
  return hours >= 1 && hours <= 6 ? hours + 12 : hours;
}

function onTwelveHours(hours: number, half: string): number | null {
  if (hours < 1 || hours > 12) return null;
  return (hours % 12) + (half === 'p' ? 12 : 0);
}

/**
 * Parses a typed time (9:30 AM, 930, 2p, 14:15, 12) to HH:mm. Without AM or PM it is assumed to be in office hours. Null if
 * invalid.
 */
export function parseTime(text: string): string | null {
  return readTime(text, (typed) => inOfficeHours(Number(typed)));
}

/**
 * Like `parseTime` for a time that may be at night, such as an admission: without AM or PM, only unambiguous times such as
 * 14:15, 0:10 or 06:15 are accepted.
 */
export function parseClockTime(text: string): string | null {
  return readTime(text, (typed) => (typed.startsWith('0') || Number(typed) > 12 ? Number(typed) : null));
}

/** @param hoursOf returns the hour of a time without AM or PM; null if ambiguous */
function readTime(text: string, hoursOf: (typed: string) => number | null): string | null {
  const match = /^(\d{1,2})(?::?(\d{2}))?\s*(?:([ap])\.?(?:m\.?)?)?$/i.exec(text.trim());
  if (match === null) return null;
  const typed = match[1] ?? '';
  const minutes = Number(match[2] ?? 0);
  const half = match[3]?.toLowerCase();
  const hours = half === undefined ? hoursOf(typed) : onTwelveHours(Number(typed), half);
  if (hours === null || hours > 23 || minutes > 59) return null;
  return `${two(hours)}:${two(minutes)}`;
}

/**
 * Converts a day (YYYY-MM-DD) and time (HH:mm) in the local time zone to a Date. Null for a time skipped by daylight saving;
 * for a repeated time, the first occurrence.
 */
export function momentHere(day: string, time: string): Date | null {
  const moment = new Date(`${day}T${time}`);
  return `${two(moment.getHours())}:${two(moment.getMinutes())}` === time ? moment : null;
}

/** Whether the clock shows this time again an hour later, because it is set back. */
export function isRepeatedHere(moment: Date): boolean {
  return new Date(moment.getTime() + 3_600_000).getHours() === moment.getHours();
}

/** "9:30 AM" for 09:30. */
export function timeInWords(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 || 12}:${two(minutes)} ${hours < 12 ? 'AM' : 'PM'}`;
}

const typedDay = z
  .string()
  .trim()
  .nullish()
  .refine((value) => !value || parseDay(value) !== null, dateTexts.invalid);

/** An optional typed date, parsed to YYYY-MM-DD; null if empty. */
export const optionalDay = typedDay.transform((value) => (value ? parseDay(value) : null));

/** A required typed date, parsed to YYYY-MM-DD. */
export function requiredDay(missing: string = dateTexts.required) {
  return typedDay.refine((value) => Boolean(value), missing).transform((value) => parseDay(value ?? '') ?? '');
}

/** The day of a moment in the local time zone, YYYY-MM-DD. */
export function dayHere(moment: Date): string {
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}

/** Today's date in the local time zone, YYYY-MM-DD. */
export const todayHere = (): string => dayHere(new Date());

/** Today's date in a time zone given by its IANA name, YYYY-MM-DD. */
export function todayIn(timeZone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format();
}

/** Today's date, YYYY-MM-DD, in the earliest time zone (UTC+14), because a server does not know its callers' time zones. */
export function todayAnywhere(): string {
  return new Date(Date.now() + 14 * 3_600_000).toISOString().slice(0, 10);
}

/** First and last day that a field accepts, YYYY-MM-DD. Its rule refuses all others, and its calendar does not offer them. */
export interface DayLimits {
  minDate?: string;
  maxDate?: string;
}

/** Limits by what happens on the day. A server does not know the user's today: it passes `todayAnywhere()`. */
export const dayLimits = {
  /** Something still to come, such as a visit. Whether it can be today depends on its time. */
  ahead: (today = todayHere()): DayLimits => ({ minDate: today }),
  /** Something that has happened. */
  begun: (today = todayHere()): DayLimits => ({ maxDate: today }),
  birth: (today = todayHere()): DayLimits => ({ minDate: earliestDay, maxDate: today }),
} as const;

/** Whether a day, YYYY-MM-DD, is within the limits. */
export function isWithin(day: string, { minDate, maxDate }: DayLimits): boolean {
  return (minDate === undefined || day >= minDate) && (maxDate === undefined || day <= maxDate);
}

/** The limits of a day that cannot be before another one. `first` is that one as typed; it may be empty or invalid. */
export function notBefore(first: string | null | undefined, limits: DayLimits = {}): DayLimits {
  const day = parseDay(first ?? '');
  if (day === null || (limits.minDate !== undefined && limits.minDate > day)) return limits;
  return { ...limits, minDate: day };
}

/** A required typed date that is not in the future, parsed to YYYY-MM-DD. */
export function begunDay(today: () => string, missing: string = dateTexts.required) {
  return requiredDay(missing).refine((day) => isWithin(day, dayLimits.begun(today())), dateTexts.future);
}

/** Values of a date field and a time field; empty strings if not filled. */
export interface DateAndTime {
  date: string;
  time: string;
}

/** The error message for a date and time, or null; one message for both fields. */
export function dateTimeProblem({ date, time }: DateAndTime, isRequired: boolean): string | null {
  const [hasDate, hasTime] = [date.trim() !== '', time.trim() !== ''];
  if (!hasDate && !hasTime) return isRequired ? dateTexts.bothRequired : null;
  if (!hasDate) return dateTexts.required;
  if (parseDay(date) === null) return dateTexts.invalid;
  if (!hasTime) return dateTexts.timeRequired;
  if (parseClockTime(time) !== null) return null;
  return parseTime(time) === null ? dateTexts.invalidTime : dateTexts.ambiguousTime;
}

/**
 * The field to blame for a moment that has passed: the date if it is before today, also without a time, or the time if it was
 * earlier today. Null for a moment ahead and for what cannot be read.
 */
export function passedField({ date, time }: DateAndTime): keyof DateAndTime | null {
  const [day, clock] = [parseDay(date), parseTime(time)];
  if (day === null) return null;
  if (!isWithin(day, dayLimits.ahead())) return 'date';
  const moment = clock === null ? null : momentHere(day, clock);
  return moment !== null && moment.getTime() <= Date.now() ? 'time' : null;
}

/** A date and a time; both or, unless required, neither. */
export function dateAndTime({ isRequired }: { isRequired: boolean }) {
  return z.object({ date: z.string(), time: z.string() }).superRefine((value, context) => {
    const message = dateTimeProblem(value, isRequired);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });
}

/** Values of two date fields; empty strings if not filled. */
export interface DateRange {
  start: string;
  end: string;
}

/** Error messages of a date range by field. A range may be a single day. */
export function dateRangeProblems({ start, end }: DateRange, isRequired: boolean): Partial<DateRange> {
  const [first, last] = [parseDay(start), parseDay(end)];
  const problemOf = (typed: string, day: string | null, missing: string) => {
    if (typed.trim() === '') return isRequired ? missing : undefined;
    return day === null ? dateTexts.invalid : undefined;
  };
  const startProblem = problemOf(start, first, dateTexts.startRequired);
  const endProblem = problemOf(end, last, dateTexts.endRequired);
  const isTurned = first !== null && last !== null && first > last;
  return {
    ...((startProblem ?? isTurned) ? { start: startProblem ?? dateTexts.order } : {}),
    ...(endProblem === undefined ? {} : { end: endProblem }),
  };
}
