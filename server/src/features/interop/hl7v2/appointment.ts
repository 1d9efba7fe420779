import { lookup } from '../../../platform/rendering/hl7/lookup.ts';
import type { Segment } from '../../../platform/rendering/hl7/message.ts';
import { entryOf, referenceTo } from '../fhir/build.ts';
import type { Entry } from '../fhir/build.ts';
import { conceptOf, entityOf } from './datatypes.ts';
import { leaveOut, textOf, valueOf, valuesOf } from './fields.ts';
import type { Message } from './message.ts';
import { practitionerOf, providerName } from './people.ts';
import { zoneOfTime } from '../fhir/times.ts';
import { zoneExtension } from '../fhir/zones.ts';
import type { Value } from './fields.ts';

const statuses: Record<string, string> = {
  S15: 'cancelled',
  S16: 'cancelled',
  S17: 'entered-in-error',
  S26: 'noshow',
};
/** Table 0278, for events that say nothing. */
const fillerStatuses: Record<string, string> = {
  cancelled: 'cancelled',
  canceled: 'cancelled',
  deleted: 'entered-in-error',
  complete: 'fulfilled',
  noshow: 'noshow',
};

/** The appointment of a scheduling message (SIU), after its providers. */
export function appointmentEntries(message: Message, patient: Entry): Entry[] {
  const { event, facility, segment } = message;
  const sch = segment('SCH');
  if (message.type !== 'SIU' || sch === undefined) return [];
  const number = entityOf(valueOf(sch, 2), facility) ?? entityOf(valueOf(sch, 1), facility);
  const resources = { service: booked(message, 'AIS'), place: booked(message, 'AIL'), person: booked(message, 'AIP') };
  const values = [...resources.person.flatMap((aip) => valuesOf(aip, 3)), ...valuesOf(sch, 12)];
  const people = values.map((value) => practitionerOf(value, message)).filter((practitioner) => practitioner !== null);
  // Stated by name, because the directory may know neither. Some senders move fields, and a number or a time is no name.
  const names = values.map(providerName).filter((name) => /\p{L}/u.test(name));
  const places = resources.place.flatMap((ail) => valuesOf(ail, 3)).map(placeOf);
  const start = startOf(message, resources);
  const zone = start === undefined ? undefined : zoneOfTime(start, message.timeZone);
  const reason = conceptOf(valueOf(sch, 7));
  const service = conceptOf(valueOf(resources.service[0], 3));
  const appointment = entryOf(message, 'appointment', 'Appointment', {
    meta: { lastUpdated: message.sentAt },
    identifier: number === undefined ? [] : [number],
    status: lookup(statuses, event) ?? lookup(fillerStatuses, textOf(sch, 25).toLowerCase()) ?? 'booked',
    start,
    _start: zoneExtension(zone),
    reasonCode: [reason].filter(Boolean),
    serviceType: [service].filter(Boolean),
    participant: [
      ...[patient, ...people].map((actor) => ({ ...referenceTo(actor), type: actor.resource.resourceType })),
      ...names.map((display) => ({ type: 'Practitioner', display })),
      ...places.filter((place) => place !== '').map((display) => ({ type: 'Location', display })),
    ].map((actor) => ({ actor })),
  });
  return [...people, appointment];
}

type Booked = Record<'service' | 'place' | 'person', readonly Segment[]>;

/** People, places or services of the appointment, without those that the message takes off it (action code D). */
const booked = (message: Message, code: 'AIS' | 'AIL' | 'AIP'): Segment[] =>
  message.all(code).filter((segment) => {
    const isOff = textOf(segment, 2) === 'D';
    if (isOff) leaveOut(segment);
    return !isOff;
  });

/** PL: facility, building, point of care, room and bed. */
const placeOf = (value: Value): string =>
  [...new Set([4, 7, 9, 1, 2, 3].map((part) => value.part(part)).filter(Boolean))].join(', ');

/** Stated by TQ1, by SCH-11 in older versions, or by the first service, location or person booked. */
function startOf({ segment, time }: Message, { service, place, person }: Booked): string | undefined {
  return (
    time(textOf(segment('TQ1'), 7)) ??
    time(valueOf(segment('SCH'), 11).part(4)) ??
    time(textOf(service[0], 4)) ??
    time(textOf(place[0], 6)) ??
    time(textOf(person[0], 6))
  );
}
