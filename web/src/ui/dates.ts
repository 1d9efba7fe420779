import { ageOn, birthText, longDay, partsOfDay } from '@careloop/contracts/fields/birth';
import { namedMoment } from '@careloop/contracts/fields/clock';

// Date formats (docs/domain/screens.md). Timestamps are shown in the viewer's time zone; a day without a time (YYYY-MM-DD)
// is the same day everywhere.

const minute = 60_000;
const hour = 60 * minute;
const dayLength = 24 * hour;

type Moment = string | number | Date;

/** IANA name of the reader's time zone. */
export const ownTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const toDate = (at: Moment) => (at instanceof Date ? at : new Date(at));
const two = (value: number) => String(value).padStart(2, '0');
const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

const invalid = (value: Moment) => `Invalid date: ${String(value)}`;

/** The day of a moment (YYYY-MM-DD), in the viewer's time zone. */
export function dayOf(at: Moment): string {
  const date = toDate(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** 7/4/26, in the viewer's time zone. */
export function formatDate(at: Moment): string {
  const date = toDate(at);
  if (Number.isNaN(date.getTime())) return invalid(at);
  return `${date.getMonth() + 1}/${date.getDate()}/${two(date.getFullYear() % 100)}`;
}

/** 3:05 PM */
export function formatTime(at: Moment): string {
  const date = toDate(at);
  if (Number.isNaN(date.getTime())) return invalid(at);
  const hours = date.getHours();
  return `${hours % 12 || 12}:${two(date.getMinutes())} ${hours < 12 ? 'AM' : 'PM'}`;
}

/** 7/4 3:05 PM */
export function formatDayAndTime(at: Moment): string {
  const date = toDate(at);
  if (Number.isNaN(date.getTime())) return invalid(at);
  return `${date.getMonth() + 1}/${date.getDate()} ${formatTime(date)}`;
}

/** 7/4/26 3:05 PM */
export function formatDateTime(at: Moment): string {
  const date = toDate(at);
  if (Number.isNaN(date.getTime())) return invalid(at);
  return `${formatDate(date)} ${formatTime(date)}`;
}

/**
 * 7/4/26 2:05 PM CDT in another time zone; without its name where its clock shows what the reader's shows.
 * @param timeZone IANA name or offset; null for the reader's
 */
export function formatDateTimeIn(at: Moment, timeZone: string | null): string {
  const own = formatDateTime(at);
  if (timeZone === null) return own;
  const named = formatNamedDateTime(at, timeZone);
  return named.startsWith(`${own} `) ? own : named;
}

/** 7/4/26, the day of a moment in a time zone; in the reader's if null. */
export function formatDateIn(at: Moment, timeZone: string | null): string {
  return formatDateTimeIn(at, timeZone).split(' ', 1)[0] ?? '';
}

/** 2:05 PM CDT in another time zone, as above; with its date where that is not the reader's. */
export function formatTimeIn(at: Moment, timeZone: string | null): string {
  const there = formatDateTimeIn(at, timeZone);
  const today = `${formatDate(at)} `;
  return there.startsWith(today) ? there.slice(today.length) : there;
}

/** 7/4/26 2:05 PM CDT, always with the name of the zone: on paper, which may be read anywhere. */
export function formatNamedDateTime(at: Moment, timeZone: string | null = null): string {
  const date = toDate(at);
  if (Number.isNaN(date.getTime())) return invalid(at);
  return namedMoment(date, timeZone ?? ownTimeZone);
}

const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

/** Saturday */
export function formatWeekday(at: Moment): string {
  return weekdays[toDate(at).getDay()] ?? invalid(at);
}

/** 7/4/26 3:05PM, for comments. */
export function formatCommentTime(at: Moment): string {
  const date = toDate(at);
  if (Number.isNaN(date.getTime())) return invalid(at);
  return `${formatDate(date)} ${formatTime(date).replace(' ', '')}`;
}

/** 3:05PM today, 7/4 this year, otherwise 7/4/26. */
export function formatStamp(at: Moment, now: Moment = new Date()): string {
  const date = toDate(at);
  const today = toDate(now);
  if (Number.isNaN(date.getTime())) return invalid(at);
  if (midnight(date) === midnight(today)) return formatTime(date).replace(' ', '');
  if (date.getFullYear() === today.getFullYear()) return `${date.getMonth() + 1}/${date.getDate()}`;
  return formatDate(date);
}

/** Formats a day (YYYY-MM-DD) as 7/4/26. */
export function formatDay(day: string): string {
  const parts = partsOfDay(day);
  return parts === undefined ? invalid(day) : `${parts.month}/${parts.day}/${two(parts.year % 100)}`;
}

/** Formats a day (YYYY-MM-DD) as 14-Jul-1945, where day and month cannot be confused. */
export const formatLongDay = (day: string): string => (partsOfDay(day) === undefined ? invalid(day) : longDay(day));

const onDay = (on: Moment) => (typeof on === 'string' ? on : dayOf(on));

/** Age in years; in months below two years, in days below two months: 81y, 14m, 23d. */
export const formatAge = (dateOfBirth: string, on: Moment = new Date()): string => ageOn(dateOfBirth, onDay(on));

/** 14-Jul-1945 (81y). Shows the age at death for a deceased person; "not stated" if the birth date is unknown. */
export function formatBirth(
  dateOfBirth: string | null | undefined,
  deceasedOn?: string | null,
  now: Moment = new Date(),
): string {
  return dateOfBirth ? birthText(dateOfBirth, onDay(deceasedOn ?? now)) : 'not stated';
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

/** Number of the calendar day in the viewer's time zone. Not divided from local midnights, which may be 23 or 25 hours apart. */
const dayNumber = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / dayLength;

/** Between two moments: hours below a day, then calendar days, which is what two dates on the screen differ by. */
function distance(one: Date, other: Date): { days: number; text: string } {
  const size = Math.abs(one.getTime() - other.getTime());
  const days = Math.abs(dayNumber(one) - dayNumber(other));
  if (size < hour) return { days, text: `${Math.max(1, Math.round(size / minute))} min` };
  // When clocks are set back, a day has more than 24 hours.
  const isInHours = size < dayLength || days === 0;
  return { days, text: isInHours ? plural(Math.floor(size / hour), 'hour') : plural(days, 'day') };
}

/** just now, 5 min ago, 3 hours ago, 2 days ago, in 4 days; the date if further away. */
export function formatRelative(at: Moment, now: Moment = new Date()): string {
  const [date, from] = [toDate(at), toDate(now)];
  if (Number.isNaN(date.getTime())) return invalid(at);
  const difference = date.getTime() - from.getTime();
  if (Math.abs(difference) < 45_000) return 'just now';
  const { days, text } = distance(date, from);
  if (days >= 30) return formatDate(date);
  return difference < 0 ? `${text} ago` : `in ${text}`;
}

/** Time left or overdue: "3 days left", "Due in 5 hours", "Overdue by 2 days". */
export function dueClock(
  dueAt: Moment,
  now: Moment = new Date(),
): { text: string; isOverdue: boolean; isSoon: boolean } {
  const [due, from] = [toDate(dueAt), toDate(now)];
  const left = due.getTime() - from.getTime();
  if (Number.isNaN(left)) return { text: invalid(dueAt), isOverdue: false, isSoon: false };
  const { text } = distance(due, from);
  if (left < 0) return { text: `Overdue by ${text}`, isOverdue: true, isSoon: false };
  const isSoon = left < 2 * dayLength;
  return { text: left < dayLength ? `Due in ${text}` : `${text} left`, isOverdue: false, isSoon };
}

/** Formats the day of a release (YYYY-MM-DD) as 7/04/2026. */
export function formatReleaseDay(day: string): string {
  const parts = partsOfDay(day);
  return parts === undefined ? invalid(day) : `${parts.month}/${two(parts.day)}/${parts.year}`;
}
