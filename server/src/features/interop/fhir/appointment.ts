import { z } from 'zod';

import { codeableConcept, identifier, reference, wordsOf } from './datatypes.ts';
import { fhirDate, momentOf } from './dates.ts';
import { Rejection, validate } from './draft.ts';
import { subjectOf } from './subject.ts';
import { code, list, text } from './text.ts';

import type { Columns, Draft } from './draft.ts';
import type { Naming, Ref, TargetType } from './references.ts';
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

const appointment = z.object({
  identifier: list(identifier),
  status: code(Object.keys(statuses) as [keyof typeof statuses, ...(keyof typeof statuses)[]]),
  appointmentType: codeableConcept.nullish(),
  serviceType: list(codeableConcept),
  reasonCode: list(codeableConcept),
  description: text(),
  // FHIR wants an instant; a dateTime says as much.
  start: fhirDate,
  participant: list(z.object({ actor: reference.nullish() })),
});

export interface AppointmentDraft extends Draft {
  patient: Ref;
  provider: Ref | null;
  location: Ref | null;
  /** Of patient_appointment. */
  columns: Columns & { appointment_time: string };
  /** Entered in error: removed where it was. */
  isVoid: boolean;
}

export function mapAppointment(source: SourceResource, naming: Naming): AppointmentDraft {
  const value = validate(appointment, source);
  if (value.start === null) throw new Rejection('has no start');
  const actor = (...types: TargetType[]) =>
    value.participant
      .filter((item) => types.some((type) => isOfType(item.actor, type)))
      .map((item) => naming.refOf(item.actor, ...types))
      .find((item) => item !== null) ?? null;
  return {
    source,
    keys: naming.keysOf(source, value.identifier),
    remarks: [],
    patient: subjectOf(actor('Patient')),
    provider: actor('Practitioner', 'PractitionerRole'),
    location: actor('Location'),
    isVoid: value.status === 'entered-in-error',
    columns: {
      appointment_time: momentOf(value.start),
      description:
        value.description ??
        wordsOf(value.appointmentType) ??
        wordsOf(value.reasonCode[0]) ??
        wordsOf(value.serviceType[0]),
      status: statuses[value.status ?? 'pending'],
    },
  };
}

/** Actors of every kind stand in one list; an address inside a file may be of any of them. */
function isOfType(actor: z.infer<typeof reference> | null | undefined, type: TargetType): boolean {
  if (actor === null || actor === undefined) return false;
  if (actor.type !== null) return actor.type === type;
  const target = actor.reference ?? '';
  return target.startsWith('urn:') || new RegExp(`(?:^|/)${type}[/?]`).test(target);
}
