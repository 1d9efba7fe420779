import { z } from 'zod';

import { codeableConcept, period, wordsOf } from '../datatypes.ts';
import { block, list, text } from '../text.ts';
import { fhirDate } from '../dates.ts';
import { cut, decimal, quantity, quantityText, range, rangeText, unitOf } from './values.ts';

import type { CodeableConcept } from '../datatypes.ts';

/** The parts of an observation, or of one of its components, that state its value. */
export const valueParts = {
  valueQuantity: quantity.nullish(),
  valueCodeableConcept: codeableConcept.nullish(),
  valueString: block(),
  valueBoolean: z.boolean('is not true or false').nullish(),
  valueInteger: decimal,
  valueRange: range.nullish(),
  valueRatio: z.object({ numerator: quantity.nullish(), denominator: quantity.nullish() }).nullish(),
  valueTime: text(40),
  valueDateTime: fhirDate,
  valuePeriod: period.nullish(),
  dataAbsentReason: codeableConcept.nullish(),
  interpretation: list(codeableConcept),
  referenceRange: list(
    z.object({
      low: quantity.nullish(),
      high: quantity.nullish(),
      type: codeableConcept.nullish(),
      appliesTo: list(codeableConcept),
      age: range.nullish(),
      text: text(10_000),
    }),
  ),
};

const parts = z.object(valueParts);
export type ResultParts = z.infer<typeof parts>;

const comparators = new Set(['<', '<=', '>', '>=']);

/** Number, comparator, unit and text of a value; null if none is stated. */
function valueOf(
  value: ResultParts,
): { number?: string; comparator?: string; unit?: string | null; text?: string } | null {
  if (value.valueQuantity) {
    const { value: number, comparator } = value.valueQuantity;
    const unit = unitOf(value.valueQuantity);
    if (number === null) return unit === null ? null : { unit };
    if (comparator === null) return { number, unit };
    if (comparators.has(comparator)) return { number, comparator, unit };
    return { text: quantityText(value.valueQuantity) ?? '' };
  }
  if (value.valueInteger !== null) return { number: value.valueInteger };
  if (typeof value.valueBoolean === 'boolean') return { text: value.valueBoolean ? 'Yes' : 'No' };
  const words =
    wordsOf(value.valueCodeableConcept) ??
    value.valueString ??
    rangeText(value.valueRange) ??
    ratioText(value.valueRatio) ??
    value.valueTime ??
    value.valueDateTime ??
    ([value.valuePeriod?.start, value.valuePeriod?.end].filter(Boolean).join(' – ') || null);
  return words === null ? null : { text: words };
}

/** A titer such as 1:128, or a concentration. */
function ratioText(ratio: ResultParts['valueRatio']): string | null {
  const [above, below] = [quantityText(ratio?.numerator), quantityText(ratio?.denominator)];
  if (above === null || below === null) return above;
  const hasUnit = [ratio?.numerator, ratio?.denominator].some((item) => item && unitOf(item) !== null);
  return hasUnit ? `${above} / ${below}` : `${above}:${below}`;
}

export const hasValue = (value: ResultParts): boolean => valueOf(value) !== null;

/** Codes of interpretation (HL7 v3-ObservationInterpretation, and table 0078 of version 2) that are flags of ours. */
const flags: Partial<Record<string, string>> = {
  L: 'low',
  H: 'high',
  LL: 'critical_low',
  HH: 'critical_high',
  LU: 'critical_low',
  HU: 'critical_high',
  'L*': 'critical_low',
  'H*': 'critical_high',
  A: 'abnormal',
  AA: 'critical',
  'A*': 'critical',
  N: 'normal',
};

/** The flag that is stated, and what is stated besides. */
function interpretationOf(stated: readonly CodeableConcept[]) {
  const flagOf = (item: CodeableConcept) => item.coding.map(({ code }) => flags[code ?? '']).find(Boolean) ?? null;
  const flagged = stated.find((item) => flagOf(item) !== null);
  const others = stated.filter((item) => item !== flagged).map(wordsOf);
  return {
    flag: flagged === undefined ? null : flagOf(flagged),
    interpretation: others.filter((item) => item !== null).join(', ') || null,
  };
}

type ReferenceRange = ResultParts['referenceRange'][number];

/** Low, high and text of the range; several ranges, or one in another unit than the value, are kept as text. */
function rangeOf(ranges: readonly ReferenceRange[], unit: string | null) {
  const [only] = ranges;
  const isPlain =
    ranges.length === 1 && only !== undefined && [only.low, only.high].every((item) => isOfUnit(item, unit));
  if (isPlain) {
    const [low, high] = [only.low?.value ?? null, only.high?.value ?? null];
    const isSaid = only.appliesTo.length > 0 || only.age;
    return { range_low: low, range_high: high, range_text: isSaid ? rangeWords(only) : only.text };
  }
  const words = ranges.map(rangeWords).filter((item) => item !== '');
  return { range_low: null, range_high: null, range_text: words.join('; ') || null };
}

function isOfUnit(limit: ReferenceRange['low'], unit: string | null): boolean {
  return !limit || ((limit.comparator ?? null) === null && [null, unit].includes(unitOf(limit)));
}

function rangeWords(item: ReferenceRange): string {
  const whom = [wordsOf(item.type), ...item.appliesTo.map(wordsOf), rangeText(item.age)].filter(Boolean).join(', ');
  const limits = item.text ?? rangeText(item) ?? '';
  return [whom, limits].filter(Boolean).join(': ');
}

/** The columns of a result that state its value. */
export function valueColumns(value: ResultParts, remarks: string[]) {
  const stated = valueOf(value);
  const unit = stated?.unit ?? null;
  return {
    value_number: stated?.number ?? null,
    value_comparator: stated?.comparator ?? null,
    value_text: cut(stated?.text ?? null, 20_000, 'value', remarks),
    unit,
    ...rangeOf(value.referenceRange, unit),
    ...interpretationOf(value.interpretation),
    absent_reason: wordsOf(value.dataAbsentReason),
  };
}

/** The same for a row that has no value, such as a panel. */
export const noValue: ReturnType<typeof valueColumns> = {
  value_number: null,
  value_comparator: null,
  value_text: null,
  unit: null,
  range_low: null,
  range_high: null,
  range_text: null,
  flag: null,
  interpretation: null,
  absent_reason: null,
};
