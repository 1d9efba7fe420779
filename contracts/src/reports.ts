import { z } from 'zod';
import { allOf } from './access.ts';
import { get } from './endpoint.ts';
import { dateTexts } from './fields/dates.ts';
import { day, id, queryId, queryInteger, timestamp, timeZone } from './fields.ts';
import { patientSummary } from './patients.ts';

// Reports on the clients that the user is allocated to (docs/domain/reports.md): numbers, and the rows behind them.

export const reportNames = ['referrals', 'leakage', 'declines', 'consultations', 'queues', 'messages', 'work'] as const;
export type ReportName = (typeof reportNames)[number];

export const reportGroupings = ['specialty', 'provider', 'facility', 'urgency', 'type', 'selection', 'answer'] as const;
export type ReportGrouping = (typeof reportGroupings)[number];
/** Grouping options of reports, the default first; reports without options have fixed rows. */
export const groupingsOf: Partial<Record<ReportName, readonly ReportGrouping[]>> = {
  referrals: ['specialty', 'provider', 'facility', 'urgency', 'type', 'selection'],
  leakage: ['specialty', 'provider', 'facility', 'urgency', 'type', 'selection'],
  consultations: ['answer', 'specialty', 'provider', 'facility'],
};

export const reportTexts = {
  backwards: dateTexts.order,
  tooLong: 'A report can cover at most 1,100 days.',
  notYourClient: 'You do not belong to this client.',
} as const;
export const longestPeriod = 1100;

const filters = z.object({
  report: z.enum(reportNames, 'Invalid value'),
  /** First and last day, in the time zone. */
  from: day,
  to: day,
  timeZone: timeZone.default('UTC'),
  clientId: queryId.optional(),
  facilityId: queryId.optional(),
  healthcareProviderSpecialtyId: queryId.optional(),
  /** See `groupingsOf`; ignored by reports without options. */
  groupBy: z.enum(reportGroupings, 'Invalid value').optional(),
});
type Filters = z.output<typeof filters>;
const isOrdered = ({ from, to }: Pick<Filters, 'from' | 'to'>) => from <= to;
const isBounded = ({ from, to }: Pick<Filters, 'from' | 'to'>) =>
  Date.parse(to) - Date.parse(from) <= longestPeriod * 86_400_000;
const isGrouped = ({ report, groupBy }: Pick<Filters, 'report' | 'groupBy'>) =>
  groupBy === undefined || (groupingsOf[report]?.includes(groupBy) ?? true);
const grouped = { path: ['groupBy'], message: 'Invalid value' };
const ordered = { path: ['from'], message: reportTexts.backwards };
const bounded = { path: ['from'], message: reportTexts.tooLong };

/** A number in a report; null if there is no data. */
const value = z.number().nullable();

export const reportRow = z.object({
  /** Identifies the row for drilling down; null for rows without a value. */
  key: z.string().nullable(),
  label: z.string(),
  values: z.record(z.string(), value),
});
export type ReportRow = z.infer<typeof reportRow>;

export const getReport = get('/provider/reports/data', {
  summary:
    'Returns the numbers of a report for a period, by specialty, provider, facility, urgency, type, reason for the provider, response, queue or person.',
  access: allOf('Reports'),
  audit: 'none',
  input: filters.refine(isOrdered, ordered).refine(isBounded, bounded).refine(isGrouped, grouped),
  output: z.object({
    /** When the numbers were calculated; null before the first refresh. */
    refreshedAt: timestamp.nullable(),
    total: z.record(z.string(), value),
    rows: z.array(reportRow),
    /** Values by day, week or month, depending on the length of the period. */
    series: z.array(z.object({ from: day, values: z.record(z.string(), value) })),
  }),
});
export type Report = z.infer<typeof getReport.output>;

/** Kinds of rows behind a number. */
export const reportSubjects = ['referral', 'consultation', 'queueItem', 'task', 'message'] as const;

const behind = z.object({
  subject: z.enum(reportSubjects),
  /** Id of the referral, consultation, item or task; null if the user may not see it, and for messages. */
  subjectId: id.nullable(),
  /** Queue of an item. */
  workQueueId: id.nullable(),
  /** Conversation of a message, if it is the user's own. */
  conversationKey: z.string().nullable(),
  /** Null if the user may not see the patient, and for messages. */
  patient: patientSummary.nullable(),
  /** Receiver, queue, or text, depending on the subject. */
  about: z.string().nullable(),
  state: z.string().nullable(),
  /** The user who acted. */
  userName: z.string().nullable(),
  /** When it was sent, entered or done. */
  at: timestamp,
  /** Duration or waiting time; null if there is none. */
  hours: value,
});
export type ReportBehind = z.infer<typeof behind>;

export const listReportRows = get('/provider/reports/rows', {
  summary: 'Lists the rows behind a number in a report, without patient data that the user may not see.',
  auditText: 'Rows of a report',
  access: allOf('Reports'),
  audit: 'search',
  input: filters
    .extend({
      /** Name of a number in `values`. */
      measure: z.string().max(40),
      /** `key` of the row; `none` for a null key; default: all rows. */
      key: z.string().max(100).optional(),
      page: queryInteger({ min: 1, max: 10_000, fallback: 1 }),
    })
    .refine(isOrdered, ordered)
    .refine(isBounded, bounded)
    .refine(isGrouped, grouped),
  output: z.object({ items: z.array(behind), numPages: z.number().int(), totalItemCount: z.number().int() }),
});

export const getReportFilters = get('/provider/reports/filters', {
  summary: 'Lists clients, facilities and specialties by which reports can be filtered.',
  access: allOf('Reports'),
  audit: 'none',
  input: z.object({}),
  output: z.object({
    clients: z.array(z.object({ clientId: id, name: z.string() })),
    facilities: z.array(z.object({ facilityId: id, clientId: id, name: z.string() })),
    specialties: z.array(z.object({ healthcareProviderSpecialtyId: id, name: z.string() })),
  }),
});
