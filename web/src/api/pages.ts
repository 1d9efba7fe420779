import type { Endpoint } from '@careloop/contracts/endpoint';
import type { InfiniteData, Query, QueryClient, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';

export interface RowPage<Item> {
  items: Item[];
  nextCursor: string | null;
}
/** The loaded pages of a list (see `pagesOf`). */
export type RowPages<Item> = InfiniteData<RowPage<Item>, unknown>;

export function isPages<Item>(data: unknown): data is RowPages<Item> {
  return typeof data === 'object' && data !== null && 'pages' in data;
}

/** The items of all loaded pages; none until the first is loaded. */
export function pagedItems<Item>(data: { pages: readonly { items: readonly Item[] }[] } | undefined): Item[] {
  return data?.pages.flatMap(({ items }) => items) ?? [];
}

/** Drops all but the first page of an endpoint's lists, because several pages would be refetched one after the other. */
export function keepFirstPages(client: QueryClient, { path }: Endpoint): void {
  for (const query of client.getQueryCache().findAll({ queryKey: [path] })) keepFirstPage(query);
}

export function keepFirstPage(query: Query): void {
  const { data } = query.state;
  if (!isPages(data) || data.pages.length < 2) return;
  // Keeps the age of the first page, and that it is stale.
  query.setState({ data: { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) } });
}

/** Loading state and error of a query, for a list. That a refetch failed is said above the page. */
export function loadingOf<Failure>(query: UseQueryResult<unknown, Failure> | UseInfiniteQueryResult<unknown, Failure>) {
  return {
    isLoading: query.isPending,
    isFetching: query.isFetching,
    error: query.isLoadingError ? query.error : null,
    onRetry: () => void query.refetch(),
  };
}

/** The same with the next page of a paged query. */
export function pagingOf<Failure>(query: UseInfiniteQueryResult<unknown, Failure>) {
  return {
    ...loadingOf(query),
    hasMore: query.hasNextPage,
    hasMoreFailed: query.isFetchNextPageError,
    isLoadingMore: query.isFetchingNextPage,
    onLoadMore: () => void query.fetchNextPage(),
  };
}
