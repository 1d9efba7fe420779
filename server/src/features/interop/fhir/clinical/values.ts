import { z } from 'zod';

import { icd10cm, identifier, reference, snomed, wordsOf } from '../datatypes.ts';
import { dayOf, fhirDate, momentOf } from '../dates.ts';
import { firstStated, leavePart, modifiedParts } from '../readParts.ts';
import { withoutSemanticTag } from '../semanticTag.ts';
import { block, list, text } from '../text.ts';
import { unusedParts } from '../unusedParts.ts';
import { digestOf } from '../../shared/references.ts';

import type { CodeableConcept, Reference } from '../datatypes.ts';
import type { SourceResource } from '../source.ts';
import type { Key, Naming, Ref, TargetType } from '../../shared/references.ts';

// Data types that only the clinical record uses, and what its records have in common.

const longest = 100_000;

/** A coded value whose text may be longer than its column. */
export const longConcept = z.object({
  coding: list(z.object({ system: text(255), code: text(255), display: text(longest) })),
  text: text(longest),
});

export const annotation = z.object({ text: block(), authorString: text(255), time: fhirDate });

/** Other formats state numbers as texts, which keeps their trailing zeros. */
const number = /^[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:e[+-]?\d{1,2})?$/i;
export const decimal = z
  .union([z.number(), z.string().regex(number)], 'is not a number')
  .nullish()
  .transform((value) => (value === undefined || value === null ? null : String(value)));

export const quantity = z.object({ value: decimal, comparator: text(10), unit: text(255), code: text(255) });
export type Quantity = z.infer<typeof quantity>;

export const range = z.object({ low: quantity.nullish(), high: quantity.nullish() });

/** The parts that all records of a patient have. */
export const ofPatient = {
  identifier: list(identifier),
  subject: reference.nullish(),
  patient: reference.nullish(),
  encounter: reference.nullish(),
  note: list(annotation),
};

/** The code to keep of several: that of the preferred system, or else the first. */
function codingOf(concept: CodeableConcept | null | undefined, systems: readonly string[] = []) {
  const coded = concept?.coding.filter((item) => item.code !== null) ?? [];
  return systems.map((system) => coded.find((item) => item.system === system)).find(Boolean) ?? coded[0];
}

export const loinc = 'http://loinc.org';
export const rxnorm = 'http://www.nlm.nih.gov/research/umls/rxnorm';
export const cvx = 'http://hl7.org/fhir/sid/cvx';
export const problems = [icd10cm, snomed];

interface Coded {
  code_system: string | null;
  code: string | null;
  description: string;
}

const longestDescription = 1000;

/** Code, system and text of what a record is about; null if it is not stated. */
export function codedOf(
  concept: CodeableConcept | null | undefined,
  systems: readonly string[],
  { source, remarks }: { source: SourceResource; remarks: string[] },
): Coded | null {
  const description = wordsOf(concept);
  if (description === null) return null;
  const coding = codingOf(concept, systems);
  leavePart(source, 'code.coding (others)', (concept?.coding.length ?? 0) - 1);
  return {
    code_system: coding?.system ?? null,
    code: coding?.code ?? null,
    description: cut(description, longestDescription, 'text of the code', remarks),
  };
}

/** The beginning of a text that is longer than its column; what is left out is named. */
export function cut(value: string, max: number, what: string, remarks: string[]): string;
export function cut(value: string | null, max: number, what: string, remarks: string[]): string | null;
export function cut(value: string | null, max: number, what: string, remarks: string[]): string | null {
  if (value === null || value.length <= max) return value;
  remarks.push(`left out: the end of the ${what}, which is longer than ${max.toLocaleString('en-US')} characters`);
  return value.slice(0, max).toWellFormed();
}

/** Every text of a list of coded values, once. */
export function wordsOfAll(concepts: readonly (CodeableConcept | null | undefined)[]): string | null {
  const words = concepts.map(wordsOf).filter((item) => item !== null);
  return [...new Set(words)].join(', ') || null;
}

/** Notes one below the other, each with its author if it names one. */
export function noteOf(
  notes: readonly z.infer<typeof annotation>[],
  remarks: string[],
  { max = 10_000, others = [] }: { max?: number; others?: readonly (string | null)[] } = {},
): string | null {
  const texts = notes
    .filter((note) => note.text !== null)
    .map((note) => (note.authorString === null ? note.text : `${note.authorString}: ${note.text}`));
  return cut([...others.filter((item) => item !== null), ...texts].join('\n') || null, max, 'note', remarks);
}

/** How exact a date is. */
function precisionOf(value: string | null): 'year' | 'month' | 'day' {
  return value === null || value.length >= 10 ? 'day' : value.length === 4 ? 'year' : 'month';
}

/** A date and how exact it is. */
export const dayAndPrecision = (value: string | null | undefined) =>
  [value === null || value === undefined ? null : dayOf(value), precisionOf(value ?? null)] as const;

/** A time, how exact it is, and the offset in which it was stated. UTC is how systems write times, not where somebody is. */
export function timeColumns(value: string | null) {
  const offset = /[+-]\d\d:\d\d$/.exec(value ?? '')?.[0];
  return {
    effective_at: value === null ? null : momentOf(value),
    effective_precision: value !== null && value.length > 10 ? 'minute' : precisionOf(value),
    time_zone: offset === undefined || /^[+-]00:00$/.test(offset) ? null : offset,
  };
}

const authors: TargetType[] = ['Practitioner', 'PractitionerRole', 'Organization', 'Patient'];

/** Records by their displayed names, or else as references, which are looked up when the record is written. */
export function namesOf(
  references: readonly (Reference | null | undefined)[],
  naming: Naming,
  types: readonly TargetType[] = authors,
): (string | Ref)[] {
  return references
    .map((item) => {
      const words = item?.display ?? null;
      return words === null ? naming.refOf(item, ...types) : withoutSemanticTag(words);
    })
    .filter((item) => item !== null);
}

type Stater = 'requester' | 'asserter' | 'recorder' | 'reportedReference';

/** Who stated a record; its row has a place for one. */
export function whoStated(
  source: SourceResource,
  { requester, asserter, recorder, reportedReference }: { [Part in Stater]?: Reference | null | undefined },
): Reference | null {
  return firstStated(
    source,
    { requester, asserter, recorder, reportedReference },
    ({ reference, display, identifier }) => reference ?? display ?? identifier?.value,
  );
}

/** What is known of records that have no rows of their own, such as Medication. */
export interface Concepts {
  get(key: Key): CodeableConcept | undefined;
}

/** The coded value of a record that is referred to, contained or displayed; null if none is known. */
export function conceptReferredTo(
  source: SourceResource,
  target: Reference | null | undefined,
  type: 'Medication' | 'Specimen',
  { naming, concepts }: { naming: Naming; concepts: Concepts },
): CodeableConcept | null {
  if (target === null || target === undefined) return null;
  const name = target.reference;
  if (name?.startsWith('#') === true) {
    const inside = Array.isArray(source.json.contained) ? (source.json.contained as unknown[]) : [];
    const found = inside.find(
      (item) => typeof item === 'object' && item !== null && 'id' in item && `#${String(item.id)}` === name,
    );
    const concept = conceptIn(found, type);
    if (concept !== null && modifiedParts(found).length === 0) return concept;
  }
  const known = naming
    .refOf(target, type)
    ?.candidates.map((key) => concepts.get(key))
    .find((item) => item !== undefined);
  return known ?? (target.display === null ? null : { coding: [], text: target.display });
}

const medication = z.object({
  code: longConcept.nullish(),
  ingredient: list(
    z.object({
      itemCodeableConcept: longConcept.nullish(),
      strength: z.object({ numerator: quantity.nullish(), denominator: quantity.nullish() }).nullish(),
    }),
  ),
});
const specimen = z.object({ type: longConcept.nullish() });

/** What a Medication or Specimen is. A medication without a name is named by its ingredients. */
export function conceptIn(json: unknown, type: 'Medication' | 'Specimen'): CodeableConcept | null {
  if (type === 'Specimen') return specimen.safeParse(json).data?.type ?? null;
  const read = medication.safeParse(json).data;
  if (read === undefined || wordsOf(read.code) !== null) return read?.code ?? null;
  const ingredients = read.ingredient.map(({ itemCodeableConcept, strength }) => {
    const [amount, per] = [quantityText(strength?.numerator), quantityText(strength?.denominator)];
    return [wordsOf(itemCodeableConcept), amount, per === null || per === '1' ? null : `per ${per}`]
      .filter((words) => words !== null)
      .join(' ');
  });
  const text = ingredients.filter((words) => words !== '').join(', ');
  return text === '' ? null : { coding: [], text };
}

/** The parts of a medication that no record takes over, each kind with its number. */
export function unusedOfMedication(json: Record<string, unknown>): Map<string, number> {
  const unused = unusedParts(medication, json);
  const { ingredient } = json;
  if (conceptIn({ code: json['code'] }, 'Medication') !== null && Array.isArray(ingredient))
    unused.set('ingredient', ingredient.length);
  return unused;
}

/** A quantity as text: 5 mg. */
export function quantityText(value: Quantity | null | undefined): string | null {
  if (value === null || value === undefined || value.value === null) return null;
  return [`${value.comparator ?? ''}${value.value}`, unitOf(value)].filter((item) => item !== null).join(' ');
}

/** UCUM writes a number without a unit as 1. */
export function unitOf({ unit, code }: Quantity): string | null {
  const stated = unit ?? code;
  return stated === '1' || stated === '{}' ? null : stated;
}

export function rangeText(value: z.infer<typeof range> | null | undefined): string | null {
  const [low, high] = [quantityText(value?.low), quantityText(value?.high)];
  if (low === null || high === null) return low === null ? (high === null ? null : `up to ${high}`) : `from ${low}`;
  const unit = value?.low && unitOf(value.low);
  const first = unit && value?.high && unitOf(value.high) === unit ? low.slice(0, -unit.length - 1) : low;
  return `${first} – ${high}`;
}

/** A short name that stays the same for the same code or text. */
export function shortName(concept: CodeableConcept | null | undefined): string {
  const { system = null, code = null } = codingOf(concept) ?? {};
  return code === null
    ? digestOf(wordsOf(concept)).slice(0, 16)
    : `${system === loinc ? '' : `${system ?? ''}|`}${code}`;
}
