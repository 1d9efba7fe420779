import { lookup } from '../../../platform/rendering/hl7/lookup.ts';
import type { Segment } from '../../../platform/rendering/hl7/message.ts';
import type { Json } from '../fhir/build.ts';
import { conceptOf } from './datatypes.ts';
import { textOf, valueOf, valuesOf } from './fields.ts';
import type { Value } from './fields.ts';
import type { Message } from './message.ts';

const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,2})?$/i;
const compared = /^(<=?|>=?|≤|≥)\s*([+-]?(?:\d+(?:\.\d*)?|\.\d+))$/;
const comparators: Readonly<Record<string, string>> = { '≤': '<=', '≥': '>=' };

interface Quantity {
  value: string;
  comparator?: string;
  unit: string | undefined;
}

/** A number, also with a comparator, as a quantity; undefined for any other text. */
function quantityOf(text: string, unit: string): Quantity | undefined {
  const stated = unit === '' ? undefined : unit;
  if (number.test(text)) return { value: text, unit: stated };
  const [, comparator = '', value] = compared.exec(text) ?? [];
  return value === undefined ? undefined : { value, comparator: comparators[comparator] ?? comparator, unit: stated };
}

/** Every component of a value, as it stands. */
const wholeOf = (value: Value): string =>
  Array.from({ length: 12 }, (_none, index) => value.part(index + 1))
    .filter(Boolean)
    .join(' ');

/** SN: comparator, number, separator, number: >^100, 1^:^128, 2^-^5, 3^+. */
function structured(value: Value, unit: string): Json {
  const [comparator, first, separator, second] = [value.part(1), value.part(2), value.part(3), value.part(4)];
  if (separator === '' && second === '') {
    const quantity = quantityOf(`${comparator === '=' ? '' : comparator}${first}`, unit);
    if (quantity !== undefined) return { valueQuantity: quantity };
  }
  const [low, high] = [quantityOf(first, unit), quantityOf(second, unit)];
  if (separator === '-' && low !== undefined && high !== undefined) return { valueRange: { low, high } };
  if (separator === ':' && low !== undefined && high !== undefined && unit === '')
    return { valueRatio: { numerator: low, denominator: high } };
  const words = [comparator, first, separator, second].join('');
  return { valueString: [words, unit].filter(Boolean).join(' ') };
}

/** The unit (OBX-6), whose code is usually what readers know. */
const unitOf = (obx: Segment): string => valueOf(obx, 6).part(1) || valueOf(obx, 6).part(2);

/** Types of a value (table 0125) that are a code with its text. */
const coded = new Set(['CE', 'CWE', 'CNE', 'CF']);
const files = new Set(['ED', 'RP']);

/** The value of a result (OBX-5) by its type (OBX-2). */
export function valueOfResult(obx: Segment, { time }: Message): Json {
  const type = textOf(obx, 2).toUpperCase();
  const values = valuesOf(obx, 5);
  const [first, ...others] = values;
  if (first === undefined) return {};
  const texts = values.map((value) =>
    coded.has(type) ? value.part(9) || value.part(2) || value.part(1) : wholeOf(value),
  );
  const text = texts.filter(Boolean).join(type === 'TX' || type === 'FT' || type === 'ST' ? '\n' : ', ');
  if (text === '') return {};
  if (files.has(type)) return { valueString: 'A file that is in the document' };
  if (coded.has(type)) return { valueCodeableConcept: { ...conceptOf(first), text } };
  if (others.length > 0) return { valueString: text };
  const isPlain = type !== 'ST' && type !== 'NM' && type !== 'SN';
  const unit = isPlain ? '' : unitOf(obx);
  if (type === 'SN') return structured(first, unit);
  const isNumber = type === 'NM' || (type === 'ST' && unit !== '');
  const quantity = isNumber ? quantityOf(first.part(1), unit) : undefined;
  if (quantity !== undefined) return { valueQuantity: quantity };
  if (type === 'DT' || type === 'TS' || type === 'DTM') return { valueDateTime: time(first.part(1)) };
  return { valueString: [text, isNumber ? unit : ''].filter(Boolean).join(' ') };
}

const range = /^\(?\s*([+-]?\d+(?:\.\d+)?)\s*(?:-|–|to)\s*([+-]?\d+(?:\.\d+)?)\s*\)?(?:\s+\S.*)?$/i;

/** The reference range (OBX-7): 3.5-5.1, 4.3 to 6.2, <5, >=10, or a text. */
export function rangesOf(obx: Segment): Json[] {
  const text = valuesOf(obx, 7).map(wholeOf).join(', ');
  if (text === '') return [];
  const [found, low, high] = range.exec(text) ?? [];
  if (found !== undefined) {
    const unit = unitOf(obx);
    const isPlain = !/[^\d\s.()+–-]/.test(text.replace(/\bto\b/i, ''));
    return [{ low: quantityOf(low ?? '', unit), high: quantityOf(high ?? '', unit), text: isPlain ? undefined : text }];
  }
  const limit = quantityOf(text, '');
  const comparator = limit?.comparator ?? '';
  if (comparator === '') return [{ text }];
  const bound = { value: limit?.value, unit: unitOf(obx) || undefined };
  return [{ [comparator.startsWith('<') ? 'high' : 'low']: bound, text }];
}

/** Table 0078, besides the flags that are ours. */
const interpretations: Readonly<Record<string, string>> = {
  '<': 'Below the range of the instrument',
  '>': 'Above the range of the instrument',
  B: 'Better',
  D: 'Significant change down',
  DET: 'Detected',
  I: 'Intermediate',
  IND: 'Indeterminate',
  MS: 'Moderately susceptible',
  ND: 'Not detected',
  NEG: 'Negative',
  NR: 'Not reactive',
  POS: 'Positive',
  R: 'Resistant',
  RR: 'Reactive',
  S: 'Susceptible',
  U: 'Significant change up',
  VS: 'Very susceptible',
  W: 'Worse',
};

/** Flags (OBX-8). */
export const flagsOf = (obx: Segment): Json[] =>
  valuesOf(obx, 8)
    .filter((value) => value.part(1) !== '' || value.part(2) !== '')
    .map((value) => ({
      text: lookup(interpretations, value.part(1)) ?? (value.part(2) || value.part(1)),
      coding: value.part(1) === '' ? [] : [{ code: value.part(1) }],
    }));
