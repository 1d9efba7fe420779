import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ErrorState } from '../ui/ErrorState.tsx';
import type { ShownError } from '../ui/errorWords.ts';
import { ListSkeleton } from '../ui/Skeletons.tsx';

export type RowKey = string | number;

export interface ListDetailBoardProps<Item> {
  /** Names the list: "Referrals". */
  label: string;
  items: readonly Item[];
  rowKey: (item: Item) => RowKey;
  /** What stands in a row: two short lines at most, no controls inside. Best a function outside of the component. */
  renderRow: (item: Item) => ReactNode;
  /** What the URL says is selected. When it says nothing, the first item is. */
  selectedKey: RowKey | undefined;
  /** Puts the selection into the URL; `null` goes back to the list on a narrow screen. */
  onSelect: (key: RowKey | null, item: Item | null) => void;
  /** The detail of the selected item; also called for a key that is not in the list (a pasted link). */
  detail: (key: RowKey, item: Item | undefined) => ReactNode;
  /** In place of the rows when there are none. */
  empty: ReactNode;
  /** In place of the detail when nothing is selected. */
  emptyDetail?: ReactNode;
  filters?: ReactNode;
  /** How many filters are set; more than none offers to reset them. */
  filtersCount?: number;
  onResetFilters?: () => void;
  isLoading?: boolean;
  error?: ShownError | null;
  onRetry?: () => void;
  hasMore?: boolean;
  isLoadingMore?: boolean;
  onLoadMore?: () => void;
  /** Arrivals that are not shown yet; see `useArrivals`. */
  newCount?: number;
  onShowNew?: () => void;
  /** How many there are in all, when it is known. */
  total?: number;
  /** Below the rows: a pager, for instance. */
  footer?: ReactNode;
}

/** A list on the left and the detail of its selected item on the right. */
export function ListDetailBoard<Item>(props: ListDetailBoardProps<Item>): ReactNode {
  const { items, rowKey, renderRow } = props;
  const first = items[0];
  const selectedKey = props.selectedKey ?? (first === undefined ? undefined : rowKey(first));
  const selected = items.find((item) => rowKey(item) === selectedKey);
  return (
    <div style={{ display: 'flex' }}>
      <section aria-label={props.label} style={{ width: 360 }}>
        {props.filters}
        {props.newCount !== undefined && props.newCount > 0 && (
          <Button onClick={props.onShowNew}>{props.newCount} new</Button>
        )}
        {props.isLoading === true && <ListSkeleton />}
        {props.error && <ErrorState error={props.error} onRetry={props.onRetry} />}
        {items.length === 0 && props.isLoading !== true && !props.error && props.empty}
        <div role="listbox" aria-label={props.label}>
          {items.map((item) => (
            <div
              key={rowKey(item)}
              role="option"
              aria-selected={item === selected}
              onClick={() => props.onSelect(rowKey(item), item)}
            >
              {renderRow(item)}
            </div>
          ))}
        </div>
        {props.hasMore === true && <Button onClick={props.onLoadMore}>Load more</Button>}
        {props.footer}
      </section>
      <section style={{ flex: 1 }}>
        {selectedKey === undefined ? props.emptyDetail : props.detail(selectedKey, selected)}
      </section>
    </div>
  );
}
