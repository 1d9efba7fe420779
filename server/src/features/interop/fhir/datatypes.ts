import { z } from 'zod';

import { fhirDate, isBefore, pastDate } from './dates.ts';
import { withoutSemanticTag } from './semanticTag.ts';
import { list, nameText, text } from './text.ts';
import { extensionsOfTime } from './zones.ts';

// Only the used parts of FHIR's data types are declared. Everything else in a resource is ignored.

export const snomed = 'http://snomed.info/sct';
export const icd10cm = 'http://hl7.org/fhir/sid/icd-10-cm';
export const icd9cm = 'http://hl7.org/fhir/sid/icd-9-cm';

export const coding = z.object({ system: text(255), code: text(255), display: text() });

export const codeableConcept = z.object({ coding: list(coding), text: text() });
export type CodeableConcept = z.infer<typeof codeableConcept>;

const extensions = { _start: extensionsOfTime, _end: extensionsOfTime };
const isOrdered = ({ start, end }: { start: string | null; end: string | null }) =>
  start === null || end === null || !isBefore(end, start);
const orderRule = { path: ['end'], error: 'is before its start' };

/** An end before its start is left out. */
export const period = z.object({ start: fhirDate, end: fhirDate, ...extensions }).refine(isOrdered, orderRule);
export const pastPeriod = z.object({ start: pastDate, end: pastDate, ...extensions }).refine(isOrdered, orderRule);
/** Of something that has happened, of which only the start has a place. The end is counted among what is not kept. */
export const periodStart = z.object({ start: pastDate, _start: extensionsOfTime });
/** A period of which only the end has a place. */
export const periodEnd = z.object({ end: fhirDate, _end: extensionsOfTime });

export const identifier = z.object({
  use: text(20),
  type: codeableConcept.nullish(),
  system: text(255),
  value: text(255),
  assigner: z.object({ display: text(255) }).nullish(),
});
export type Identifier = z.infer<typeof identifier>;

export const reference = z.object({
  reference: text(2000),
  type: text(100),
  identifier: identifier.nullish(),
  display: text(255),
});
export type Reference = z.infer<typeof reference>;

/** Whether a reference states anything: readers of other formats build some that do not. */
export const isReference = (item: Reference | null | undefined): item is Reference =>
  item !== null && item !== undefined && [item.reference, item.display, item.identifier?.value].some(Boolean);

export const humanName = z.object({
  use: text(20),
  text: nameText(255),
  family: nameText(200),
  given: list(nameText(200)),
  prefix: list(nameText(100)),
  suffix: list(nameText(100)),
  period: periodEnd.nullish(),
});
export type HumanName = z.infer<typeof humanName>;

const flag = z.object({ url: text(2000), valueBoolean: z.boolean('is not true or false').nullish() });

export const contactPoint = z.object({
  extension: list(flag),
  system: text(20),
  value: text(255),
  use: text(20),
  rank: z.number('is not a number').nullish(),
  period: periodEnd.nullish(),
});
export type ContactPoint = z.infer<typeof contactPoint>;

const decimalExtension = z.object({ url: text(2000), valueDecimal: z.number('is not a number').nullish() });

export const address = z.object({
  extension: list(z.object({ url: text(2000), extension: list(decimalExtension) })),
  use: text(20),
  text: text(),
  line: list(text(255)),
  city: text(100),
  state: text(100),
  postalCode: text(20),
  country: text(100),
  period: periodEnd.nullish(),
});
export type Address = z.infer<typeof address>;

export const attachment = z.object({
  contentType: text(255),
  /** Base64; validated when decoded. */
  data: z.string('is not text').nullish(),
  url: text(2000),
  /** SHA-1 of the bytes, as base64. */
  hash: text(255),
  title: text(255),
  creation: pastDate,
});
export type Attachment = z.infer<typeof attachment>;

/** The text of a coded value: its own text, or else the first display, or else the first code. */
export function wordsOf(concept: CodeableConcept | null | undefined): string | null {
  if (concept === null || concept === undefined) return null;
  const words =
    concept.text ??
    concept.coding.find((item) => item.display !== null)?.display ??
    concept.coding.find((item) => item.code !== null)?.code ??
    null;
  const isSnomed = concept.coding.some((item) => item.system === snomed);
  return words !== null && isSnomed ? withoutSemanticTag(words) : words;
}

/** Whether any of the codings has one of these codes. */
export function hasCode(concept: CodeableConcept | null | undefined, ...codes: string[]): boolean {
  return concept?.coding.some((item) => item.code !== null && codes.includes(item.code)) ?? false;
}
