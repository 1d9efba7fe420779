import { z } from 'zod';
import { signedIn } from '../access.ts';
import { referralStatus } from '../codes.ts';
import { referralTypeCode, selectionReasonCode } from './selection.ts';
import { referralSides } from './states.ts';
import { get } from '../endpoint.ts';
import { dateTexts } from '../fields/dates.ts';
import { day, id, queryBoolean, queryId, queryInteger, queryList, timeZone } from '../fields.ts';

const status = z.enum(Object.keys(referralStatus.table) as [keyof typeof referralStatus.table]);

/** All referrals of their clients the user may see, or only those that they or people they act for sent, received or share. */
export const referralScopes = ['organization', 'mine'] as const;
export type ReferralScope = (typeof referralScopes)[number];

/**
 * `urgent`: STAT first, then the others that wait for an appointment, earliest due time first, then the rest, newest first. `due`:
 * earliest due time first, referrals without a due time last.
 */
export const referralSorts = ['newest', 'oldest', 'urgent', 'due'] as const;
export type ReferralSort = (typeof referralSorts)[number];

export const referralListTexts = {
  datesBackwards: dateTexts.order,
} as const;

/** Filters of a list of referrals, all combined with AND. */
export const referralFilters = z.object({
  scope: z.enum(referralScopes).default('organization'),
  /** Incoming 1, Outgoing 2, All 3, which includes referrals shared with the user. */
  direction: queryInteger({ min: 1, max: 3, fallback: 3 }),
  /** One of the statuses, `overdue`, or `open` for all that still require action. */
  status: z.union([status, z.literal('open')]).optional(),
  /** Several statuses; combined with `status` if both are given. */
  statuses: queryList(status).optional(),
  /** Only referrals of this patient, by any sender. */
  patientId: queryId.optional(),
  searchTerm: z.string().trim().max(100).default(''),
  urgencyDays: z.coerce.number<number | string>().int().min(1).max(365).optional(),
  /** Specialty of the receiver, or the requested one if no provider is selected. */
  healthcareProviderSpecialtyId: queryId.optional(),
  /** Receiving provider. */
  healthcareProviderId: queryId.optional(),
  referredByHealthcareProviderId: queryId.optional(),
  referralType: z.coerce.number<number | string>().pipe(referralTypeCode).optional(),
  /** Why the receiving provider was selected. */
  providerSelectionReason: z.coerce.number<number | string>().pipe(selectionReasonCode).optional(),
  /** Only referrals with a question that this side has not replied to. */
  awaitReplyFrom: z.enum(referralSides).optional(),
  /** Only sent referrals with an unread response. */
  unread: queryBoolean.optional(),
  /** First and last day on which they were sent, in `timeZone`. */
  from: day.optional(),
  until: day.optional(),
  timeZone: timeZone.default('UTC'),
  sortBy: z.enum(referralSorts).default('newest'),
});
export type ReferralFilters = z.infer<typeof referralFilters>;

export const areDaysInOrder = ({ from, until }: Pick<ReferralFilters, 'from' | 'until'>): boolean =>
  from === undefined || until === undefined || from <= until;
export const daysRule = { path: ['until'], message: referralListTexts.datesBackwards };

/** Referrals are counted up to this number; more are shown as "1,000+". */
export const mostCountedReferrals = 1_000;

const count = z.number().int();
/** Number of referrals with a filter value; null if there are too many to count. */
const valueCount = count.nullable();

/** Numbers of rows of the list. */
export const referralCounts = z.object({
  /** By status, including `open` and `overdue`, with all filters except the status. */
  statuses: z.array(z.object({ status: z.union([status, z.literal('open')]), count, isMore: z.boolean() })),
  /** Number of rows in the filtered list. */
  total: count,
  isMore: z.boolean(),
  /** Whether the user sees more than their own referrals. */
  hasOrganization: z.boolean(),
});
export type ReferralCounts = z.infer<typeof referralCounts>;

/** Filter values of the list, each with its number of rows under all other filters. */
export const referralFilterValues = z.object({
  urgencies: z.array(z.object({ urgencyDays: count, count: valueCount })),
  specialties: z.array(z.object({ healthcareProviderSpecialtyId: id, name: z.string(), count: valueCount })),
  providers: z.array(z.object({ healthcareProviderId: id, name: z.string(), count: valueCount })),
  referredBy: z.array(z.object({ healthcareProviderId: id, name: z.string(), count: valueCount })),
  referralTypes: z.array(z.object({ referralType: referralTypeCode, count: valueCount })),
  selectionReasons: z.array(z.object({ providerSelectionReason: selectionReasonCode, count: valueCount })),
  /** By the side that must reply. */
  awaitReply: z.array(z.object({ awaitReplyFrom: z.enum(referralSides), count: valueCount })),
});
export type ReferralFilterValues = z.infer<typeof referralFilterValues>;

export const getReferralFilterValues = get('/provider/referrals/filters', {
  summary: 'Returns the filter values of a list of referrals, each with the number of rows it leaves.',
  access: signedIn,
  audit: 'search',
  input: referralFilters.refine(areDaysInOrder, daysRule),
  output: referralFilterValues,
});
