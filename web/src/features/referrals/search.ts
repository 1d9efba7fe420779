import { referralScopes, referralSorts } from '@careloop/contracts/referrals/filters';
import { referralSides } from '@careloop/contracts/referrals/states';
import { referralStatuses } from '@careloop/contracts/codes';
import { parseDay } from '@careloop/contracts/fields/dates';
import { z } from 'zod';
import { flag, integer, text } from '../../lib/search.ts';

const day = z
  .string()
  .refine((value) => parseDay(value) === value)
  .optional()
  .catch(undefined);

/** Filters and order of the list of referrals. */
const filters = {
  scope: z.enum(referralScopes).optional().catch(undefined),
  /** Incoming 1, Outgoing 2, All 3. */
  direction: integer(1, 3),
  status: z
    .enum(['open', ...referralStatuses, 'overdue'])
    .optional()
    .catch(undefined),
  searchTerm: text,
  urgencyDays: integer(1, 365),
  healthcareProviderSpecialtyId: integer(1),
  healthcareProviderId: integer(1),
  referredByHealthcareProviderId: integer(1),
  referralType: integer(1, 100),
  providerSelectionReason: integer(1, 50),
  /** The side that has to reply. */
  awaitReplyFrom: z.enum(referralSides).optional().catch(undefined),
  /** Only the user's own referrals with an unread answer. */
  unread: flag,
  /** First and last day on which they were sent. */
  from: day,
  until: day,
  sortBy: z.enum(referralSorts).optional().catch(undefined),
};
export const referralFiltersSearch = z.object(filters);
export type ReferralFiltersSearch = z.infer<typeof referralFiltersSearch>;

/** Everything but the order. */
export const referralFilterNames = (Object.keys(filters) as (keyof ReferralFiltersSearch)[]).filter(
  (name) => name !== 'sortBy',
);

export const referralsSearch = z.object({ ...filters, referralId: integer(1) });
export type ReferralsSearch = z.infer<typeof referralsSearch>;
