import { z } from 'zod';
import { signedIn } from '../access.ts';
import { statement, totalItemCount } from '../clinical-record.ts';
import { namesOf, resultCategoryLabels, resultFlagLabels, resultStatusLabels } from '../codes/clinicalRecord.ts';
import { get } from '../endpoint.ts';
import { day, id, queryBoolean, queryId, timestamp, timeZone } from '../fields.ts';

// Results of the laboratory, vital signs, social history and other observations.

export const resultLimits = {
  /** Panels and single results per page. */
  pageSize: 25,
  /** Values per page. */
  values: 100,
  /** Values of one measure. */
  trend: 200,
} as const;

/** A time as exact as it was stated; below a minute, the day in UTC counts. */
const effective = {
  effectiveAt: timestamp.nullable(),
  effectivePrecision: z.enum(['year', 'month', 'day', 'minute']),
  /** In which the time was stated: an IANA name or an offset; null if it is not known. */
  timeZone: z.string().nullable(),
};

/** A number with its comparator and unit, a text, or the reason why there is no value. */
const value = {
  /** With the digits that were sent. */
  valueNumber: z.string().nullable(),
  valueComparator: z.enum(['<', '<=', '>', '>=']).nullable(),
  valueText: z.string().nullable(),
  unit: z.string().nullable(),
  rangeLow: z.string().nullable(),
  rangeHigh: z.string().nullable(),
  rangeText: z.string().nullable(),
  /** As its source states it; the product judges no values. */
  flag: z.enum(namesOf(resultFlagLabels)).nullable(),
  interpretation: z.string().nullable(),
  absentReason: z.string().nullable(),
};

export const measuredResult = z.object({
  patientResultId: id,
  category: z.enum(namesOf(resultCategoryLabels)),
  description: z.string(),
  code: z.string().nullable(),
  codeSystem: z.string().nullable(),
  ...effective,
  ...value,
  status: z.enum(namesOf(resultStatusLabels)),
  isSuperseded: z.boolean(),
  isEnteredInError: z.boolean(),
  specimen: z.string().nullable(),
  method: z.string().nullable(),
  bodySite: z.string().nullable(),
  note: z.string().nullable(),
});
export type MeasuredResult = z.infer<typeof measuredResult>;

export const result = measuredResult.extend({
  ...statement.shape,
  isPanel: z.boolean(),
  /** Of a panel, in its order. */
  members: z.array(measuredResult),
});
export type Result = z.infer<typeof result>;

export const listResults = get('/patients/clinical-record/panels', {
  summary: "Lists a patient's panels with their members and single results, newest first.",
  auditText: 'Results',
  access: signedIn,
  input: z.object({
    patientId: queryId,
    /** First and last day, as the times are shown: where they were stated, otherwise in `timeZone`. */
    from: day.optional(),
    to: day.optional(),
    timeZone: timeZone.default('UTC'),
    /** Every one but social history, if left out: that is listed with family history and devices. */
    category: z.enum(namesOf(resultCategoryLabels)).optional(),
    /** Only those flagged other than normal, and panels with such a member. */
    isAbnormal: queryBoolean.default(false),
    /** A source of `listResultSources`. */
    source: z.string().max(1000).optional(),
    /** Also those marked as entered in error. */
    includesErrors: queryBoolean.default(false),
    /** Also those that a later report corrected. */
    includesSuperseded: queryBoolean.default(false),
    cursor: z.string().max(400).optional(),
  }),
  output: z.object({ items: z.array(result), nextCursor: z.string().nullable() }),
});

/** One value, flat: what an API client needs without knowing panels. */
export const resultValue = z.object({
  patientResultId: id,
  name: z.string(),
  code: z.string().nullable(),
  codeSystem: z.string().nullable(),
  category: z.enum(namesOf(resultCategoryLabels)),
  /** The number with its comparator and the digits that were sent, such as "<5", or the text; null without a value. */
  value: z.string().nullable(),
  unit: z.string().nullable(),
  /** The reference range in words. */
  range: z.string().nullable(),
  flag: z.enum(namesOf(resultFlagLabels)).nullable(),
  status: z.enum(namesOf(resultStatusLabels)),
  date: timestamp.nullable(),
  /** How exact the date is. */
  datePrecision: effective.effectivePrecision,
  timeZone: effective.timeZone,
  panelName: z.string().nullable(),
  statedBy: z.string().nullable(),
  isSuperseded: z.boolean(),
  isEnteredInError: z.boolean(),
});
export type ResultValue = z.infer<typeof resultValue>;

export const listResultValues = get('/patients/results', {
  summary: "Lists a patient's values, newest first, each with the panel it belongs to.",
  auditText: 'Results by time',
  access: signedIn,
  input: z.object({
    patientId: queryId,
    category: z.enum(namesOf(resultCategoryLabels)).optional(),
    /** Also those marked as entered in error. */
    includesErrors: queryBoolean.default(false),
    /** Also those that a later report corrected. */
    includesSuperseded: queryBoolean.default(false),
    cursor: z.string().max(400).optional(),
  }),
  output: z.object({ items: z.array(resultValue), totalItemCount, nextCursor: z.string().nullable() }),
});

export const listResultSources = get('/patients/clinical-record/result-sources', {
  summary: "Lists who states a patient's results, for the filter.",
  auditText: 'Sources of results',
  access: signedIn,
  input: z.object({ patientId: queryId }),
  output: z.object({ items: z.array(z.string()) }),
});

export const trendPoint = z.object({
  patientResultId: id,
  ...effective,
  ...value,
  status: z.enum(namesOf(resultStatusLabels)),
  statedBy: z.string().nullable(),
});
export type TrendPoint = z.infer<typeof trendPoint>;

export const getResultTrend = get('/patients/clinical-record/result-trend', {
  summary: 'Returns the values of the measure of a result over time, latest first.',
  auditText: 'Values of a measure over time',
  access: signedIn,
  input: z.object({ patientId: queryId, patientResultId: queryId }),
  output: z.object({ description: z.string(), items: z.array(trendPoint), isCut: z.boolean() }),
});

export const resultTexts = { notFound: 'This result no longer exists.' } as const;

const comparatorSigns: Readonly<Record<string, string>> = { '<=': '≤', '>=': '≥' };

type Value = Pick<
  MeasuredResult,
  'valueNumber' | 'valueComparator' | 'valueText' | 'unit' | 'absentReason' | 'rangeLow' | 'rangeHigh' | 'rangeText'
>;

/** A value in words: "≥ 8.2 %", a text, or why there is none; empty for a panel. */
export function valueInWords({ valueNumber, valueComparator, valueText, unit, absentReason }: Value): string {
  const number = valueNumber === null ? null : [comparator(valueComparator), valueNumber].filter(Boolean).join(' ');
  const words = [number, valueText].filter(Boolean).join(' · ');
  if (words === '') return absentReason ?? '';
  return [words, unit].filter(Boolean).join(' ');
}

const comparator = (sign: string | null) => (sign === null ? null : (comparatorSigns[sign] ?? sign));

/** A reference range in words: "4.0–5.6", "≥ 60", or as its source states it. */
export function rangeInWords({
  rangeLow,
  rangeHigh,
  rangeText,
}: Pick<Value, 'rangeLow' | 'rangeHigh' | 'rangeText'>): string {
  if (rangeText !== null) return rangeText;
  if (rangeLow !== null && rangeHigh !== null) return `${rangeLow}–${rangeHigh}`;
  if (rangeLow !== null) return `≥ ${rangeLow}`;
  return rangeHigh === null ? '' : `≤ ${rangeHigh}`;
}
