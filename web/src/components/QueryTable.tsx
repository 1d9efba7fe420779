import type { ReactNode } from 'react';
import { ErrorState } from '../ui/ErrorState.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { QueryState, type ShownQuery } from '../ui/QueryState.tsx';
import { ListSkeleton } from '../ui/Skeletons.tsx';
import { listFailure, tryAgain } from './OutdatedRows.tsx';
import { DataTable, type DataTableProps } from './DataTable.tsx';

/** A query of a list; those of paged lists load more rows as the table is scrolled. */
interface ListQuery<Data> extends ShownQuery<Data> {
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  isFetchNextPageError?: boolean;
  isFetching?: boolean;
  dataUpdatedAt?: number;
  fetchNextPage?: () => unknown;
}

export interface QueryTableProps<Data, Item> extends Omit<DataTableProps<Item>, 'items'> {
  query: ListQuery<Data>;
  /** The rows in the query's data: `pagedItems` for a paged list. */
  items: (data: Data) => readonly Item[];
  /** Text of the empty table: "No encounters on file". */
  emptyTitle: string;
  emptyText?: ReactNode;
  emptyIcon?: ReactNode;
  emptyAction?: ReactNode;
}

/** A table for a query: skeleton, error with retry, empty text or rows, which say so if they could not be updated. */
export function QueryTable<Data, Item>(props: QueryTableProps<Data, Item>): ReactNode {
  const { query, items: itemsOf, emptyTitle, emptyText, emptyIcon, emptyAction, ...table } = props;
  return (
    <QueryState
      query={query}
      loading={<ListSkeleton />}
      failure={(error) => listFailure(table.label, error)}
      retryLabel={tryAgain}
    >
      {(data) => {
        const items = itemsOf(data);
        // Whether there are any by now is not known.
        if (items.length === 0 && query.error !== null) {
          const error = listFailure(table.label, query.error);
          return <ErrorState error={error} retryLabel={tryAgain} onRetry={() => void query.refetch()} />;
        }
        if (items.length === 0) {
          return <EmptyState icon={emptyIcon} title={emptyTitle} text={emptyText} action={emptyAction} />;
        }
        return (
          <DataTable
            loaded={query}
            hasMore={query.hasNextPage}
            hasMoreFailed={query.isFetchNextPageError}
            isLoadingMore={query.isFetchingNextPage}
            onLoadMore={query.fetchNextPage && (() => void query.fetchNextPage?.())}
            {...table}
            items={items}
          />
        );
      }}
    </QueryState>
  );
}
