import { entryOf, referenceTo } from '../fhir/build.ts';
import type { Entry, Json } from '../fhir/build.ts';
import { conceptOf, saidName } from './datatypes.ts';
import type { SystemNumber } from './datatypes.ts';
import { ownerOf, visitOf, visitReference } from './encounter.ts';
import { lookup } from '../../../platform/rendering/hl7/lookup.ts';
import { leaveOut, textOf, valueOf } from './fields.ts';
import type { Value } from './fields.ts';
import type { Message } from './message.ts';

/** Names a record that has no number of its own, so that the next message about it finds it. */
export function identifierFor(owner: SystemNumber | undefined, ...parts: string[]): Json[] {
  return owner === undefined ? [] : [{ system: owner.system, value: [owner.value, ...parts].join('/') }];
}

/** Diagnoses (DG1). */
export function conditionEntries(message: Message, patient: Entry): Entry[] {
  const owner = visitOf(message, patient) ?? ownerOf(patient);
  return message.all('DG1').flatMap((dg1, index) => {
    const diagnosis = valueOf(dg1, 3);
    // Until version 2.2 the code system was a field of its own.
    const coded = conceptOf(diagnosis, diagnosis.part(3) || textOf(dg1, 2));
    const code = coded ?? (textOf(dg1, 4) === '' ? undefined : { text: textOf(dg1, 4) });
    if (code === undefined) {
      leaveOut(dg1);
      return [];
    }
    const words = diagnosis.part(2) || textOf(dg1, 4);
    const kind = textOf(dg1, 6).toUpperCase();
    const isWrong = textOf(dg1, 21) === 'D';
    const condition = entryOf(message, `condition-${index}`, 'Condition', {
      meta: { lastUpdated: message.sentAt },
      identifier: identifierFor(owner, 'DG1', diagnosis.part(1) || words),
      verificationStatus:
        isWrong || kind === 'W' ? { coding: [{ code: isWrong ? 'entered-in-error' : 'provisional' }] } : undefined,
      code: { ...code, text: words || undefined },
      subject: referenceTo(patient),
      encounter: visitReference(message, patient),
      recordedDate: message.time(textOf(dg1, 5)),
      note: kind === 'A' ? [{ text: 'Admitting diagnosis' }] : [],
    });
    return [condition];
  });
}

/** Relationships of table 0063 that the product has its own word for. */
const relationships: Record<string, string> = { SEL: 'Self', SPO: 'Spouse', CHD: 'Child' };

const relationshipOf = (value: Value): Json | undefined => {
  const word = lookup(relationships, value.part(1).toUpperCase());
  return word === undefined ? conceptOf(value) : { text: word };
};

/** The order of payment (IN1-22), or else that in which the policies are listed. */
function orderOf(stated: string, listed: string): number | undefined {
  return [stated, listed].map(Number).find((number) => Number.isInteger(number) && number > 0);
}

/** Insurance (IN1). */
export function coverageEntries(message: Message, patient: Entry): Entry[] {
  return message.all('IN1').flatMap((in1, index) => {
    const payer = textOf(in1, 4);
    if (payer === '') {
      leaveOut(in1);
      return [];
    }
    const member = textOf(in1, 36);
    const plan = textOf(in1, 2) || textOf(in1, 3) || payer;
    const group = textOf(in1, 8);
    const coverage = entryOf(message, `coverage-${index}`, 'Coverage', {
      meta: { lastUpdated: message.sentAt },
      identifier: identifierFor(ownerOf(patient), 'IN1', plan, member),
      status: 'active',
      type: conceptOf(valueOf(in1, 15)),
      subscriberId: member || undefined,
      subscriber: { display: saidName(valueOf(in1, 16)) || undefined },
      relationship: relationshipOf(valueOf(in1, 17)),
      order: orderOf(textOf(in1, 22), textOf(in1, 1)),
      class: group === '' ? [] : [{ type: { coding: [{ code: 'group' }] }, value: group }],
      beneficiary: referenceTo(patient),
      period: { start: message.time(textOf(in1, 12)), end: message.time(textOf(in1, 13)) },
      payor: [{ display: payer }],
    });
    return [coverage];
  });
}
