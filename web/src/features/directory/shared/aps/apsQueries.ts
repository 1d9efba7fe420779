import { apsTexts, getApsLookups, isGroup, searchAps, type ApsProvider } from '@careloop/contracts/directory/search';
import type { CallOf, OutputOf } from '@careloop/contracts/endpoint';
import { infiniteQueryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../../api/call.ts';
import { queryOf } from '../../../../api/query.ts';
import { confirm } from '../../../../ui/confirm.tsx';

export type ApsLookups = OutputOf<typeof getApsLookups>;
/** Pages of found providers. */
export type ApsResults = { pages: OutputOf<typeof searchAps>[] };
export type ApsInput = Omit<CallOf<typeof searchAps>, 'page'>;

/** Options of the form; they seldom change. */
export const lookupsOf = (patientId: number | undefined) => ({
  ...queryOf(getApsLookups, { patientId }),
  staleTime: 5 * 60_000,
});

export function apsPages(input: ApsInput) {
  return infiniteQueryOptions({
    queryKey: [searchAps.path, input] as const,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => call(searchAps, { ...input, page: pageParam }, { signal }),
    getNextPageParam: (page, _pages, number) => (page.hasMore ? number + 1 : undefined),
  });
}

/** A row of the table. */
export interface ApsRow {
  provider: ApsProvider;
  /** Practice and number of providers, on the first row of a group. */
  group: string | null;
}

/** The rows of all pages. A practice that continues on the next page is one group. */
export function rowsOf(pages: ApsResults['pages']): ApsRow[] {
  const rows: ApsRow[] = [];
  let last: number | null | undefined;
  for (const row of pages.flatMap((page) => page.data)) {
    if (!isGroup(row)) {
      rows.push({ provider: row, group: null });
      continue;
    }
    const isNew = row.healthcareOrganizationId !== last || rows.length === 0;
    last = row.healthcareOrganizationId;
    const name = row.organizationName ?? 'No practice on file';
    rows.push(...row.items.map((provider, index) => ({ provider, group: isNew && index === 0 ? name : null })));
  }
  return rows;
}

type Preference = Pick<ApsProvider, 'isPreferred' | 'enforcePreferred'>;

/** Asks before a provider outside the preferred affiliations is selected, if the client enforces them. */
export function useEnforcedPreference(patientId: number | undefined) {
  const { data } = useQuery(lookupsOf(patientId));
  return async ({ isPreferred, enforcePreferred }: Partial<Preference>): Promise<boolean> => {
    if (enforcePreferred !== true || isPreferred === true) return true;
    const preferred = (data?.affiliations ?? []).filter((tier) => tier.isPreferred).map((tier) => tier.name);
    return confirm({
      title: 'Provider is not preferred',
      message: apsTexts.notPreferred(preferred.join(' or ') || 'preferred'),
      yes: 'Continue',
      no: 'Choose another provider',
    });
  };
}
