import type { ReactNode } from 'react';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import type { ShownError } from '../ui/errorWords.ts';
import { ListSkeleton } from '../ui/Skeletons.tsx';
import { DataTable, type DataTableProps } from './DataTable.tsx';

export interface QueryTableProps<Item> extends Omit<DataTableProps<Item>, 'items'> {
  /** Undefined until loaded. */
  items: readonly Item[] | undefined;
  error: ShownError | null;
  onRetry: () => void;
  /** Text of the empty table: "No encounters on file". */
  emptyTitle: string;
  emptyIcon?: ReactNode;
}

/** A table for a query: skeleton, error with retry, empty text or rows. */
export function QueryTable<Item>({ items, error, onRetry, emptyTitle, emptyIcon, ...table }: QueryTableProps<Item>) {
  if (items === undefined) return error === null ? <ListSkeleton /> : <ErrorState error={error} onRetry={onRetry} />;
  if (items.length === 0) return <EmptyState icon={emptyIcon} title={emptyTitle} />;
  return <DataTable {...table} items={items} />;
}
