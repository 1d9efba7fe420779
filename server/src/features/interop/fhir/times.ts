const form = /^(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:\.\d*)?)?)?)?)?)?([+-]\d{4})?$/;

/**
 * A time of HL7 version 2 or a clinical document, 201309152236-0800, as a FHIR date or dateTime. Undefined if there is none; a
 * time that does not exist is returned in a form that the import rejects.
 * @param timeZone IANA name of the time zone of times without an offset
 * @param offset of times without one, such as `-0800`, instead of the time zone
 */
export function fhirTimeOf(time: string, timeZone: string, offset?: string): string | undefined {
  const value = time.trim();
  if (value === '') return undefined;
  const [found, year, month, day, hour, minute = '00', second = '00', own] = form.exec(value) ?? [];
  if (found === undefined) return value;
  const date = [year, month, day].filter(Boolean).join('-');
  if (hour === undefined) return date;
  const clock = `${date}T${hour}:${minute}:${second}`;
  const zone = own ?? offset;
  return zone === undefined ? timeIn(timeZone, clock) : `${clock}${zone.slice(0, 3)}:${zone.slice(3)}`;
}

/** The offset stated in such a time, as `-0800`. */
export const offsetIn = (time: string): string | undefined => form.exec(time.trim())?.[7];

/** A clock time of a time zone with its offset. */
function timeIn(timeZone: string, clock: string): string {
  const near = Date.parse(`${clock}Z`);
  if (Number.isNaN(near)) return clock;
  // The offset near the time finds the moment, whose own offset differs only around a change of the clocks.
  const moment = Date.parse(`${clock}${offsetAt(timeZone, near)}`);
  return Number.isNaN(moment) ? clock : `${clock}${offsetAt(timeZone, moment)}`;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, known);
  return known;
}

/** Such as `-05:00`. */
function offsetAt(timeZone: string, moment: number): string {
  const parts = formatOf(timeZone).formatToParts(moment);
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  // Before the time zones, offsets had seconds.
  return /[+-]\d\d:\d\d/.exec(name)?.[0] ?? '+00:00';
}

/** The same for `meta.lastUpdated`; undefined for a time that does not exist. */
export function instantOf(time: string, timeZone: string): string | undefined {
  const value = fhirTimeOf(time, timeZone);
  return value === undefined || Number.isNaN(Date.parse(value)) ? undefined : value;
}
