import { conditionStatuses } from '@careloop/contracts/codes';
import { z } from 'zod';

import { lookup } from '../../../platform/rendering/hl7/lookup.ts';
import { annotation, dayAndPrecision, decimal, namesOf, noteOf, whoStated, wordsOfAll } from './clinical/values.ts';
import {
  codeableConcept,
  hasCode,
  icd10cm,
  identifier,
  pastPeriod,
  periodStart,
  reference,
  snomed,
  wordsOf,
} from './datatypes.ts';
import { dayOf, endAfter, hasDay, pastDate } from './dates.ts';
import { Rejection } from './draft.ts';
import { countOthers, leavePart, readParts } from './readParts.ts';
import { subjectOf } from './subject.ts';
import { list, quoted, text } from './text.ts';

import type { NamedRecords } from './clinical/draft.ts';
import type { CodeableConcept } from './datatypes.ts';
import type { ColumnsOf, Draft } from './draft.ts';
import type { Naming, Ref } from '../shared/references.ts';
import type { SourceResource } from './source.ts';

const condition = z.object({
  identifier: list(identifier),
  clinicalStatus: codeableConcept.nullish(),
  verificationStatus: codeableConcept.nullish(),
  code: codeableConcept.nullish(),
  subject: reference.nullish(),
  encounter: reference.nullish(),
  onsetDateTime: pastDate,
  onsetPeriod: periodStart.nullish(),
  onsetAge: z.object({ value: decimal, unit: text(50) }).nullish(),
  onsetString: text(255),
  abatementDateTime: pastDate,
  abatementPeriod: pastPeriod.nullish(),
  recordedDate: pastDate,
  recorder: reference.nullish(),
  asserter: reference.nullish(),
  severity: codeableConcept.nullish(),
  bodySite: list(codeableConcept),
  note: list(annotation),
});

/** How refuted conditions are named among what is not kept. */
export const refutedCondition = 'Condition: refuted';

export interface ConditionDraft extends Draft {
  patient: Ref;
  encounter: Ref | null;
  /** Columns of patient_condition. */
  columns: ColumnsOf<
    'patient_condition',
    | 'code_system'
    | 'code'
    | 'description'
    | 'clinical_status'
    | 'onset_text'
    | 'onset_date'
    | 'onset_precision'
    | 'abatement_date'
    | 'abatement_precision'
    | 'recorded_date'
    | 'note'
    | 'is_entered_in_error'
  >;
  named: NamedRecords[];
  /** Refuted: not imported, and deleted if imported before. */
  isVoid: boolean;
}

export function mapCondition(source: SourceResource, naming: Naming): ConditionDraft {
  const value = readParts(condition, source);
  const description = nameOf(value);
  if (description === null) throw new Rejection('has no code');
  const coded = codingOf(value.code);
  countOthers(source, { 'code.coding': (value.code?.coding.length ?? 0) - 1 });
  const { start: abating = null, end: abated = null } = value.abatementPeriod ?? {};
  if (abating !== null && abated !== null && abating !== abated) leavePart(source, 'abatementPeriod.start');
  const isVoid = hasCode(value.verificationStatus, 'refuted');
  if (isVoid) source.notKeptAs = refutedCondition;
  const remarks: string[] = [];
  return {
    source,
    keys: naming.keysOf(source, value.identifier),
    remarks,
    patient: subjectOf(naming.refOf(value.subject, 'Patient')),
    encounter: naming.refOf(value.encounter, 'Encounter'),
    isVoid,
    columns: {
      code_system: coded?.system ?? null,
      code: coded?.code ?? null,
      description,
      clinical_status: clinicalStatusOf(value.clinicalStatus, remarks),
      onset_text: onsetTextOf(value),
      ...courseOf(
        value.onsetDateTime ?? value.onsetPeriod?.start ?? null,
        value.abatementDateTime ?? abated ?? abating,
        remarks,
      ),
      recorded_date: dayWithRemark(value.recordedDate, remarks),
      note: noteOf(value.note, remarks, { others: detailsOf(value) }),
      is_entered_in_error: hasCode(value.verificationStatus, 'entered-in-error'),
    },
    named: [{ column: 'stated_by', names: namesOf([whoStated(source, value)], naming) }],
  };
}

/** Verification statuses of a diagnosis that is not certain, in words. */
const uncertain = {
  unconfirmed: 'unconfirmed',
  provisional: 'provisional diagnosis',
  differential: 'differential diagnosis',
};

/** The name of a condition. Lists of problems show nothing else, so it says if the diagnosis is not certain. */
function nameOf({ code: stated, verificationStatus }: z.infer<typeof condition>): string | null {
  const name = wordsOf(stated);
  const codes = verificationStatus?.coding.map((item) => lookup(uncertain, item.code ?? '')) ?? [];
  const certainty = codes.find((words) => words !== undefined);
  return name === null || certainty === undefined ? name : `${name} (${certainty})`;
}

/** What the problem list has no columns for. */
function detailsOf({ severity, bodySite }: z.infer<typeof condition>): (string | null)[] {
  const [where, how] = [wordsOfAll(bodySite), wordsOf(severity)];
  return [where === null ? null : `Body site: ${where}`, how === null ? null : `Severity: ${how}`];
}

/** The onset as text, if given as an age or as a string. */
function onsetTextOf({ onsetAge, onsetString }: z.infer<typeof condition>): string | null {
  const age = onsetAge?.value ?? null;
  if (age === null) return onsetString;
  return `At age ${age} ${units[onsetAge?.unit ?? ''] ?? onsetAge?.unit ?? 'years'}`;
}

// UCUM units of age
const units: Partial<Record<string, string>> = { a: 'years', mo: 'months', wk: 'weeks', d: 'days', h: 'hours' };

/** Both dates as exact as they are stated; an end that certainly lies before the onset is left out. */
function courseOf(onset: string | null, abatement: string | null, remarks: string[]) {
  const ended = endAfter(onset, abatement, { called: 'the end, which is before the onset', remarks });
  const [[start, startPrecision], [end, endPrecision]] = [dayAndPrecision(onset), dayAndPrecision(ended)];
  return {
    onset_date: start,
    onset_precision: startPrecision,
    abatement_date: end,
    abatement_precision: endPrecision,
  };
}

const codeSystems = [icd10cm, snomed];

/** The code to keep: ICD-10-CM if there is one, else SNOMED CT, else the first. */
function codingOf(concept: CodeableConcept | null | undefined) {
  const coded = concept?.coding.filter((item) => item.code !== null) ?? [];
  return codeSystems.map((system) => coded.find((item) => item.system === system)).find(Boolean) ?? coded[0];
}

function clinicalStatusOf(status: CodeableConcept | null | undefined, remarks: string[]): string {
  const given = status?.coding.find((item) => item.code !== null)?.code ?? null;
  if (given === null || given === 'unknown') return 'unknown';
  if ((conditionStatuses as readonly string[]).includes(given)) return given;
  remarks.push(`left out: clinicalStatus ${quoted(given)} is none of ${conditionStatuses.join(', ')}`);
  return 'unknown';
}

function dayWithRemark(date: string | null | undefined, remarks: string[]): string | null {
  if (date === null || date === undefined) return null;
  if (!hasDay(date)) remarks.push('date taken as the first day of its month or year');
  return dayOf(date);
}
