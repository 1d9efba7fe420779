import { z } from 'zod';

import { codeableConcept, identifier, reference, wordsOf } from './datatypes.ts';
import { fhirDate, isFuture, momentOf } from './dates.ts';
import { Rejection } from './draft.ts';
import { countOthers, leavePart, readParts } from './readParts.ts';
import { subjectOf } from './subject.ts';
import { code, list, text } from './text.ts';
import { extensionsOfTime, timeZoneOf } from './zones.ts';

import type { Reference } from './datatypes.ts';
import type { ColumnsOf, Draft } from './draft.ts';
import type { Naming, Ref, TargetType } from '../shared/references.ts';
import type { SourceResource } from './source.ts';

const statuses = {
  proposed: 'pending',
  pending: 'pending',
  booked: 'pending',
  arrived: 'pending',
  'checked-in': 'pending',
  waitlist: 'pending',
  fulfilled: 'completed',
  noshow: 'no_show',
  cancelled: 'canceled',
  'entered-in-error': 'canceled',
} as const;

/** Statuses of an appointment whose time has come. */
const over = new Set(['arrived', 'checked-in', 'fulfilled', 'noshow']);

const appointment = z.object({
  identifier: list(identifier),
  status: code(Object.keys(statuses) as [keyof typeof statuses, ...(keyof typeof statuses)[]]),
  appointmentType: codeableConcept.nullish(),
  serviceType: list(codeableConcept),
  reasonCode: list(codeableConcept),
  description: text(),
  // FHIR requires an instant; a dateTime carries the same information.
  start: fhirDate,
  _start: extensionsOfTime,
  participant: list(z.object({ actor: reference.nullish() })),
});

export interface AppointmentDraft extends Draft {
  patient: Ref;
  /** Null if no actor is a provider. */
  provider: Ref | null;
  location: Ref | null;
  /** Columns of patient_appointment. */
  columns: ColumnsOf<
    'patient_appointment',
    'appointment_time' | 'description' | 'status' | 'provider_name' | 'place_name' | 'service' | 'time_zone'
  >;
  /** Entered in error: not imported, and deleted if imported before. */
  isVoid: boolean;
}

export function mapAppointment(source: SourceResource, naming: Naming): AppointmentDraft {
  const value = readParts(appointment, source);
  if (value.start === null) throw new Rejection('has no start');
  countOthers(source, { serviceType: value.serviceType.length - 1, reasonCode: value.reasonCode.length - 1 });
  const [described, kind, reason] = [value.description, wordsOf(value.appointmentType), wordsOf(value.reasonCode[0])];
  // One of them is the description.
  if (described !== null && kind !== null) leavePart(source, 'appointmentType');
  if ((described ?? kind) !== null && reason !== null) leavePart(source, 'reasonCode');
  const remarks: string[] = [];
  if (over.has(value.status ?? '') && isFuture(value.start)) remarks.push('kept although it is in the future: start');
  const actor = (...types: TargetType[]) => actorOf(value.participant, types, naming);
  return {
    source,
    keys: naming.keysOf(source, value.identifier),
    remarks,
    patient: subjectOf(actor('Patient')),
    provider: actor('Practitioner', 'PractitionerRole'),
    location: actor('Location'),
    isVoid: value.status === 'entered-in-error',
    columns: {
      appointment_time: momentOf(value.start),
      description: described ?? kind ?? reason ?? wordsOf(value.serviceType[0]),
      status: statuses[value.status ?? 'pending'],
      provider_name: namesOf(value.participant, 'Practitioner', 'PractitionerRole'),
      place_name: namesOf(value.participant, 'Location'),
      service: wordsOf(value.serviceType[0]),
      time_zone: timeZoneOf(value.start, value['_start']),
    },
  };
}

/** How the record names its actors of a type. */
function namesOf(participants: readonly { actor?: Reference | null }[], ...types: TargetType[]): string | null {
  const names = participants
    .map(({ actor }) => actor)
    .filter((actor) => actor !== null && actor !== undefined && types.some((type) => type === kindOf(actor)))
    .map((actor) => actor?.display ?? null);
  return [...new Set(names.filter((name) => name !== null))].join('; ').slice(0, 255) || null;
}

/**
 * One list holds actors of every kind, and a reference by fullUrl does not carry a resource type. So every actor that could be
 * of the wanted type is a candidate, and the one that resolves to that type is used.
 */
function actorOf(
  participants: readonly { actor?: Reference | null }[],
  types: readonly TargetType[],
  naming: Naming,
): Ref | null {
  const refs = participants
    .map(({ actor }) => actor)
    .filter((actor) => actor !== null && actor !== undefined)
    .filter((actor) => isOrMayBe(actor, types))
    .map((actor) => ({ actor, ref: naming.refOf(actor, ...types) }));
  const named = refs.find(({ actor }) => kindOf(actor) !== null)?.ref;
  const candidates = refs.flatMap(({ ref }) => ref?.candidates ?? []);
  if (candidates.length === 0) return null;
  return { candidates, shown: named?.shown ?? '', display: named?.display ?? null, isById: true };
}

function isOrMayBe(actor: Reference, types: readonly TargetType[]): boolean {
  const kind = kindOf(actor);
  return kind === null || types.some((type) => type === kind);
}

/** Null if the reference does not show its resource type. */
function kindOf({ type, reference }: Reference): string | null {
  return type ?? /(?:^|\/)([A-Z][A-Za-z]+)[/?][^/]*(?:\/_history\/.*)?$/.exec(reference ?? '')?.[1] ?? null;
}
