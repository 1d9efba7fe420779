import { z } from 'zod';

import { codeableConcept, identifier, periodStart, reference, snomed, wordsOf } from '../datatypes.ts';
import { fhirDate, pastDate } from '../dates.ts';
import { Rejection } from '../draft.ts';
import { readParts } from '../readParts.ts';
import { subjectOf } from '../subject.ts';
import { code, list, text } from '../text.ts';
import { ageText } from './allergy.ts';
import { columnsIn, partsOf } from './draft.ts';
import {
  annotation,
  codedOf,
  cut,
  dayAndPrecision,
  decimal,
  longConcept,
  namesOf,
  noteOf,
  ofPatient,
  problems,
  range,
  rangeText,
  shortName,
  wordsOfAll,
} from './values.ts';

import type { SourceResource } from '../source.ts';
import type { Naming } from '../../shared/references.ts';
import type { ClinicalDraft } from './draft.ts';

const age = z.object({ value: decimal, unit: text(50) }).nullish();

const relativesCondition = z.object({
  code: longConcept.nullish(),
  outcome: codeableConcept.nullish(),
  contributedToDeath: z.boolean('is not true or false').nullish(),
  onsetAge: age,
  onsetRange: range.nullish(),
  onsetPeriod: periodStart.nullish(),
  onsetString: text(),
  note: list(annotation),
});

const familyMemberHistory = z.object({
  ...ofPatient,
  status: code(['partial', 'completed', 'entered-in-error', 'health-unknown']),
  date: pastDate,
  name: text(255),
  relationship: codeableConcept.nullish(),
  sex: codeableConcept.nullish(),
  bornDate: pastDate,
  bornString: text(),
  ageAge: age,
  ageString: text(),
  deceasedBoolean: z.boolean('is not true or false').nullish(),
  deceasedAge: age,
  deceasedDate: pastDate,
  deceasedString: text(),
  reasonCode: list(codeableConcept),
  condition: list(relativesCondition),
});
type History = z.infer<typeof familyMemberHistory>;

const historyStatuses: Partial<Record<string, string>> = {
  partial: 'Partial',
  'health-unknown': 'Health unknown',
};

/** The history of a relative: a row for each of the relative's conditions, or one without a condition. */
export function mapFamilyHistory(source: SourceResource, naming: Naming): ClinicalDraft {
  const value = readParts(familyMemberHistory, source);
  const remarks: string[] = [];
  const [statedDate, statedPrecision] = dayAndPrecision(value.date);
  const relationship = [wordsOf(value.relationship), value.name].filter((item) => item !== null).join(', ') || null;
  const common = {
    kind: 'family',
    relationship,
    status: historyStatuses[value.status ?? ''] ?? null,
    is_entered_in_error: value.status === 'entered-in-error',
    stated_date: statedDate,
    stated_precision: statedPrecision,
  };
  const facts = relativesFacts(value);
  const rows = partsOf(
    value.condition,
    (item) => shortName(item.code),
    (item) =>
      columnsIn('patient_background', {
        ...(codedOf(item.code, problems, { source, remarks }) ?? unnamed('Condition not stated')),
        ...common,
        details: cut([...conditionFacts(item), ...facts].join('\n') || null, 20_000, 'details', remarks),
        note: noteOf([...item.note, ...value.note], remarks),
      }),
  );
  const [first, ...others] = rows;
  if (first === undefined && relationship === null && facts.length === 0)
    throw new Rejection('has no relative and no condition');
  return {
    source,
    table: 'patient_background',
    keys: naming.keysOf(source, value.identifier),
    remarks,
    patient: subjectOf(naming.refOf(value.patient ?? value.subject, 'Patient')),
    encounter: null,
    columns:
      first?.columns ??
      columnsIn('patient_background', {
        ...unnamed(wordsOfAll(value.reasonCode) ?? 'No condition stated'),
        ...common,
        details: cut(facts.join('\n') || null, 20_000, 'details', remarks),
        note: noteOf(value.note, remarks),
      }),
    named: [],
    parts: others,
    members: [],
  };
}

const unnamed = (description: string) => ({ code_system: null, code: null, description });

function relativesFacts(value: History): string[] {
  const died = ageText(value.deceasedAge) ?? value.deceasedDate ?? value.deceasedString;
  const isDead = value.deceasedBoolean === true || died !== null;
  const ages = ageText(value.ageAge) ?? value.ageString;
  const born = value.bornDate ?? value.bornString;
  return [
    wordsOf(value.sex) === null ? '' : `Sex: ${wordsOf(value.sex)}`,
    born === null ? '' : `Born: ${born}`,
    ages === null ? '' : `Age: ${ages.replace(/^At age /, '')}`,
    isDead ? `Deceased${died === null ? '' : `: ${died}`}` : value.deceasedBoolean === false ? 'Living' : '',
  ].filter((item) => item !== '');
}

function conditionFacts(item: z.infer<typeof relativesCondition>): string[] {
  const range = rangeText(item.onsetRange);
  const onset =
    ageText(item.onsetAge) ??
    (range === null ? null : `At age ${range}`) ??
    item.onsetString ??
    item.onsetPeriod?.start ??
    null;
  const outcome = wordsOf(item.outcome);
  return [
    onset === null ? '' : `Onset: ${onset}`,
    outcome === null ? '' : `Outcome: ${outcome}`,
    item.contributedToDeath === true ? 'Contributed to death' : '',
  ].filter((fact) => fact !== '');
}

const device = z.object({
  identifier: list(identifier),
  patient: reference.nullish(),
  status: text(40),
  statusReason: list(codeableConcept),
  type: longConcept.nullish(),
  deviceName: list(z.object({ name: text(), type: text(40) })),
  manufacturer: text(255),
  manufactureDate: pastDate,
  expirationDate: fhirDate,
  lotNumber: text(255),
  serialNumber: text(255),
  modelNumber: text(255),
  distinctIdentifier: text(255),
  udiCarrier: list(z.object({ deviceIdentifier: text(255), carrierHRF: text() })),
  // Other formats state when it was supplied or implanted.
  recordedOn: pastDate,
  owner: reference.nullish(),
  note: list(annotation),
});

/** A device that the patient has or uses. */
export function mapDevice(source: SourceResource, naming: Naming): ClinicalDraft {
  const value = readParts(device, source);
  const remarks: string[] = [];
  const names = value.deviceName.map(({ name }) => name).filter((name) => name !== null);
  const coded = codedOf(value.type, [snomed], { source, remarks });
  const [udi] = value.udiCarrier;
  const facts: [string, string | null | undefined][] = [
    ['Name', names.filter((name) => name !== value.type?.text).join(', ')],
    ['Manufacturer', value.manufacturer],
    ['Model', value.modelNumber],
    ['Serial number', value.serialNumber],
    ['Lot', value.lotNumber],
    ['Manufactured', value.manufactureDate],
    ['Expires', value.expirationDate],
    ['UDI', udi?.carrierHRF ?? udi?.deviceIdentifier],
    [
      'Distinct identifier',
      udi?.carrierHRF?.includes(value.distinctIdentifier ?? '') === true ? null : value.distinctIdentifier,
    ],
  ];
  const details = facts.filter(([, fact]) => fact).map(([name, fact]) => `${name}: ${fact}`);
  const [firstName] = names;
  if (coded === null && firstName === undefined && details.length === 0) throw new Rejection('has no type');
  const reason = wordsOfAll(value.statusReason);
  const [statedDate, statedPrecision] = dayAndPrecision(value.recordedOn);
  return {
    source,
    table: 'patient_background',
    keys: naming.keysOf(source, value.identifier),
    remarks,
    patient: subjectOf(naming.refOf(value.patient, 'Patient')),
    encounter: null,
    columns: columnsIn('patient_background', {
      ...(coded ?? unnamed(firstName ?? 'Device')),
      kind: 'device',
      relationship: null,
      status: [value.status === 'entered-in-error' ? null : value.status, reason].filter(Boolean).join(', ') || null,
      is_entered_in_error: value.status === 'entered-in-error',
      details: cut(details.join('\n') || null, 20_000, 'details', remarks),
      stated_date: statedDate,
      stated_precision: statedPrecision,
      note: noteOf(value.note, remarks),
    }),
    named: [{ column: 'stated_by', names: namesOf([value.owner], naming) }],
    parts: [],
    members: [],
  };
}
