import { lookup } from '../../../platform/rendering/hl7/lookup.ts';
import { entryOf, referenceTo } from '../fhir/build.ts';
import type { Entry, Json } from '../fhir/build.ts';
import { conceptOf, numberOfPatient } from './datatypes.ts';
import { textOf, valueOf, valuesOf } from './fields.ts';
import type { Message } from './message.ts';
import { practitionerOf } from './people.ts';

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

/** The visit number, or else the account: what identifies the encounter in all its messages. */
export function visitOf({ segment, facility }: Message): { system: string; value: string } | undefined {
  const [visit, account] = [valueOf(segment('PV1'), 19), valueOf(segment('PID'), 18)];
  const number = visit.part(1) === '' ? account : visit;
  if (number.part(1) === '') return undefined;
  return numberOfPatient(number, facility);
}

/** Refers to the encounter of a message, which another message may have brought. */
export function visitReference(message: Message): Json | undefined {
  const visit = visitOf(message);
  return visit && { identifier: visit };
}

/** The encounter of an ADT message, after its providers. Other messages only refer to it. */
export function encounterEntries(message: Message, patient: Entry): Entry[] {
  const { event, facility, segment } = message;
  const pv1 = segment('PV1');
  const visit = visitOf(message);
  const start = message.time(textOf(pv1, 44)) ?? (timed.has(event) ? eventTime(message) : undefined);
  if (message.type !== 'ADT' || pv1 === undefined || visit === undefined || start === undefined) return [];
  const end = message.time(textOf(pv1, 45)) ?? (event === 'A03' ? eventTime(message) : undefined);
  const people = participants.flatMap(([field, code]) =>
    valuesOf(pv1, field)
      .map((value) => practitionerOf(value, message))
      .filter((practitioner) => practitioner !== null)
      .map((practitioner) => ({ practitioner, code })),
  );
  const encounter = entryOf(message, 'encounter', 'Encounter', {
    meta: { lastUpdated: message.sentAt },
    identifier: [{ ...visit, type: { coding: [{ code: 'VN' }] } }],
    status: lookup(statuses, event) ?? (end === undefined ? 'unknown' : 'finished'),
    class: { code: lookup(classes, textOf(pv1, 2)) },
    subject: referenceTo(patient),
    period: { start, end },
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
