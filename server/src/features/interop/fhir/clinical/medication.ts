import { z } from 'zod';

import { codeableConcept, period, reference, wordsOf } from '../datatypes.ts';
import { endAfter, fhirDate, pastDate } from '../dates.ts';
import { leavePart, readParts } from '../readParts.ts';
import { subjectOf } from '../subject.ts';
import { code, list, text } from '../text.ts';
import { countOtherSteps, dosage, dosagePeriod, dosageText } from './dosage.ts';
import { columnsIn } from './draft.ts';
import {
  codedOf,
  conceptReferredTo,
  cut,
  dayAndPrecision,
  decimal,
  longConcept,
  namesOf,
  noteOf,
  ofPatient,
  quantity,
  quantityText,
  rxnorm,
  wordsOfAll,
  whoStated,
} from './values.ts';

import type { CodeableConcept } from '../datatypes.ts';
import type { SourceResource } from '../source.ts';
import type { Naming } from '../../shared/references.ts';
import type { ClinicalDraft } from './draft.ts';
import type { Concepts } from './values.ts';

const common = {
  ...ofPatient,
  medicationCodeableConcept: longConcept.nullish(),
  medicationReference: reference.nullish(),
  statusReason: z.union([list(codeableConcept), codeableConcept.transform((one) => [one])]),
  reasonCode: list(codeableConcept),
  reasonReference: list(reference),
};

const supply = z
  .object({
    quantity: quantity.nullish(),
    numberOfRepeatsAllowed: decimal,
    expectedSupplyDuration: quantity.nullish(),
  })
  .nullish();

const medicationRequest = z.object({
  ...common,
  status: code(['active', 'on-hold', 'cancelled', 'completed', 'entered-in-error', 'stopped', 'draft', 'unknown']),
  intent: text(40),
  doNotPerform: z.boolean('is not true or false').nullish(),
  authoredOn: pastDate,
  requester: reference.nullish(),
  recorder: reference.nullish(),
  reportedReference: reference.nullish(),
  dosageInstruction: list(dosage),
  dispenseRequest: supply,
});

const statuses: Partial<Record<string, string>> = {
  active: 'active',
  'on-hold': 'on_hold',
  cancelled: 'stopped',
  completed: 'completed',
  stopped: 'stopped',
  draft: 'draft',
  intended: 'draft',
  'not-taken': 'not_taken',
};

/** No known medications; no drug therapy prescribed; not on self-medication (SNOMED CT). */
const noMedication = new Set(['787481004', '182849000', '408350003', '1234391001']);
const noMedicationText =
  /^(?:no|none)(?: known| current| active| home| prescribed)*(?: medications?| meds| drugs?)?\.?$/i;

const isNoMedication = (concept: CodeableConcept | null): boolean =>
  concept?.coding.some(({ code: stated }) => stated !== null && noMedication.has(stated)) === true ||
  noMedicationText.test(wordsOf(concept) ?? '');

interface Medication {
  source: SourceResource;
  concept: CodeableConcept | null;
  remarks: string[];
}

function medicationColumns({ source, concept, remarks }: Medication) {
  const coded = codedOf(concept, [rxnorm], { source, remarks });
  if (coded === null) remarks.push('kept without its medication, which is not stated');
  return {
    ...(coded ?? { code_system: null, code: null, description: 'Medication not stated' }),
    is_none_known: isNoMedication(concept),
  };
}

/** An order of a medication. */
export function mapMedicationRequest(source: SourceResource, naming: Naming, concepts: Concepts): ClinicalDraft {
  const value = readParts(medicationRequest, source);
  const remarks: string[] = [];
  const concept =
    value.medicationCodeableConcept ??
    conceptReferredTo(source, value.medicationReference, 'Medication', { naming, concepts });
  const bounds = dosagePeriod(value.dosageInstruction);
  leavePart(source, 'dosageInstruction.timing.repeat.boundsPeriod', countOtherSteps(bounds.steps, bounds));
  const [startDate, startPrecision] = dayAndPrecision(bounds.start);
  const [endDate, endPrecision] = dayAndPrecision(bounds.end);
  const [statedDate] = dayAndPrecision(value.authoredOn);
  const isForbidden = value.doNotPerform === true;
  const intent =
    value.intent !== null && value.intent !== 'order' && !value.intent.endsWith('-order') ? value.intent : null;
  return {
    source,
    table: 'patient_medication',
    keys: naming.keysOf(source, value.identifier),
    remarks,
    patient: subjectOf(naming.refOf(value.subject, 'Patient')),
    encounter: naming.refOf(value.encounter, 'Encounter'),
    columns: columnsIn('patient_medication', {
      ...medicationColumns({ source, concept, remarks }),
      status: isForbidden ? 'not_taken' : (statuses[value.status ?? ''] ?? 'unknown'),
      is_entered_in_error: value.status === 'entered-in-error',
      kind: 'order',
      ...dosageColumns(value.dosageInstruction, remarks),
      quantity: supplyText(value.dispenseRequest),
      reason: wordsOfAll(value.reasonCode),
      status_reason: isForbidden ? 'Not to be given' : wordsOfAll(value.statusReason),
      note: noteOf(value.note, remarks, { others: [intent === null ? null : `Intent: ${intent}`] }),
      start_date: startDate,
      start_precision: startPrecision,
      end_date: endDate,
      end_precision: endPrecision,
      stated_date: statedDate,
    }),
    named: [
      {
        column: 'stated_by',
        names: namesOf([whoStated(source, value)], naming),
      },
      ...reasonNames(value.reasonCode, value.reasonReference, naming),
    ],
    parts: [],
    members: [],
  };
}

/** Conditions that are named as the reason, unless the reason is stated in words. */
export function reasonNames(
  codes: readonly unknown[],
  references: Parameters<typeof namesOf>[0],
  naming: Naming,
): ClinicalDraft['named'] {
  return codes.length > 0 ? [] : [{ column: 'reason', names: namesOf(references, naming, ['Condition']) }];
}

function dosageColumns(dosages: Parameters<typeof dosageText>[0], remarks: string[]) {
  return {
    dosage: cut(dosageText(dosages), 10_000, 'dosage', remarks),
    route: wordsOfAll(dosages.map(({ route }) => route)),
  };
}

function supplyText(stated: z.infer<typeof supply>): string | null {
  const refills = stated?.numberOfRepeatsAllowed ?? null;
  const days = quantityText(stated?.expectedSupplyDuration);
  return (
    [
      quantityText(stated?.quantity),
      days === null ? null : `for ${days}`,
      refills === null ? null : `${refills} ${refills === '1' ? 'refill' : 'refills'}`,
    ]
      .filter((item) => item !== null)
      .join(', ') || null
  );
}

const medicationStatement = z.object({
  ...common,
  context: reference.nullish(),
  status: code(['active', 'completed', 'entered-in-error', 'intended', 'stopped', 'on-hold', 'unknown', 'not-taken']),
  effectiveDateTime: fhirDate,
  effectivePeriod: period.nullish(),
  dateAsserted: pastDate,
  informationSource: reference.nullish(),
  dosage: list(dosage),
  // Other formats state it with what is taken, too.
  dispenseRequest: supply,
});

/** A statement that the patient takes, took or does not take a medication. */
export function mapMedicationStatement(source: SourceResource, naming: Naming, concepts: Concepts): ClinicalDraft {
  const value = readParts(medicationStatement, source);
  const remarks: string[] = [];
  const concept =
    value.medicationCodeableConcept ??
    conceptReferredTo(source, value.medicationReference, 'Medication', { naming, concepts });
  const bounds = dosagePeriod(value.dosage);
  const start = value.effectiveDateTime ?? value.effectivePeriod?.start ?? bounds.start;
  const stated = value.effectivePeriod?.end ?? bounds.end;
  const end = endAfter(start, stated, { called: 'the end, which is before the start', remarks });
  leavePart(source, 'dosage.timing.repeat.boundsPeriod', countOtherSteps(bounds.steps, { start, end }));
  const [startDate, startPrecision] = dayAndPrecision(start);
  const [endDate, endPrecision] = dayAndPrecision(end);
  const [statedDate] = dayAndPrecision(value.dateAsserted);
  return {
    source,
    table: 'patient_medication',
    keys: naming.keysOf(source, value.identifier),
    remarks,
    patient: subjectOf(naming.refOf(value.subject, 'Patient')),
    encounter: naming.refOf(value.context ?? value.encounter, 'Encounter'),
    columns: columnsIn('patient_medication', {
      ...medicationColumns({ source, concept, remarks }),
      status: statuses[value.status ?? ''] ?? 'unknown',
      is_entered_in_error: value.status === 'entered-in-error',
      kind: 'statement',
      ...dosageColumns(value.dosage, remarks),
      quantity: supplyText(value.dispenseRequest),
      reason: wordsOfAll(value.reasonCode),
      status_reason: wordsOfAll(value.statusReason),
      note: noteOf(value.note, remarks),
      start_date: startDate,
      start_precision: startPrecision,
      end_date: endDate,
      end_precision: endPrecision,
      stated_date: statedDate,
    }),
    named: [
      { column: 'stated_by', names: namesOf([value.informationSource], naming) },
      ...reasonNames(value.reasonCode, value.reasonReference, naming),
    ],
    parts: [],
    members: [],
  };
}
