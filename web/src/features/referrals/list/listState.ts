import { Direction } from '@careloop/contracts/codes';
import type { CallOf } from '@careloop/contracts/endpoint';
import type { listReferrals } from '@careloop/contracts/referrals';
import type { ReferralSort } from '@careloop/contracts/referrals/filters';
import {
  referralFilterNames,
  referralFiltersSearch,
  type ReferralFiltersSearch,
  type ReferralsSearch,
} from '../search.ts';

/** Search parameters of a screen with referrals, and how to change them. */
export interface ListState {
  search: ReferralsSearch;
  /** @param replaces whether to replace the history entry, so that Back skips it */
  go: (change: (old: ReferralsSearch) => ReferralsSearch, replaces: boolean) => void;
}

/** Days are counted in the user's time zone. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The order of a list whose address states none: what has to be answered first, or has waited longest, comes first. */
export function defaultOrderOf({ direction, status }: ReferralsSearch): ReferralSort {
  if (direction === Direction.incoming) return 'urgent';
  return status === 'overdue' ? 'due' : 'newest';
}

/** The part of the address that is sent to the server. */
export function filtersOf(search: ReferralsSearch): CallOf<typeof listReferrals> {
  const filters = referralFiltersSearch.parse(search);
  const hasDays = filters.from !== undefined || filters.until !== undefined;
  return { ...filters, sortBy: filters.sortBy ?? defaultOrderOf(search), ...(hasDays && { timeZone }) };
}

/** The current filters, as a saved view stores them. */
export function viewOf(search: ReferralsSearch): ReferralFiltersSearch {
  return referralFiltersSearch.parse(search);
}

export function countFilters(search: ReferralsSearch): number {
  return referralFilterNames.filter((name) => search[name] !== undefined).length;
}

/** Changes the filters. This gives a different list, with nothing selected yet. */
export function narrow({ go }: ListState, change: Partial<ReferralFiltersSearch>): void {
  go((old) => ({ ...old, ...change, referralId: undefined }), true);
}
