import { z } from 'zod';
import { allOf } from './access.ts';
import { referralStatuses } from './codes.ts';
import { get } from './endpoint.ts';
import { dateTexts } from './fields/dates.ts';
import { day, id, queryId, queryInteger, timestamp, timeZone } from './fields.ts';
import { patientSummary } from './patients.ts';

// Reports over the clients that the user is allocated to (docs/domain/reports.md): numbers, and the rows behind them.

export const reportNames = ['referrals', 'leakage', 'declines', 'queues', 'messages', 'work'] as const;
export type ReportName = (typeof reportNames)[number];

export const reportGroupings = ['specialty', 'provider', 'facility', 'urgency'] as const;
export type ReportGrouping = (typeof reportGroupings)[number];

export const reportTexts = {
  backwards: dateTexts.order,
  tooLong: 'A report covers 1,100 days at most.',
  notYourClient: 'You do not belong to this client.',
} as const;
export const longestPeriod = 1100;

const filters = z.object({
  report: z.enum(reportNames),
  /** The first and the last day, in the time zone. */
  from: day,
  to: day,
  timeZone: timeZone.default('UTC'),
  clientId: queryId.optional(),
  facilityId: queryId.optional(),
  healthcareProviderSpecialtyId: queryId.optional(),
  groupBy: z.enum(reportGroupings).default('specialty'),
});
type Filters = z.output<typeof filters>;
const isOrdered = ({ from, to }: Pick<Filters, 'from' | 'to'>) => from <= to;
const isBounded = ({ from, to }: Pick<Filters, 'from' | 'to'>) =>
  Date.parse(to) - Date.parse(from) <= longestPeriod * 86_400_000;
const ordered = { path: ['from'], message: reportTexts.backwards };
const bounded = { path: ['from'], message: reportTexts.tooLong };

/** A number of a report; null where there is nothing to measure. */
const value = z.number().nullable();

export const reportRow = z.object({
  /** Narrows the rows behind the numbers; null for what is not stated. */
  key: z.string().nullable(),
  label: z.string(),
  values: z.record(z.string(), value),
});
export type ReportRow = z.infer<typeof reportRow>;

export const getReport = get('/provider/reports/data', {
  summary: 'The numbers of a report for a period, by specialty, provider, facility, urgency, queue or person.',
  access: allOf('Reports'),
  audit: 'none',
  input: filters.refine(isOrdered, ordered).refine(isBounded, bounded),
  output: z.object({
    /** As of when the numbers are; null before the first refresh. */
    refreshedAt: timestamp.nullable(),
    total: z.record(z.string(), value),
    rows: z.array(reportRow),
    /** Days, weeks or months of the period, whichever makes the picture readable. */
    series: z.array(z.object({ from: day, values: z.record(z.string(), value) })),
  }),
});
export type Report = z.infer<typeof getReport.output>;

/** Which of the referrals of a row: all that were sent, or those that a number counts. */
export const referralMeasures = ['sent', 'answered', 'overdue', 'outOfNetwork', 'notPreferred', 'declined'] as const;
export type ReferralMeasure = (typeof referralMeasures)[number];

export const listReportReferrals = get('/provider/reports/referrals', {
  summary: 'The referrals behind a number of a report that the user may see.',
  access: allOf('Reports'),
  audit: 'search',
  input: filters
    .extend({
      measure: z.enum(referralMeasures).default('sent'),
      /** `key` of the row; `none` for what is not stated; all when left out. */
      key: z.string().max(100).optional(),
      page: queryInteger({ min: 1, max: 10_000, fallback: 1 }),
    })
    .refine(isOrdered, ordered)
    .refine(isBounded, bounded),
  output: z.object({
    items: z.array(
      z.object({
        referralId: id,
        patient: patientSummary,
        status: z.enum(referralStatuses),
        referredToName: z.string().nullable(),
        specialtyName: z.string().nullable(),
        sentAt: timestamp,
      }),
    ),
    numPages: z.number().int(),
    totalItemCount: z.number().int(),
    /** Counted in the report, about patients that the user may not see. */
    closedCount: z.number().int(),
  }),
});
export type ReportReferral = z.infer<typeof listReportReferrals.output>['items'][number];

export const getReportFilters = get('/provider/reports/filters', {
  summary: 'The clients, facilities and specialties that reports can be narrowed to.',
  access: allOf('Reports'),
  audit: 'none',
  input: z.object({}),
  output: z.object({
    clients: z.array(z.object({ clientId: id, name: z.string() })),
    facilities: z.array(z.object({ facilityId: id, clientId: id, name: z.string() })),
    specialties: z.array(z.object({ healthcareProviderSpecialtyId: id, name: z.string() })),
  }),
});
