import { getNavigation, navigationParts } from '@careloop/contracts/dashboard/navigation';
import type { Endpoint, OutputOf } from '@careloop/contracts/endpoint';
import { queryOptions, useQuery, type QueryClient, type UseQueryResult } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import type { ApiError } from '../api/errors.ts';
import { queryOf } from '../api/query.ts';

/**
 * Asked once, when the portal is opened. The answer fills the query of each part; from then on, a part that becomes stale is
 * refetched alone.
 */
const navigation = queryOptions({
  ...queryOf(getNavigation, {}),
  queryFn: async ({ signal, client }) => {
    const answer = await call(getNavigation, {}, { signal });
    for (const part of Object.keys(navigationParts) as (keyof typeof navigationParts)[])
      fill(client, navigationParts[part], answer[part]);
    return answer;
  },
  staleTime: 'static',
  gcTime: Infinity,
});

function fill(client: QueryClient, endpoint: Endpoint, answer: unknown): void {
  const { queryKey } = queryOf(endpoint, {});
  // What an event made stale meanwhile may be newer than this answer.
  if (answer === null || client.getQueryState(queryKey)?.isInvalidated === true) return;
  client.setQueryData<unknown>(queryKey, answer);
}

/** The query of a read that is part of the navigation: its first answer comes together with those of the other parts. */
export function useNavigationPart<Part extends keyof typeof navigationParts>(
  part: Part,
  options: { structuralSharing?: (known: unknown, next: unknown) => unknown; enabled?: boolean } = {},
): UseQueryResult<OutputOf<(typeof navigationParts)[Part]>, ApiError> {
  const { isPending } = useQuery(navigation);
  const query = queryOf<Endpoint>(navigationParts[part], {});
  const { enabled = true, ...rest } = options;
  // The answer is that of the part's endpoint, which the compiler cannot follow through the table.
  return useQuery({ ...query, ...rest, enabled: enabled && !isPending }) as UseQueryResult<
    OutputOf<(typeof navigationParts)[Part]>,
    ApiError
  >;
}
