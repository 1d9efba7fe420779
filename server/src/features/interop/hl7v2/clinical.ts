import { lookup } from '../../../platform/rendering/hl7/lookup.ts';
import type { Segment } from '../../../platform/rendering/hl7/message.ts';
import { entryOf, referenceTo } from '../fhir/build.ts';
import type { Entry, Json } from '../fhir/build.ts';
import { conceptOf, entityOf } from './datatypes.ts';
import { ownerOf, visitReference } from './encounter.ts';
import { leaveOut, textOf, valueOf, valuesOf } from './fields.ts';
import type { Value } from './fields.ts';
import type { Message } from './message.ts';
import { identifierFor } from './ofPatient.ts';
import { providerName } from './people.ts';

const allergyKinds: Readonly<Record<string, string>> = {
  DA: 'medication',
  FA: 'food',
  EA: 'environment',
  AA: 'environment',
  PA: 'environment',
  LA: 'environment',
};
const severities: Readonly<Record<string, string>> = { SV: 'severe', MO: 'moderate', MI: 'mild' };

const wordsOf = (value: Value): string => value.part(9) || value.part(2) || value.part(1);

interface Allergy {
  segment: Segment;
  kind: string;
  substance: Value;
  severity: string;
  reactions: string[];
  more: Json;
}

/** Allergies: AL1, and IAM with its state and author. */
export function allergyEntries(message: Message, patient: Entry): Entry[] {
  const plain = message.all('AL1').map((segment): Allergy => ({
    segment,
    kind: textOf(segment, 2),
    substance: valueOf(segment, 3),
    severity: textOf(segment, 4),
    reactions: valuesOf(segment, 5).map(wordsOf),
    more: { onsetDateTime: message.time(textOf(segment, 6)) },
  }));
  const detailed = message.all('IAM').map((segment): Allergy => ({
    segment,
    kind: textOf(segment, 2),
    substance: valueOf(segment, 3),
    severity: textOf(segment, 4),
    reactions: valuesOf(segment, 5).map(wordsOf),
    more: stateOf(segment, message),
  }));
  return [...plain, ...detailed].flatMap((allergy, index) => allergyEntry(message, patient, allergy, index));
}

function stateOf(iam: Segment, message: Message): Json {
  const state = textOf(iam, 17);
  const isWrong = textOf(iam, 6) === 'D' || state === 'E';
  const verification = lookup(
    { C: 'confirmed', I: 'confirmed', P: 'unconfirmed', S: 'unconfirmed', U: 'unconfirmed', D: 'unconfirmed' },
    state,
  );
  const [number] = [entityOf(valueOf(iam, 7), message.facility)];
  return {
    number,
    clinicalStatus: { coding: [{ code: state === 'I' ? 'inactive' : 'active' }] },
    verificationStatus: { coding: [{ code: isWrong ? 'entered-in-error' : verification }] },
    type: lookup({ AL: 'allergy', IN: 'intolerance' }, textOf(iam, 9)),
    onsetDateTime: message.time(textOf(iam, 11)),
    onsetString: textOf(iam, 12) || undefined,
    recordedDate: message.time(textOf(iam, 13)),
    recorder: { display: [valueOf(iam, 14).part(2), valueOf(iam, 14).part(1)].filter(Boolean).join(' ') || undefined },
  };
}

function allergyEntry(message: Message, patient: Entry, allergy: Allergy, index: number): Entry[] {
  const { segment, kind, substance, severity, reactions } = allergy;
  const { number, ...more } = allergy.more;
  const words = wordsOf(substance);
  const code = conceptOf(substance);
  if (code === undefined) {
    leaveOut(segment);
    return [];
  }
  const owner = ownerOf(patient);
  const level = lookup(severities, severity.toUpperCase());
  const category = lookup(allergyKinds, kind.toUpperCase());
  const manifestations = reactions.filter(Boolean);
  const entry = entryOf(message, `allergy-${index}`, 'AllergyIntolerance', {
    meta: { lastUpdated: message.sentAt },
    identifier: number === undefined ? identifierFor(owner, 'AL1', substance.part(1) || words) : [number],
    clinicalStatus: { coding: [{ code: 'active' }] },
    category: category === undefined ? [] : [category],
    code: { ...code, text: words },
    patient: referenceTo(patient),
    encounter: visitReference(message, patient),
    recorder: { display: message.facility || undefined },
    reaction: [
      ...manifestations.map((text) => ({ manifestation: [{ text }], severity: level })),
      ...(manifestations.length === 0 && level !== undefined ? [{ severity: level }] : []),
    ],
    ...more,
  });
  return [entry];
}

/** The numbers of an order: the filler's, or else the placer's. */
function orderNumbers(orc: Segment | undefined, { facility }: Message): Json[] {
  const number = entityOf(valueOf(orc, 3), facility) ?? entityOf(valueOf(orc, 2), facility);
  return number === undefined ? [] : [number as unknown as Json];
}

/** Segments of a kind with the order (ORC) before them and the first of each other kind after them, up to the next order. */
function ordersOf(
  { segments }: Message,
  code: string,
): { segment: Segment; orc: Segment | undefined; after: Segment[] }[] {
  return segments.flatMap((segment, index) => {
    if (segment.code !== code) return [];
    const orc = segments.slice(0, index).findLast((one) => one.code === 'ORC');
    const rest = segments.slice(index + 1);
    const end = rest.findIndex((one) => one.code === 'ORC' || one.code === code);
    return [{ segment, orc, after: end < 0 ? rest : rest.slice(0, end) }];
  });
}

const firstOf = (segments: readonly Segment[], code: string) => segments.find((one) => one.code === code);

/** No vaccine was given (CVX). */
const noVaccine = '998';

/** Immunizations (RXA) of vaccination messages; elsewhere RXA states that a medication was given. */
export function immunizationEntries(message: Message, patient: Entry): Entry[] {
  if (message.type !== 'VXU') return [];
  return ordersOf(message, 'RXA').flatMap(({ segment: rxa, orc, after }, index) => {
    const vaccine = valueOf(rxa, 5);
    const code = conceptOf(vaccine);
    if (code === undefined || vaccine.part(1) === noVaccine) {
      leaveOut(rxa);
      return [];
    }
    const rxr = firstOf(after, 'RXR');
    const at = message.time(textOf(rxa, 3));
    const numbers = orderNumbers(orc, message);
    const state = textOf(rxa, 20);
    const isDeleted = textOf(rxa, 21) === 'D';
    const isDone = !['RE', 'NA'].includes(state);
    const amount = textOf(rxa, 6);
    const entry = entryOf(message, `immunization-${index}`, 'Immunization', {
      meta: { lastUpdated: message.sentAt },
      identifier:
        numbers.length > 0
          ? numbers
          : identifierFor(ownerOf(patient), 'RXA', vaccine.part(1) || wordsOf(vaccine), at ?? ''),
      status: isDeleted ? 'entered-in-error' : isDone ? 'completed' : 'not-done',
      statusReason: isDone
        ? undefined
        : (conceptOf(valueOf(rxa, 18)) ?? { text: state === 'RE' ? 'Refused' : 'Not administered' }),
      vaccineCode: code,
      patient: referenceTo(patient),
      encounter: visitReference(message, patient),
      occurrenceDateTime: at,
      // 999 stands for an amount that is not known.
      doseQuantity:
        /^\d+(?:\.\d+)?$/.test(amount) && amount !== '999'
          ? { value: amount, unit: wordsOf(valueOf(rxa, 7)) || undefined }
          : undefined,
      lotNumber: textOf(rxa, 15) || undefined,
      manufacturer: { display: wordsOf(valueOf(rxa, 17)) || undefined },
      route: conceptOf(valueOf(rxr, 1)),
      site: conceptOf(valueOf(rxr, 2)),
      performer: [{ actor: { display: providerName(valueOf(rxa, 10)) || message.facility || undefined } }],
      note: [wordsOf(valueOf(rxa, 9))].filter(Boolean).map((text) => ({ text })),
    });
    return [entry];
  });
}

const orderStatuses: Readonly<Record<string, string>> = {
  CM: 'completed',
  DC: 'stopped',
  CA: 'cancelled',
  HD: 'on-hold',
  IP: 'active',
  SC: 'active',
  ER: 'entered-in-error',
};
/** Controls of an order (table 0119) that end it. */
const ended: Readonly<Record<string, string>> = {
  CA: 'cancelled',
  OC: 'cancelled',
  CR: 'cancelled',
  DC: 'stopped',
  OD: 'stopped',
  DR: 'stopped',
  HD: 'on-hold',
  OH: 'on-hold',
  UA: 'cancelled',
  RP: 'stopped',
  RQ: 'stopped',
  RU: 'stopped',
  DE: 'entered-in-error',
};

/** Where RXE, the pharmacy's order, and RXO, the prescriber's, have their parts. */
const fields = {
  RXE: { code: 2, amount: 3, unit: 5, form: 6, instructions: 7, supply: 10, supplyUnit: 11, refills: 12, provider: 13 },
  RXO: { code: 1, amount: 2, unit: 4, form: 5, instructions: 7, supply: 11, supplyUnit: 12, refills: 13, provider: 14 },
} as const;

/** Orders of medications. If the pharmacy's order is stated, the prescriber's is not read. */
export function medicationEntries(message: Message, patient: Entry): Entry[] {
  const kind = message.segment('RXE') === undefined ? 'RXO' : 'RXE';
  const at = fields[kind];
  return ordersOf(message, kind).flatMap(({ segment: order, orc, after }, index) => {
    const drug = valueOf(order, at.code);
    const code = conceptOf(drug);
    if (code === undefined) {
      leaveOut(order);
      return [];
    }
    const rxr = firstOf(after, 'RXR');
    const numbers = orderNumbers(orc, message);
    const supply = textOf(order, at.supply);
    const number = (text: string) => (/^\d+(?:\.\d+)?$/.test(text) ? text : undefined);
    const [tq1, started] = [firstOf(after, 'TQ1'), message.time(textOf(firstOf(after, 'TQ1'), 7))];
    const amount = number(textOf(order, at.amount));
    const unit = wordsOf(valueOf(order, at.unit)) || wordsOf(valueOf(order, at.form));
    const instructions = valuesOf(order, at.instructions)
      .map((value) => value.part(2) || value.part(1))
      .filter(Boolean);
    const how = wordsOf(valueOf(tq1, 3)) || valueOf(order, 1).part(2);
    const entry = entryOf(message, `medication-${index}`, 'MedicationRequest', {
      meta: { lastUpdated: message.sentAt },
      identifier:
        numbers.length > 0
          ? numbers
          : identifierFor(ownerOf(patient), kind, drug.part(1) || wordsOf(drug), message.time(textOf(orc, 9)) ?? ''),
      status: lookup(ended, textOf(orc, 1)) ?? lookup(orderStatuses, textOf(orc, 5)) ?? 'active',
      intent: 'order',
      medicationCodeableConcept: { ...code, text: wordsOf(drug) },
      subject: referenceTo(patient),
      encounter: visitReference(message, patient),
      authoredOn: message.time(textOf(orc, 9)),
      requester: {
        display:
          providerName(valueOf(orc, 12)) || providerName(valueOf(order, at.provider)) || message.facility || undefined,
      },
      dosageInstruction: [
        {
          text: instructions.join('\n') || undefined,
          timing: {
            code: how === '' || kind === 'RXO' ? undefined : { text: how },
            repeat: { boundsPeriod: { start: started } },
          },
          route: conceptOf(valueOf(rxr, 1)),
          site: conceptOf(valueOf(rxr, 2)),
          doseAndRate: amount === undefined ? [] : [{ doseQuantity: { value: amount, unit: unit || undefined } }],
        },
      ],
      dispenseRequest: {
        quantity:
          number(supply) === undefined
            ? undefined
            : { value: supply, unit: wordsOf(valueOf(order, at.supplyUnit)) || undefined },
        numberOfRepeatsAllowed: number(textOf(order, at.refills)),
      },
    });
    return [entry];
  });
}

/** Procedures (PR1). */
export function procedureEntries(message: Message, patient: Entry): Entry[] {
  return message.all('PR1').flatMap((pr1, index) => {
    const stated = valueOf(pr1, 3);
    const words = wordsOf(stated) || textOf(pr1, 4);
    if (words === '') {
      leaveOut(pr1);
      return [];
    }
    const at = message.time(textOf(pr1, 5));
    const number = entityOf(valueOf(pr1, 19), message.facility);
    const people = [11, 12, 8].map((field) => providerName(valueOf(pr1, field))).filter(Boolean);
    const entry = entryOf(message, `procedure-${index}`, 'Procedure', {
      meta: { lastUpdated: message.sentAt },
      identifier:
        number === undefined ? identifierFor(ownerOf(patient), 'PR1', stated.part(1) || words, at ?? '') : [number],
      status: textOf(pr1, 20) === 'D' ? 'entered-in-error' : 'completed',
      code: { ...conceptOf(stated), text: stated.part(2) || textOf(pr1, 4) || stated.part(1) },
      subject: referenceTo(patient),
      encounter: visitReference(message, patient),
      performedDateTime: at,
      performer:
        people.length > 0
          ? people.map((display) => ({ actor: { display } }))
          : [{ actor: { display: message.facility || undefined } }],
      reasonCode: [conceptOf(valueOf(pr1, 15))].filter(Boolean),
    });
    return [entry];
  });
}
