import { timeZoneNames, timeZoneOfCharacter } from '@careloop/contracts/codes';

import { isAhead } from './dates.ts';
import { zoneExtension } from './zones.ts';

const form =
  /^(\d{4})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:(\d{2})(?:\.\d*)?)?)?)?)?)?(?:([+-]\d{4})|\s*([A-Z]))?$/i;

/** How the times of a message or document are read. */
export interface Clock {
  /** IANA name of the time zone of times without an offset. */
  timeZone: string;
  /** Of times without one, such as `-0800`, instead of the time zone. */
  offset?: string | undefined;
  /** Receives what is doubtful about a time. */
  warn?: ((text: string) => void) | undefined;
}

/**
 * A time of HL7 version 2 or a clinical document, 201309152236-0800, as a FHIR date or dateTime. A letter after the time names its
 * time zone, such as E for Eastern. Undefined if there is none; a time that does not exist is returned in a form that is left
 * out when the record is read.
 */
export function fhirTimeOf(time: string, clock: Clock): string | undefined {
  const value = time.trim();
  if (value === '') return undefined;
  const [found, year, month, day, hour, minute = '00', second = '00', own, letter] = form.exec(value) ?? [];
  if (found === undefined) return value;
  const date = [year, month, day].filter(Boolean).join('-');
  if (hour === undefined) return date;
  const at = `${date}T${hour}:${minute}:${second}`;
  const named = zoneOf(letter, clock);
  const offset = own ?? (named === undefined ? clock.offset : undefined);
  return offset === undefined ? timeIn(named ?? clock.timeZone, at) : `${at}${offset.slice(0, 3)}:${offset.slice(3)}`;
}

/** The time zone that a letter names; Z is UTC. */
function zoneOf(letter: string | undefined, { warn = () => {} }: Clock): string | undefined {
  if (letter === undefined) return undefined;
  if (letter.toUpperCase() === 'Z') return 'UTC';
  const zone = timeZoneOfCharacter(letter, warn);
  return zone === null ? undefined : timeZoneNames[zone];
}

/** The time zone in which a FHIR dateTime is meant: that of the client if its clock shows the same, otherwise the offset. */
export function zoneOfTime(dateTime: string, timeZone: string): string | undefined {
  const offset = /[+-]\d\d:\d\d$/.exec(dateTime)?.[0];
  const moment = Date.parse(dateTime);
  if (offset === undefined || Number.isNaN(moment)) return undefined;
  return offsetAt(timeZone, moment) === offset ? timeZone : offset;
}

/** A period with the time zone in which its times are meant. */
export function zonedPeriod(
  { start, end }: { start?: string | undefined; end?: string | undefined },
  timeZone: string,
) {
  const zoneOf = (time: string | undefined) =>
    zoneExtension(time === undefined ? undefined : zoneOfTime(time, timeZone));
  return { start, end, _start: zoneOf(start), _end: zoneOf(end) };
}

/** The offset stated in such a time, as `-0800`. */
export const offsetIn = (time: string): string | undefined => form.exec(time.trim())?.[7];

/** A clock time of a time zone with its offset. */
function timeIn(timeZone: string, clock: string): string {
  const near = Date.parse(`${clock}Z`);
  if (Number.isNaN(near)) return clock;
  // The clocks change at most once in these two days. Of an hour that occurs twice, the first is meant. In an hour that the
  // change skips, neither offset is valid, and 2:30 is read as 3:30.
  const [before, after] = [offsetAt(timeZone, near - oneDay), offsetAt(timeZone, near + oneDay)];
  const isOf = (offset: string) => offsetAt(timeZone, Date.parse(`${clock}${offset}`)) === offset;
  const offset = [before, after].find(isOf);
  if (offset !== undefined) return `${clock}${offset}`;
  const skipped = Date.parse(`${clock}${before}`) - Date.parse(`${clock}${after}`);
  return `${new Date(near + skipped).toISOString().slice(0, clock.length)}${after}`;
}

const oneDay = 86_400_000;

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

/** The same for `meta.lastUpdated`; undefined for a time that does not exist, or is in the future. */
export function instantOf(time: string, timeZone: string): string | undefined {
  const value = fhirTimeOf(time, { timeZone });
  const moment = Date.parse(value ?? '');
  return Number.isNaN(moment) || isAhead(moment) ? undefined : value;
}
