import { z } from 'zod';

import { codeableConcept, period, reference, snomed, wordsOf } from '../datatypes.ts';
import { dayOf, endAfter, fhirDate, pastDate } from '../dates.ts';
import { Rejection } from '../draft.ts';
import { firstStated, readParts } from '../readParts.ts';
import { subjectOf } from '../subject.ts';
import { block, code, list, text } from '../text.ts';
import { columnsIn } from './draft.ts';
import {
  annotation,
  codedOf,
  cut,
  dayAndPrecision,
  decimal,
  longConcept,
  loinc,
  namesOf,
  noteOf,
  ofPatient,
  quantity,
  quantityText,
  range,
  rangeText,
  wordsOfAll,
} from './values.ts';

import type { CodeableConcept } from '../datatypes.ts';
import type { SourceResource } from '../source.ts';
import type { Naming } from '../../shared/references.ts';
import type { ClinicalDraft } from './draft.ts';

const activity = z.object({
  outcomeCodeableConcept: list(codeableConcept),
  progress: list(annotation),
  reference: reference.nullish(),
  detail: z
    .object({
      code: codeableConcept.nullish(),
      status: text(40),
      doNotPerform: z.boolean('is not true or false').nullish(),
      description: block(),
      scheduledPeriod: period.nullish(),
      scheduledString: text(),
      productCodeableConcept: codeableConcept.nullish(),
      performer: list(reference),
    })
    .nullish(),
});

const carePlan = z.object({
  ...ofPatient,
  status: code(['draft', 'active', 'on-hold', 'revoked', 'completed', 'entered-in-error', 'unknown']),
  intent: text(40),
  category: list(longConcept),
  title: text(),
  description: block(),
  period: period.nullish(),
  created: pastDate,
  author: reference.nullish(),
  contributor: list(reference),
  addresses: list(reference),
  activity: list(activity),
  text: z.object({ div: z.string().nullish() }).nullish(),
});

const planStatuses: Partial<Record<string, string>> = {
  draft: 'draft',
  active: 'active',
  'on-hold': 'on_hold',
  revoked: 'stopped',
  completed: 'completed',
};

/** The category that US Core asks of every plan of assessment says nothing about this one. */
const isUsual = ({ coding }: CodeableConcept) => coding.some((item) => item.code === 'assess-plan');

export function mapCarePlan(source: SourceResource, naming: Naming): ClinicalDraft {
  const value = readParts(carePlan, source);
  const remarks: string[] = [];
  const [kind, ...others] = value.category.filter((item) => !isUsual(item));
  const coded = codedOf(kind, [snomed, loinc], { source, remarks });
  const start = firstStated(source, { 'period.start': value.period?.start, created: value.created }, dayOf);
  const end = endAfter(start, value.period?.end ?? null, { called: 'the end, which is before the start', remarks });
  const [startDate, startPrecision] = dayAndPrecision(start);
  const [endDate, endPrecision] = dayAndPrecision(end);
  const details = [value.description, ...value.activity.map(activityText)].filter(
    (item) => item !== null && item !== '',
  );
  return {
    source,
    table: 'patient_plan',
    keys: naming.keysOf(source, value.identifier),
    remarks,
    patient: subjectOf(naming.refOf(value.subject, 'Patient')),
    encounter: naming.refOf(value.encounter, 'Encounter'),
    columns: columnsIn('patient_plan', {
      kind: 'care_plan',
      code_system: coded?.code_system ?? null,
      code: coded?.code ?? null,
      description: value.title ?? coded?.description ?? 'Care plan',
      status: planStatuses[value.status ?? ''] ?? 'unknown',
      is_entered_in_error: value.status === 'entered-in-error',
      achievement: null,
      category: wordsOfAll(value.title === null ? others : [kind, ...others]),
      details: cut(details.join('\n') || narrativeText(value.text?.div), 20_000, 'details', remarks),
      start_date: startDate,
      start_precision: startPrecision,
      end_date: endDate,
      end_precision: endPrecision,
      note: noteOf(value.note, remarks, {
        others: [value.intent === null || ['plan', 'order'].includes(value.intent) ? null : `Intent: ${value.intent}`],
      }),
    }),
    named: [
      { column: 'stated_by', names: namesOf([value.author, ...value.contributor], naming) },
      { column: 'details', lead: 'For: ', names: namesOf(value.addresses, naming, ['Condition']) },
    ],
    parts: [],
    members: [],
  };
}

function activityText({
  detail,
  reference: target,
  outcomeCodeableConcept,
  progress,
}: z.infer<typeof activity>): string {
  const what = [wordsOf(detail?.code), wordsOf(detail?.productCodeableConcept)];
  const words = [...new Set([...what, detail?.description, target?.display])].filter((item) => item);
  if (words.length === 0 && outcomeCodeableConcept.length === 0) return '';
  const when =
    detail?.scheduledString ??
    [detail?.scheduledPeriod?.start, detail?.scheduledPeriod?.end].filter(Boolean).join(' – ');
  const who = detail?.performer
    .map(({ display }) => display)
    .filter(Boolean)
    .join(', ');
  const state = [detail?.status === 'unknown' ? null : detail?.status, when, who].filter(Boolean).join(', ');
  const outcome = wordsOfAll(outcomeCodeableConcept);
  return [
    detail?.doNotPerform === true ? 'Not to be done: ' : '',
    words.join(': '),
    state === '' ? '' : ` (${state})`,
    outcome === null ? '' : `, outcome: ${outcome}`,
    ...progress.map((item) => (item.text === null ? '' : `\n  ${item.text}`)),
  ].join('');
}

/** The words of a narrative, a line for each of its blocks. */
function narrativeText(html: string | null | undefined): string | null {
  if (!html) return null;
  const lines = html
    .replaceAll(/<br\s*\/?>|<\/(?:p|li|h\d|div|tr|ul|ol)>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|apos|nbsp|#39|#160);/g, (_entity, name: string) => entities[name] ?? '')
    .split('\n')
    .map((line) => line.replaceAll(/\s+/g, ' ').trim());
  return lines.filter((line) => line !== '').join('\n') || null;
}

const entities: Partial<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: ' ',
  '#160': ' ',
};

const goal = z.object({
  ...ofPatient,
  lifecycleStatus: code([
    'proposed',
    'planned',
    'accepted',
    'active',
    'on-hold',
    'completed',
    'cancelled',
    'entered-in-error',
    'rejected',
  ]),
  achievementStatus: codeableConcept.nullish(),
  category: list(codeableConcept),
  priority: codeableConcept.nullish(),
  description: longConcept.nullish(),
  startDate: fhirDate,
  startCodeableConcept: codeableConcept.nullish(),
  target: list(
    z.object({
      measure: codeableConcept.nullish(),
      detailQuantity: quantity.nullish(),
      detailRange: range.nullish(),
      detailCodeableConcept: codeableConcept.nullish(),
      detailString: text(),
      detailInteger: decimal,
      dueDate: fhirDate,
    }),
  ),
  statusReason: text(),
  expressedBy: reference.nullish(),
  addresses: list(reference),
  outcomeCode: list(codeableConcept),
});

const goalStatuses: Partial<Record<string, string>> = {
  proposed: 'draft',
  planned: 'draft',
  accepted: 'active',
  active: 'active',
  'on-hold': 'on_hold',
  completed: 'completed',
  cancelled: 'stopped',
  rejected: 'rejected',
};

export function mapGoal(source: SourceResource, naming: Naming): ClinicalDraft {
  const value = readParts(goal, source);
  const remarks: string[] = [];
  const coded = codedOf(value.description, [snomed, loinc], { source, remarks });
  if (coded === null) throw new Rejection('has no description');
  const [startDate, startPrecision] = dayAndPrecision(value.startDate);
  const due = value.target.map(({ dueDate }) => dueDate).filter((item) => item !== null);
  const last = due.toSorted().at(-1) ?? null;
  const end = endAfter(value.startDate, last, { called: 'the due date, which is before the start', remarks });
  const [endDate, endPrecision] = dayAndPrecision(end);
  const outcome = wordsOfAll(value.outcomeCode);
  const priority = wordsOf(value.priority);
  const details = [
    ...value.target.map(targetText),
    outcome === null ? '' : `Outcome: ${outcome}`,
    priority === null ? '' : `Priority: ${priority}`,
  ].filter((item) => item !== '');
  return {
    source,
    table: 'patient_plan',
    keys: naming.keysOf(source, value.identifier),
    remarks,
    patient: subjectOf(naming.refOf(value.subject, 'Patient')),
    encounter: null,
    columns: columnsIn('patient_plan', {
      kind: 'goal',
      ...coded,
      status: goalStatuses[value.lifecycleStatus ?? ''] ?? 'unknown',
      is_entered_in_error: value.lifecycleStatus === 'entered-in-error',
      achievement: wordsOf(value.achievementStatus),
      category: wordsOfAll(value.category),
      details: cut(details.join('\n') || null, 20_000, 'details', remarks),
      start_date: startDate,
      start_precision: startPrecision,
      end_date: endDate,
      end_precision: endPrecision,
      note: noteOf(value.note, remarks, { others: [value.statusReason, wordsOf(value.startCodeableConcept)] }),
    }),
    named: [
      { column: 'stated_by', names: namesOf([value.expressedBy], naming) },
      { column: 'details', lead: 'For: ', names: namesOf(value.addresses, naming, ['Condition']) },
    ],
    parts: [],
    members: [],
  };
}

function targetText(target: z.infer<typeof goal>['target'][number]): string {
  const value =
    quantityText(target.detailQuantity) ??
    rangeText(target.detailRange) ??
    wordsOf(target.detailCodeableConcept) ??
    target.detailString ??
    target.detailInteger;
  const words = [wordsOf(target.measure), value].filter((item) => item !== null).join(': ');
  return words === '' ? '' : `${words}${target.dueDate === null ? '' : `, by ${target.dueDate}`}`;
}
