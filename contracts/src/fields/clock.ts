// Times as text in a stated time zone, for everything that is read elsewhere: paper, PDFs, faxes.

/** Formats by time zone: making one takes longer than a whole row of a list. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
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

function partsIn(at: string | number | Date, timeZone: string): Record<string, string> {
  const parts = formatOf(timeZone).formatToParts(new Date(at));
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
}

/** 7/4/26 2:05 PM CDT. @param timeZone IANA name or offset */
export function namedMoment(at: string | number | Date, timeZone: string): string {
  const { month, day, year, hour, minute, dayPeriod, timeZoneName } = partsIn(at, timeZone);
  return `${month}/${day}/${year} ${hour}:${minute} ${dayPeriod} ${timeZoneName?.replace('GMT', 'UTC')}`;
}

/** 7/4/26, the day of a moment in a time zone. */
export function dayIn(at: string | number | Date, timeZone: string): string {
  const { month, day, year } = partsIn(at, timeZone);
  return `${month}/${day}/${year}`;
}

/** Documents without a time of their own are stored as of noon UTC, which is another day far east of it. */
const isDayOnly = (at: string) => /T12:00:00(?:\.0+)?Z$/.test(at);

/** When a document was written: only the day if no time was given. */
export const documentMoment = (at: string, timeZone: string): string =>
  isDayOnly(at) ? dayIn(at, 'UTC') : namedMoment(at, timeZone);

/** The day a document was written. */
export const documentDay = (at: string, timeZone: string): string => dayIn(at, isDayOnly(at) ? 'UTC' : timeZone);
