/**
 * Formats a time of HL7 version 2 or a clinical document, 201309152236-0800, as 9/15/2013 10:36 PM (UTC-08:00), in the time
 * zone of the file. Other text is returned unchanged.
 */
export function hl7Time(value = ''): string {
  const parts = timeParts(value);
  if (parts === null) return value;
  const { year, month, day, hour, minute, zone } = parts;
  const date = [month, day, year].filter(Boolean).map(Number).join('/');
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
