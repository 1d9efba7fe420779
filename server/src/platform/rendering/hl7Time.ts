/** Years that two digits name in a list; 1/5/1947 and 12/31/2099 would be read as another year. */
const shortYear = /^20[0-6]/;

/**
 * Formats a time of HL7 version 2 or a clinical document, 201309152236-0800, as 9/15/13 10:36 PM (UTC-08:00), in the time
 * zone of the file. Other text is returned unchanged.
 * @param hasFullYear writes every year with four digits, for a date of birth
 */
export function hl7Time(value = '', hasFullYear = false): string {
  const parts = timeParts(value);
  if (parts === null) return value;
  const { year = '', month, day, hour, minute, zone } = parts;
  // A month alone needs its full year: 3/26 would be a day.
  const isShort = day !== undefined && shortYear.test(year) && !hasFullYear;
  const date = [...[month, day].filter(Boolean).map(Number), isShort ? year.slice(2) : year].join('/');
  if (hour === undefined || minute === undefined) return date;
  const time = `${Number(hour) % 12 || 12}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
  return [date, time, zone && `(UTC${zone.slice(0, 3)}:${zone.slice(3)})`].filter(Boolean).join(' ');
}

/** The day of such a time as 2013-09-15; null if it has none. */
export function hl7Day(value: string): string | null {
  const { year, month, day } = timeParts(value) ?? {};
  return month === undefined || day === undefined ? null : [year, month, day].join('-');
}

const form = /^(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(\d{2})(?:\d{2}(?:\.\d*)?)?)?)?)?([+-]\d{4})?$/;

function timeParts(value: string) {
  const [found, year, month, day, hour, minute, zone] = form.exec(value.trim()) ?? [];
  if (found === undefined) return null;
  // Rejects numbers that only have as many digits as a date.
  const isPossible = between(month, 1, 12) && between(day, 1, 31) && between(hour, 0, 23) && between(minute, 0, 59);
  return isPossible ? { year, month, day, hour, minute, zone } : null;
}

const between = (digits: string | undefined, least: number, most: number) =>
  digits === undefined || (Number(digits) >= least && Number(digits) <= most);
