import type { CallOf } from '@careloop/contracts/endpoint';
import {
  getFacilityHierarchies,
  listFacilities,
  type FacilityHierarchy,
  type FacilityOption,
} from '@careloop/contracts/directory/lookups';
import type { ComboboxItem, ComboboxItemGroup } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { queryOf } from '../../../api/query.ts';

/** Facilities seldom change, so a reopened page uses the cache: one entry per permission and market option. */
const staleTime = 10 * 60_000;

const facilitiesOf = (input: CallOf<typeof listFacilities> = {}) => ({
  ...queryOf(listFacilities, input),
  staleTime,
});

const hierarchiesOf = (input: CallOf<typeof getFacilityHierarchies>) => ({
  ...queryOf(getFacilityHierarchies, input),
  staleTime,
});

/** The facilities of the user's clients, by name; empty until loaded. */
export function useFacilityList(input: CallOf<typeof listFacilities> = {}): readonly FacilityOption[] {
  return useQuery(facilitiesOf(input)).data?.facilities ?? [];
}

const itemsOf = (facilities: readonly FacilityOption[]): ComboboxItem[] =>
  facilities.map(({ key, label }) => ({ value: String(key), label }));

/**
 * A group per market, labeled with its client if there are several; facilities without a market are listed under the
 * client.
 */
function facilityGroups(clients: readonly FacilityHierarchy[]): ComboboxItemGroup<ComboboxItem>[] {
  const isOne = clients.length === 1;
  return clients
    .flatMap(({ displayName, markets, facilities }) => [
      ...markets.map((market) => ({
        group: isOne ? market.name : `${displayName}: ${market.name}`,
        items: itemsOf(market.facilities),
      })),
      { group: displayName, items: itemsOf(facilities) },
    ])
    .filter(({ items }) => items.length > 0);
}

/** Options of a facility filter, and its text if there are none. */
export function useFacilityChoices() {
  const { data, isPending, isError } = useQuery(hierarchiesOf({ includeMarkets: true }));
  const groups = facilityGroups(data?.clients ?? []);
  const nothing = groups.length === 0 ? 'Your clients have no facilities' : 'No options found';
  const waiting = isPending ? 'Loading...' : nothing;
  return { groups, nothingFound: isError ? 'Facilities could not be loaded' : waiting };
}
