import { z } from 'zod';

import { codeableConcept, isReference, periodStart, reference, wordsOf } from '../datatypes.ts';
import { dayOf, pastDate } from '../dates.ts';
import { Rejection } from '../draft.ts';
import { firstStated, leavePart, readParts } from '../readParts.ts';
import { subjectOf } from '../subject.ts';
import { code, list, text } from '../text.ts';
import { columnsIn, partsOf } from './draft.ts';
import { hasValue, noValue, valueColumns, valueParts } from './resultValue.ts';
import {
  codedOf,
  conceptReferredTo,
  longConcept,
  loinc,
  namesOf,
  noteOf,
  ofPatient,
  shortName,
  timeColumns,
} from './values.ts';

import type { CodeableConcept } from '../datatypes.ts';
import type { SourceResource } from '../source.ts';
import type { Naming } from '../../shared/references.ts';
import type { ClinicalDraft } from './draft.ts';
import type { Concepts } from './values.ts';

const resultStatuses = [
  'registered',
  'partial',
  'preliminary',
  'final',
  'amended',
  'corrected',
  'appended',
  'cancelled',
  'entered-in-error',
  'unknown',
] as const;

const statuses: Record<(typeof resultStatuses)[number], string> = {
  registered: 'registered',
  partial: 'preliminary',
  preliminary: 'preliminary',
  final: 'final',
  amended: 'corrected',
  corrected: 'corrected',
  appended: 'final',
  cancelled: 'cancelled',
  'entered-in-error': 'unknown',
  unknown: 'unknown',
};

const resultStatus = code(resultStatuses);

export const statusColumns = (status: (typeof resultStatuses)[number] | null) => ({
  status: statuses[status ?? 'unknown'],
  is_entered_in_error: status === 'entered-in-error',
});

const categories: Partial<Record<string, string>> = {
  laboratory: 'laboratory',
  'vital-signs': 'vital_signs',
  'social-history': 'social_history',
  sdoh: 'social_history',
  imaging: 'imaging',
  survey: 'survey',
  exam: 'exam',
  // Sections of diagnostic services (table 0074 of HL7 version 2).
  ...Object.fromEntries(
    [
      'LAB',
      'CH',
      'HM',
      'MB',
      'BG',
      'CG',
      'GE',
      'IMM',
      'MCB',
      'MYC',
      'OSL',
      'PAR',
      'SP',
      'SR',
      'TX',
      'VR',
      'BLB',
      'CP',
    ].map((section) => [section, 'laboratory']),
  ),
  ...Object.fromEntries(
    ['RAD', 'CT', 'CUS', 'NMR', 'NMS', 'OUS', 'RUS', 'RX', 'VUS', 'XRC', 'MRI', 'EC'].map((section) => [
      section,
      'imaging',
    ]),
  ),
};

export function categoryOf(stated: readonly CodeableConcept[]): string {
  const codes = stated.flatMap(({ coding }) => coding.map((item) => item.code ?? ''));
  return codes.map((item) => categories[item]).find((item) => item !== undefined) ?? 'other';
}

const component = z.object({ code: longConcept.nullish(), ...valueParts });

const observation = z.object({
  ...ofPatient,
  ...valueParts,
  status: resultStatus,
  category: list(codeableConcept),
  code: longConcept.nullish(),
  effectiveDateTime: pastDate,
  effectiveInstant: pastDate,
  effectivePeriod: periodStart.nullish(),
  issued: pastDate,
  performer: list(reference),
  bodySite: codeableConcept.nullish(),
  method: codeableConcept.nullish(),
  specimen: reference.nullish(),
  hasMember: list(reference),
  // Messages name the order and service that a correction replaces.
  orderKey: text(100),
  component: list(component),
});

/** A result. One with components or members is a panel, whose own value is its first member. */
export function mapObservation(source: SourceResource, naming: Naming, concepts: Concepts): ClinicalDraft {
  const value = readParts(observation, source);
  const remarks: string[] = [];
  const isStated = hasValue(value);
  const isPanel = value.component.length > 0 || value.hasMember.length > 0;
  const coded = codedOf(value.code, [loinc], { source, remarks });
  if (coded === null && !isStated && !isPanel) throw new Rejection('has no code');
  const described = coded ?? { code_system: null, code: null, description: 'Result without a name' };
  const effective = value.effectiveDateTime ?? value.effectiveInstant ?? value.effectivePeriod?.start ?? null;
  const specimen = conceptReferredTo(source, value.specimen, 'Specimen', { naming, concepts });
  if (specimen === null && isReference(value.specimen)) leavePart(source, 'specimen');
  const common = {
    category: categoryOf(value.category),
    ...timeColumns(firstStated(source, { effective, issued: value.issued }, dayOf)),
    ...statusColumns(value.status),
    is_superseded: false,
    order_key: value.orderKey,
    specimen: wordsOf(specimen),
    method: wordsOf(value.method),
    body_site: wordsOf(value.bodySite),
  };
  const members = partsOf(
    isPanel && isStated ? [value, ...value.component] : value.component,
    (part) => shortName(part.code),
    (part) =>
      columnsIn('patient_result', {
        ...(codedOf(part.code, [loinc], { source, remarks }) ?? { ...described, description: 'Result without a name' }),
        ...common,
        ...valueColumns(part, remarks),
        is_panel: false,
        note: null,
      }),
  );
  return {
    source,
    table: 'patient_result',
    keys: naming.keysOf(source, value.identifier),
    remarks,
    patient: subjectOf(naming.refOf(value.subject, 'Patient')),
    encounter: naming.refOf(value.encounter, 'Encounter'),
    columns: columnsIn('patient_result', {
      ...described,
      ...common,
      ...(isPanel && isStated ? noValue : valueColumns(value, remarks)),
      is_panel: isPanel,
      note: noteOf(value.note, remarks, { max: 20_000 }),
    }),
    named: [{ column: 'stated_by', names: namesOf(value.performer, naming) }],
    parts: members,
    members: value.hasMember.map((member) => naming.refOf(member, 'Observation')).filter((member) => member !== null),
  };
}
