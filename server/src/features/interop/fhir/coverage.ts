import { patientRelationship, patientRelationshipLabels, relationshipCodeOf } from '@careloop/contracts/codes/patients';
import { z } from 'zod';

import { codeableConcept, hasCode, identifier, period, reference, wordsOf } from './datatypes.ts';
import { dayOf, endOf } from './dates.ts';
import { Rejection } from './draft.ts';
import { countOthers, firstStated, leavePart, readParts } from './readParts.ts';
import { subjectOf } from './subject.ts';
import { code, list, text } from './text.ts';

import type { CodeableConcept } from './datatypes.ts';
import type { ColumnsOf, Draft } from './draft.ts';
import type { Naming, Ref } from '../shared/references.ts';
import type { SourceResource } from './source.ts';

const coverage = z.object({
  identifier: list(identifier),
  status: code(['active', 'cancelled', 'draft', 'entered-in-error']),
  type: codeableConcept.nullish(),
  subscriberId: text(100),
  subscriber: reference.nullish(),
  relationship: codeableConcept.nullish(),
  class: list(z.object({ type: codeableConcept.nullish(), value: text() })),
  beneficiary: reference.nullish(),
  period: period.nullish(),
  order: z
    .number('is not a number')
    .int('is not a whole number')
    .min(1, 'is less than 1')
    .max(999, 'is more than 999')
    .nullish(),
  payor: list(reference),
});

export interface CoverageDraft extends Draft {
  patient: Ref;
  payer: Ref | null;
  /** Columns of patient_coverage; the payer's name may have to come from the Organization record. */
  columns: ColumnsOf<
    'patient_coverage',
    | 'payer_name'
    | 'plan_type'
    | 'member_id'
    | 'group_number'
    | 'subscriber_name'
    | 'subscriber_relationship'
    | 'coverage_order'
    | 'status'
    | 'start_date'
    | 'end_date',
    'payer_name'
  >;
  /** Entered in error: not imported, and deleted if imported before. */
  isVoid: boolean;
}

export function mapCoverage(source: SourceResource, naming: Naming): CoverageDraft {
  const value = readParts(coverage, source);
  const payer = value.payor[0] ?? null;
  if (payer === null) throw new Rejection('names no payer');
  const group = value.class.find(({ type }) => hasCode(type, 'group'));
  countOthers(source, {
    payor: value.payor.length - 1,
    class: value.class.length - (group === undefined ? 0 : 1),
  });
  if (wordsOf(value.type) !== null && planTypeOf(value.type) === null) leavePart(source, 'type');
  return {
    source,
    keys: naming.keysOf(source, value.identifier),
    remarks: [],
    patient: subjectOf(naming.refOf(value.beneficiary, 'Patient')),
    payer: naming.refOf(payer, 'Organization'),
    isVoid: value.status === 'entered-in-error',
    columns: {
      payer_name: payer.display,
      plan_type: planTypeOf(value.type),
      member_id: firstStated(source, {
        subscriberId: value.subscriberId,
        identifier: value.identifier.find((item) => hasCode(item.type, 'MB'))?.value,
      }),
      group_number: group?.value ?? null,
      subscriber_name: value.subscriber?.display ?? null,
      subscriber_relationship: relationshipOf(value.relationship),
      coverage_order: value.order ?? null,
      status: value.status ?? 'active',
      start_date: value.period?.start ? dayOf(value.period.start) : null,
      end_date: value.period?.end ? dayOf(endOf(value.period.end)) : null,
    },
  };
}

/** Codes that readers know as words. */
const plans = new Set(['HMO', 'PPO', 'EPO', 'POS', 'HDHP', 'FFS', 'MEDICARE', 'MEDICAID', 'TRICARE', 'CHIP']);

/** The name of the plan's type. A code without a name is left out as the sender's own, unless it is a known one. */
function planTypeOf(type: CodeableConcept | null | undefined): string | null {
  const words = wordsOf(type);
  const codes = type?.coding.map((item) => item.code) ?? [];
  return words !== null && codes.includes(words) && !plans.has(words.toUpperCase()) ? null : words;
}

/** By its label if it is in the list, because FHIR's codes are in lower case. */
function relationshipOf(concept: CodeableConcept | null | undefined): string | null {
  const words = wordsOf(concept);
  const code = relationshipCodeOf(words);
  const name = code === null ? undefined : patientRelationship.nameOf(code);
  return name === undefined ? words : patientRelationshipLabels[name];
}
