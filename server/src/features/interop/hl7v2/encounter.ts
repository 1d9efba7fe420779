import { lookup } from '../../../platform/rendering/hl7/lookup.ts';
import { entryOf, referenceTo } from '../fhir/build.ts';
import type { Entry, Json } from '../fhir/build.ts';
import { conceptOf, identifierOf, numberWithin } from './datatypes.ts';
import type { Identifier, SystemNumber } from './datatypes.ts';
import { SSN_SYSTEM } from '../shared/references.ts';
import { textOf, valueOf, valuesOf } from './fields.ts';
import type { Value } from './fields.ts';
import type { Message } from './message.ts';
import { practitionerOf } from './people.ts';
import { zonedPeriod } from '../fhir/times.ts';

/** Table 0004 as v3-ActCode. */
const classes: Record<string, string> = { I: 'IMP', B: 'IMP', O: 'AMB', R: 'AMB', C: 'AMB', E: 'EMER', P: 'PRENC' };
/** What the event of a message says about the encounter. */
const statuses: Record<string, string> = {
  A01: 'in-progress',
  A02: 'in-progress',
  A03: 'finished',
  A04: 'in-progress',
  A05: 'planned',
  A06: 'in-progress',
  A07: 'in-progress',
  A11: 'cancelled',
  A13: 'in-progress',
  A23: 'entered-in-error',
  A27: 'cancelled',
  A38: 'cancelled',
};
/** Events whose time is that of the admission if it is not stated, or that need no time, because they remove the encounter. */
const timed = new Set(['A01', 'A04', 'A05', 'A11', 'A23', 'A27', 'A38']);

/** Fields of PV1 with providers, and their role. */
const participants: readonly [number, string][] = [
  [7, 'ATND'],
  [8, 'REF'],
  [9, 'CON'],
  [17, 'ADM'],
];

/** The number under which the records of a patient are kept; undefined if the message has none. */
export function ownerOf(patient: Entry): SystemNumber | undefined {
  const identifiers = patient.resource['identifier'] as Identifier[];
  const number = identifiers.find(({ system, value, use }) => value !== '' && system !== SSN_SYSTEM && use !== 'old');
  return number && numberWithin(number);
}

/**
 * The visit number, or else the account, or else the patient and the time of the admission: what identifies the encounter in
 * all its messages.
 */
export function visitOf(message: Message, patient: Entry): SystemNumber | undefined {
  const stated = statedNumber(message);
  if (stated !== undefined) return numberWithin(identifierOf(stated, message.facility));
  const [owner, start] = [ownerOf(patient), admittedAt(message)];
  if (owner === undefined || start === undefined) return undefined;
  return { system: owner.system, value: `${owner.value}/PV1/${start}` };
}

/** The number of the visit, or else of the account. */
function statedNumber({ segment }: Message): Value | undefined {
  return [valueOf(segment('PV1'), 19), valueOf(segment('PID'), 18)].find((number) => number.part(1) !== '');
}

/** Refers to the encounter of a message, which another message may have brought. */
export function visitReference(message: Message, patient: Entry): Json | undefined {
  const visit = visitOf(message, patient);
  return visit && { identifier: visit };
}

/** Whether the visit segment is about a stay. In many messages about a person it is present but empty. */
function isStay(message: Message): boolean {
  const pv1 = message.segment('PV1');
  if (pv1 === undefined) return false;
  const says = (field: number) => textOf(pv1, field) !== '' || valueOf(pv1, field).part(4) !== '';
  return says(19) || says(44) || (textOf(pv1, 2) !== 'N' && (says(3) || says(45) || timed.has(message.event)));
}

const admittedAt = (message: Message): string | undefined =>
  message.time(textOf(message.segment('PV1'), 44)) ?? (timed.has(message.event) ? eventTime(message) : undefined);

/**
 * The encounter of an ADT message, after its providers. Other messages only refer to it. Without the time of the admission it
 * updates a known encounter.
 */
export function encounterEntries(message: Message, patient: Entry): Entry[] {
  const { event, facility, segment } = message;
  const pv1 = segment('PV1');
  if (message.type !== 'ADT' || !isStay(message)) return [];
  const visit = visitOf(message, patient);
  const start = admittedAt(message);
  const end = message.time(textOf(pv1, 45)) ?? (event === 'A03' ? eventTime(message) : undefined);
  const people = participants.flatMap(([field, code]) =>
    valuesOf(pv1, field).flatMap((value) => {
      const practitioner = practitionerOf(value, message);
      if (practitioner === null) {
        value.take();
        message.notKept.push('provider of an encounter without an NPI');
      }
      return practitioner === null ? [] : [{ practitioner, code }];
    }),
  );
  const type = statedNumber(message) === undefined ? undefined : { coding: [{ code: 'VN' }] };
  const patientClass = textOf(pv1, 2);
  const encounter = entryOf(message, 'encounter', 'Encounter', {
    meta: { lastUpdated: message.sentAt },
    identifier: visit === undefined ? [] : [{ ...visit, type }],
    status: lookup(statuses, event) ?? (end === undefined ? 'unknown' : 'finished'),
    // A planned stay is told by its class: a later message always states a new one, but often no reason.
    class: { code: event === 'A05' ? 'PRENC' : (lookup(classes, patientClass) ?? (patientClass || undefined)) },
    subject: referenceTo(patient),
    period: zonedPeriod({ start, end }, message.timeZone),
    reasonCode: [conceptOf(valueOf(segment('PV2'), 3))].filter(Boolean),
    participant: people.map(({ practitioner, code }) => ({
      type: [{ coding: [{ code }] }],
      individual: referenceTo(practitioner),
    })),
    hospitalization: { dischargeDisposition: conceptOf(valueOf(pv1, 36)) },
    location: [{ location: { display: valueOf(pv1, 3).part(4) || textOf(pv1, 39) || facility || undefined } }],
  });
  return [...people.map(({ practitioner }) => practitioner), encounter];
}

/** When the event occurred, or else was recorded. */
function eventTime({ segment, time, sentAt }: Message): string | undefined {
  return time(textOf(segment('EVN'), 6)) ?? time(textOf(segment('EVN'), 2)) ?? sentAt;
}
