// Date formats (docs/domain/screens.md). Timestamps are shown in the viewer's time zone; a day without a time (YYYY-MM-DD)
// is the same day everywhere.

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const minute = 60_000;
const hour = 60 * minute;
const dayLength = 24 * hour;

type Moment = string | number | Date;
type Day = { year: number; month: number; day: number };

/** IANA name of the reader's time zone. */
export const ownTimeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const toDate = (at: Moment) => (at instanceof Date ? at : new Date(at));
const two = (value: number) => String(value).padStart(2, '0');
const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

function partsOfDay(day: string): Day | undefined {
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(day);
  if (match === null) return undefined;
  return { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
}

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

/** Formats by time zone: making one takes longer than a whole row of a list. */
const formats = new Map<string | null, Intl.DateTimeFormat>();

function formatOf(timeZone: string | null): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    ...(timeZone !== null && { timeZone }),
    year: '2-digit',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  formats.set(timeZone, format);
  return format;
}

/** 7/4/26 2:05 PM CDT, always with the name of the zone: on paper, which may be read anywhere. */
export function formatNamedDateTime(at: Moment, timeZone: string | null = null): string {
  const date = toDate(at);
  if (Number.isNaN(date.getTime())) return invalid(at);
  const part = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(date)
      .map(({ type, value }) => [type, value]),
  );
  const there = `${part.month}/${part.day}/${part.year} ${part.hour}:${part.minute} ${part.dayPeriod}`;
  return `${there} ${part.timeZoneName?.replace('GMT', 'UTC')}`;
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
export function formatLongDay(day: string): string {
  const parts = partsOfDay(day);
  return parts === undefined ? invalid(day) : `${two(parts.day)}-${months[parts.month - 1] ?? '?'}-${parts.year}`;
}

/** Age in years; in months below two years, in days below two months: 81y, 14m, 23d. */
export function formatAge(dateOfBirth: string, on: Moment = new Date()): string {
  const born = partsOfDay(dateOfBirth);
  if (born === undefined) return '';
  const today = typeof on === 'string' ? partsOfDay(on) : undefined;
  const date = toDate(on);
  const end = today ?? { year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() };
  const monthsOld = (end.year - born.year) * 12 + end.month - born.month - (end.day < born.day ? 1 : 0);
  if (monthsOld < 0) return '';
  if (monthsOld >= 24) return `${Math.floor(monthsOld / 12)}y`;
  if (monthsOld >= 2) return `${monthsOld}m`;
  const days = (Date.UTC(end.year, end.month - 1, end.day) - Date.UTC(born.year, born.month - 1, born.day)) / dayLength;
  return `${Math.round(days)}d`;
}

/** 14-Jul-1945 (81y). Shows the age at death for a deceased person; "not stated" if the birth date is unknown. */
export function formatBirth(
  dateOfBirth: string | null | undefined,
  deceasedOn?: string | null,
  now: Moment = new Date(),
): string {
  if (!dateOfBirth) return 'not stated';
  const age = formatAge(dateOfBirth, deceasedOn ?? now);
  return age === '' ? formatLongDay(dateOfBirth) : `${formatLongDay(dateOfBirth)} (${age})`;
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;

function distance(milliseconds: number): string {
  if (milliseconds < hour) return `${Math.max(1, Math.round(milliseconds / minute))} min`;
  if (milliseconds < dayLength) return plural(Math.floor(milliseconds / hour), 'hour');
  return plural(Math.floor(milliseconds / dayLength), 'day');
}

/** just now, 5 min ago, 3 hours ago, 2 days ago, in 4 days; the date if further away. */
export function formatRelative(at: Moment, now: Moment = new Date()): string {
  const date = toDate(at);
  if (Number.isNaN(date.getTime())) return invalid(at);
  const difference = date.getTime() - toDate(now).getTime();
  const size = Math.abs(difference);
  if (size < 45_000) return 'just now';
  if (size >= 30 * dayLength) return formatDate(date);
  return difference < 0 ? `${distance(size)} ago` : `in ${distance(size)}`;
}

/** Time left or overdue: "3 days left", "Due in 5 hours", "Overdue by 2 days". */
export function dueClock(
  dueAt: Moment,
  now: Moment = new Date(),
): { text: string; isOverdue: boolean; isSoon: boolean } {
  const left = toDate(dueAt).getTime() - toDate(now).getTime();
  if (Number.isNaN(left)) return { text: invalid(dueAt), isOverdue: false, isSoon: false };
  if (left < 0) return { text: `Overdue by ${distance(-left)}`, isOverdue: true, isSoon: false };
  const isSoon = left < 2 * dayLength;
  return { text: left < dayLength ? `Due in ${distance(left)}` : `${distance(left)} left`, isOverdue: false, isSoon };
}

/** Formats the day of a release (YYYY-MM-DD) as 7/04/2026. */
export function formatReleaseDay(day: string): string {
  const parts = partsOfDay(day);
  return parts === undefined ? invalid(day) : `${parts.month}/${two(parts.day)}/${parts.year}`;
}
