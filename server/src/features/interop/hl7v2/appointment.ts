import { lookup } from '../../../platform/rendering/hl7/lookup.ts';
import { entryOf, referenceTo } from '../fhir/build.ts';
import type { Entry } from '../fhir/build.ts';
import { conceptOf, entityOf } from './datatypes.ts';
import { textOf, valueOf, valuesOf } from './fields.ts';
import type { Message } from './message.ts';
import { practitionerOf } from './people.ts';

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
  const people = [...message.all('AIP').flatMap((aip) => valuesOf(aip, 3)), ...valuesOf(sch, 12)]
    .map((value) => practitionerOf(value, message))
    .filter((practitioner) => practitioner !== null);
  const reason = conceptOf(valueOf(sch, 7));
  const service = conceptOf(valueOf(segment('AIS'), 3));
  const appointment = entryOf(message, 'appointment', 'Appointment', {
    meta: { lastUpdated: message.sentAt },
    identifier: number === undefined ? [] : [number],
    status: lookup(statuses, event) ?? lookup(fillerStatuses, textOf(sch, 25).toLowerCase()) ?? 'booked',
    start: startOf(message),
    reasonCode: [reason].filter(Boolean),
    serviceType: [service].filter(Boolean),
    participant: [patient, ...people].map((actor) => ({
      actor: { ...referenceTo(actor), type: actor.resource.resourceType },
    })),
  });
  return [...people, appointment];
}

/** Stated by TQ1, by SCH-11 in older versions, or by the first service, location or person booked. */
function startOf({ segment, time }: Message): string | undefined {
  return (
    time(textOf(segment('TQ1'), 7)) ??
    time(valueOf(segment('SCH'), 11).part(4)) ??
    time(textOf(segment('AIS'), 4)) ??
    time(textOf(segment('AIL'), 6)) ??
    time(textOf(segment('AIP'), 6))
  );
}
