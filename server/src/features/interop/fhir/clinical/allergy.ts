import { z } from 'zod';

import { codeableConcept, hasCode, periodStart, reference, snomed, wordsOf } from '../datatypes.ts';
import { pastDate } from '../dates.ts';
import { Rejection } from '../draft.ts';
import { countOthers, readParts } from '../readParts.ts';
import { subjectOf } from '../subject.ts';
import { block, code, list, text } from '../text.ts';
import { columnsIn } from './draft.ts';
import {
  codedOf,
  dayAndPrecision,
  decimal,
  longConcept,
  namesOf,
  noteOf,
  ofPatient,
  rxnorm,
  wordsOfAll,
  whoStated,
} from './values.ts';

import type { CodeableConcept } from '../datatypes.ts';
import type { SourceResource } from '../source.ts';
import type { Naming } from '../../shared/references.ts';
import type { ClinicalDraft } from './draft.ts';

const severities = ['mild', 'moderate', 'severe'] as const;

const allergyIntolerance = z.object({
  ...ofPatient,
  clinicalStatus: codeableConcept.nullish(),
  verificationStatus: codeableConcept.nullish(),
  type: code(['allergy', 'intolerance']),
  category: list(code(['food', 'medication', 'environment', 'biologic'])),
  criticality: code(['low', 'high', 'unable-to-assess']),
  code: longConcept.nullish(),
  onsetDateTime: pastDate,
  onsetAge: z.object({ value: decimal, unit: text(50) }).nullish(),
  onsetPeriod: periodStart.nullish(),
  onsetString: text(),
  recordedDate: pastDate,
  recorder: reference.nullish(),
  asserter: reference.nullish(),
  reaction: list(
    z.object({
      substance: codeableConcept.nullish(),
      manifestation: list(codeableConcept),
      description: block(10_000),
      severity: code(severities),
      note: list(z.object({ text: block(10_000) })),
    }),
  ),
});
type Reaction = z.infer<typeof allergyIntolerance>['reaction'][number];

/** No known allergy, also of one kind: drug, food, environment, latex, insects, animals, dye (SNOMED CT). */
const noAllergy = new Set([
  '716186003',
  '160244002',
  '409137002',
  '429625007',
  '428607008',
  '716184000',
  '716185004',
  '716220001',
  '428197003',
  '426263006',
  '716183006',
  '787482006',
  '787483001',
]);
const noAllergyText =
  /^(?:nka|nkda|nkfa|none|none known|no(?: known)?(?: drug| food| medication| environmental| latex| insect)? allerg(?:y|ies|ens?)|no known)\.?$/i;

/** Whether an allergy is the statement that none is known. */
const isNoAllergy = (concept: CodeableConcept | null | undefined): boolean =>
  concept?.coding.some((item) => item.code !== null && noAllergy.has(item.code)) === true ||
  noAllergyText.test(wordsOf(concept)?.trim() ?? '');

const clinicalStatuses = ['active', 'inactive', 'resolved'];
const verifications = ['unconfirmed', 'presumed', 'confirmed', 'refuted'];

/** The first code of a concept that is one of ours. */
const known = (concept: CodeableConcept | null | undefined, codes: readonly string[]) =>
  concept?.coding.map((item) => item.code).find((item) => item !== null && codes.includes(item)) ?? null;

export function mapAllergy(source: SourceResource, naming: Naming): ClinicalDraft {
  const value = readParts(allergyIntolerance, source);
  const remarks: string[] = [];
  const [substance] = value.reaction.map((item) => item.substance).filter((item) => wordsOf(item) !== null);
  const coded = codedOf(wordsOf(value.code) === null ? substance : value.code, [rxnorm, snomed], { source, remarks });
  if (coded === null && value.reaction.length === 0) throw new Rejection('has no code');
  countOthers(source, { category: value.category.length - 1 });
  const [onsetDate, onsetPrecision] = dayAndPrecision(value.onsetDateTime ?? value.onsetPeriod?.start);
  const [statedDate] = dayAndPrecision(value.recordedDate);
  return {
    source,
    table: 'patient_allergy',
    keys: naming.keysOf(source, value.identifier),
    remarks,
    patient: subjectOf(naming.refOf(value.patient ?? value.subject, 'Patient')),
    encounter: naming.refOf(value.encounter, 'Encounter'),
    columns: columnsIn('patient_allergy', {
      ...(coded ?? { code_system: null, code: null, description: 'Allergy to something not stated' }),
      is_none_known: isNoAllergy(value.code),
      kind: value.type,
      category: value.category.find((item) => item !== null) ?? null,
      clinical_status: known(value.clinicalStatus, clinicalStatuses) ?? 'unknown',
      verification: known(value.verificationStatus, verifications),
      is_entered_in_error: hasCode(value.verificationStatus, 'entered-in-error'),
      criticality: value.criticality?.replaceAll('-', '_') ?? null,
      severity: severities.findLast((item) => value.reaction.some(({ severity }) => severity === item)) ?? null,
      reactions: value.reaction.map(reactionOf).filter(({ manifestation }) => manifestation !== null),
      note: noteOf(value.note, remarks),
      onset_date: onsetDate,
      onset_precision: onsetPrecision,
      onset_text: value.onsetString ?? ageText(value.onsetAge),
      stated_date: statedDate,
    }),
    named: [{ column: 'stated_by', names: namesOf([whoStated(source, value)], naming) }],
    parts: [],
    members: [],
  };
}

function reactionOf({ manifestation, description, severity, note }: Reaction) {
  const words = [wordsOfAll(manifestation), description, ...note.map((item) => item.text)].filter(
    (item) => item !== null,
  );
  return { manifestation: [...new Set(words)].join('; ') || null, severity };
}

const ageUnits: Partial<Record<string, string>> = { a: 'years', mo: 'months', wk: 'weeks', d: 'days' };

export function ageText(age: { value: string | null; unit: string | null } | null | undefined): string | null {
  if (!age || age.value === null) return null;
  return `At age ${age.value} ${ageUnits[age.unit ?? ''] ?? age.unit ?? 'years'}`;
}
