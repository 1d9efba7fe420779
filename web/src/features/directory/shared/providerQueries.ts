import { findSpecialties, mostProviderPages, narrowSearchText, searchProviders } from '@careloop/contracts/directory';
import { findProviderChoices } from '@careloop/contracts/directory/choices';
import type { CallOf } from '@careloop/contracts/endpoint';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';

/** Pages of the providers to choose between, those that fit the patient best first. */
export function choicePages(input: Omit<CallOf<typeof findProviderChoices>, 'page'>) {
  return infiniteQueryOptions({
    queryKey: [findProviderChoices.path, input] as const,
    initialPageParam: 1,
    queryFn: ({ pageParam, signal }) => call(findProviderChoices, { ...input, page: pageParam }, { signal }),
    getNextPageParam: (page, _pages, number) => (page.hasMore ? number + 1 : undefined),
  });
}

/** Says how many providers were found, and if all pages are full, that others may match. */
export function foundText(count: number, pageSize: number, hasMore: boolean, order = ''): string {
  const isFull = count === mostProviderPages * pageSize;
  return `${count}${hasMore || isFull ? ' or more' : ''} found${order}${isFull ? `. ${narrowSearchText}` : ''}`;
}

/** Finds specialties for an `AsyncSelect`. */
export async function searchSpecialties(searchTerm: string, signal: AbortSignal) {
  return (await call(findSpecialties, { searchTerm }, { signal })).specialties;
}

/** Finds providers for an `AsyncSelect`: each once, regardless of their addresses. */
export async function findEachProvider(
  searchTerm: string,
  signal: AbortSignal,
  which: Pick<CallOf<typeof searchProviders>, 'excludePersonId' | 'withoutUser'> = {},
) {
  const { items } = await call(searchProviders, { searchTerm, ...which }, { signal });
  return [...new Map(items.map((item) => [item.healthcareProviderId, item])).values()];
}
