import { z } from 'zod';
import { referralStatus } from '../codes.ts';
import { referralSides } from './states.ts';
import { day, id, queryBoolean, queryId, queryInteger, queryList, timeZone } from '../fields.ts';

const status = z.enum(Object.keys(referralStatus.table) as [keyof typeof referralStatus.table]);

/** Everything the user may see of their clients, or only what they and those they act for sent, received or share. */
export const referralScopes = ['organization', 'mine'] as const;
export type ReferralScope = (typeof referralScopes)[number];

/** `due`: what is due first comes first, what has no due time any more comes last. */
export const referralSorts = ['newest', 'oldest', 'due'] as const;
export type ReferralSort = (typeof referralSorts)[number];

export const referralListTexts = {
  datesBackwards: 'The first day must not be after the last day.',
} as const;

/** What narrows a list of referrals; all of it holds at once. */
export const referralFilters = z.object({
  scope: z.enum(referralScopes).default('organization'),
  /** Incoming 1, Outgoing 2, All 3: with what was shared with the user. */
  direction: queryInteger({ min: 1, max: 3, fallback: 3 }),
  /** One of the statuses, `overdue`, or `open` for all that somebody still has to do something about. */
  status: z.union([status, z.literal('open')]).optional(),
  /** Several at once: one list instead of one call for each. Narrows `status` where both are given. */
  statuses: queryList(status).optional(),
  /** Only referrals of this patient, whoever sent them. */
  patientId: queryId.optional(),
  searchTerm: z.string().trim().max(100).default(''),
  urgencyDays: z.coerce.number<number | string>().int().min(1).max(365).optional(),
  /** The receiver's, or the one that waits for a provider. */
  healthcareProviderSpecialtyId: queryId.optional(),
  /** Referred to. */
  healthcareProviderId: queryId.optional(),
  referredByHealthcareProviderId: queryId.optional(),
  /** Somebody asked, and this side owes the answer. */
  awaitReplyFrom: z.enum(referralSides).optional(),
  /** Only those the person sent, with an answer they have not read. */
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

/** Up to here referrals are counted; beyond it there are "1,000+". */
export const mostCountedReferrals = 1_000;

const count = z.number().int();
/** How many referrals a value leaves; null when there are too many to count. */
const valueCount = count.nullable();

/** What the list can be narrowed by, each value with the number of rows it leaves. */
export const referralCounts = z.object({
  /** By status, with `open` and `overdue`; under all filters but the status. */
  statuses: z.array(z.object({ status: z.union([status, z.literal('open')]), count, isMore: z.boolean() })),
  /** Of the list as it is filtered. */
  total: count,
  isMore: z.boolean(),
  urgencies: z.array(z.object({ urgencyDays: count, count: valueCount })),
  specialties: z.array(z.object({ healthcareProviderSpecialtyId: id, name: z.string(), count: valueCount })),
  providers: z.array(z.object({ healthcareProviderId: id, name: z.string(), count: valueCount })),
  referredBy: z.array(z.object({ healthcareProviderId: id, name: z.string(), count: valueCount })),
  /** By the side that owes an answer. */
  awaitReply: z.array(z.object({ awaitReplyFrom: z.enum(referralSides), count: valueCount })),
  /** Whether the user sees more than their own referrals. */
  hasOrganization: z.boolean(),
});
export type ReferralCounts = z.infer<typeof referralCounts>;
