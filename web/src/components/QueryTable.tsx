import type { ReactNode } from 'react';
import { EmptyState } from '../ui/EmptyState.tsx';
import { QueryState, type ShownQuery } from '../ui/QueryState.tsx';
import { ListSkeleton } from '../ui/Skeletons.tsx';
import { DataTable, type DataTableProps } from './DataTable.tsx';
import { listFailure, tryAgain } from './listFailure.ts';

/** A query of a list; those of paged lists load more rows as the table is scrolled. */
interface ListQuery<Data> extends ShownQuery<Data> {
  hasNextPage?: boolean;
  isFetchingNextPage?: boolean;
  isFetchNextPageError?: boolean;
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

/** A table for a query: skeleton, error with retry, empty text or rows. */
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
        if (items.length === 0) {
          return <EmptyState icon={emptyIcon} title={emptyTitle} text={emptyText} action={emptyAction} />;
        }
        return (
          <DataTable
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
