import { fieldOf } from '../../../platform/rendering/hl7/message.ts';
import type { Segment } from '../../../platform/rendering/hl7/message.ts';
import { typeOfField } from '../../../platform/rendering/hl7/fieldTypes.ts';
import { segmentNames } from '../../../platform/rendering/hl7/segmentNames.ts';
import { askedOf, repetitionsOf } from './fields.ts';
import type { Value } from './fields.ts';
import { isKeptAsDocument } from './document.ts';
import type { Message } from './message.ts';

/** Segments about the message, not about the patient. */
const ofMessage = new Set(['MSH', 'EVN', 'SFT', 'UAC', 'MSA', 'ERR', 'RGS']);

/**
 * What a message states and no reader uses, each kind with its number: fields such as PID-10, values after the first where only
 * the first is used, components of values, and whole segments. A message that is kept as a document is kept whole. Complete only after all parts of the
 * message were read.
 */
export function unusedFields(message: Message): Map<string, number> {
  const found = new Map<string, number>();
  if (isKeptAsDocument(message)) return found;
  const count = (name: string, howMany = 1) => found.set(name, (found.get(name) ?? 0) + howMany);
  for (const name of message.notKept) count(name);
  for (const segment of message.segments) {
    if (ofMessage.has(segment.code)) continue;
    const fields = statedIn(segment);
    const isWhole = fields.every((field) => askedOf(segment, field) === 0);
    const names = segmentNames(segment.code) ?? [];
    const named = (name: string | undefined, code: string) => (name === undefined ? code : `${name} (${code})`);
    if (isWhole && fields.length > 0) {
      count(named(names[0], segment.code));
      continue;
    }
    for (const field of fields) {
      const name = named(names[field], `${segment.code}-${field}`);
      const asked = askedOf(segment, field);
      const values = repetitionsOf(segment, field);
      if (asked === 0) count(name);
      else if (values.length > asked) count(`${name}, after the first`, values.length - asked);
      const inPart = values.slice(0, asked).filter((value) => isInPart(value, typeOfField(segment.code, field, true)));
      if (inPart.length > 0) count(`${name}, in part`, inPart.length);
    }
  }
  return found;
}

/**
 * Components that say how a value is written or assigned, not what is stated, by the type of the field: code systems and their
 * versions, check digits, kinds of names and addresses.
 */
const aside: Partial<Record<string, readonly number[]>> = {
  code: [3, 6, 7, 8],
  id: [2, 3],
  person: [8, 9, 10, 11, 12, 13, 15, 16, 17, 18],
  name: [8, 9, 10, 11],
  address: [11],
  place: [5, 6, 10, 11],
};

/** Of a code and its text, the text says it all. */
const isInPart = (value: Value, type: string): boolean =>
  value.unread.some(
    (component) =>
      aside[type]?.includes(component) !== true && !(type === 'code' && component === 1 && value.part(2) !== ''),
  );

/** Fields with a value, except the set ID, which only numbers the segments of a message. */
function statedIn(segment: Segment): number[] {
  return segment.fields
    .map((_field, number) => number)
    .filter((number) => number > 0 && /[^\s"^~&]/.test(fieldOf(segment, number)))
    .filter((number) => !(number === 1 && /^\d{1,4}$/.test(fieldOf(segment, 1))));
}
