import type { CallOf } from '@careloop/contracts/endpoint';
import type { listReferrals } from '@careloop/contracts/referrals';
import { referralFilterNames, referralFiltersSearch } from '../search.ts';
import type { ReferralFiltersSearch, ReferralsSearch } from '../search.ts';

/** The address of a screen with referrals, and how it changes. */
export interface ListState {
  search: ReferralsSearch;
  /** @param replaces whether Back skips what was there before */
  go: (change: (old: ReferralsSearch) => ReferralsSearch, replaces: boolean) => void;
}

/** Days are those of the reader. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** What the calls take, of the address. */
export function filtersOf(search: ReferralsSearch): CallOf<typeof listReferrals> {
  const filters = referralFiltersSearch.parse(search);
  const hasDays = filters.from !== undefined || filters.until !== undefined;
  return { ...filters, ...(hasDays && { timeZone }) };
}

/** What is set, as a saved view keeps it. */
export function viewOf(search: ReferralsSearch): ReferralFiltersSearch {
  return referralFiltersSearch.parse(search);
}

export function countFilters(search: ReferralsSearch): number {
  return referralFilterNames.filter((name) => search[name] !== undefined).length;
}

/** Narrows the list further, or less. Another list: nothing of it is selected yet. */
export function narrow({ go }: ListState, change: Partial<ReferralFiltersSearch>): void {
  go((old) => ({ ...old, ...change, referralId: undefined }), true);
}
