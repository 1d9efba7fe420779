const form = /^(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:\.\d*)?)?)?)?)?)?([+-]\d{4})?$/;

/**
 * A time of HL7 version 2 or a clinical document, 201309152236-0800, as a FHIR date or dateTime. A time without an offset gets
 * the given one, or else that of this machine's time zone. Undefined if there is none; a time that does not exist is returned in
 * a form that the import rejects.
 */
export function fhirTimeOf(time: string, offset?: string): string | undefined {
  const value = time.trim();
  if (value === '') return undefined;
  const [found, year, month, day, hour, minute = '00', second = '00', own] = form.exec(value) ?? [];
  if (found === undefined) return value;
  const date = [year, month, day].filter(Boolean).join('-');
  if (hour === undefined) return date;
  const clock = `${date}T${hour}:${minute}:${second}`;
  const zone = own ?? offset;
  return zone === undefined ? localTime(clock) : `${clock}${zone.slice(0, 3)}:${zone.slice(3)}`;
}

/** The offset stated in such a time, as `-0800`. */
export const offsetIn = (time: string): string | undefined => form.exec(time.trim())?.[7];

function localTime(clock: string): string {
  const moment = new Date(clock);
  return Number.isNaN(moment.getTime()) ? clock : moment.toISOString();
}

/** The same for `meta.lastUpdated`; undefined for a time that does not exist. */
export function instantOf(time: string, offset?: string): string | undefined {
  const value = fhirTimeOf(time, offset);
  return value === undefined || Number.isNaN(Date.parse(value)) ? undefined : value;
}
