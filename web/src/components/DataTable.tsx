import { Box, Button, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { memo, useState, type ReactNode, type Ref } from 'react';
import { moreFailed, tryAgain } from './listFailure.ts';
import { useListEnd } from './useListEnd.ts';
import classes from './DataTable.module.css';

export interface Column<Item> {
  /** Heading of the column, and its key. */
  title: string;
  render: (item: Item) => ReactNode;
  /** Numbers and dates line up on the right. */
  isNumeric?: boolean;
  /** Names, dates, numbers and the like, which never wrap. */
  isShort?: boolean;
  /** Buttons at the end of the row. */
  isActions?: boolean;
  /** Hidden in a narrow window. */
  isSecondary?: boolean;
  /** Share of the width in percent, so that columns stay in place when longer rows are loaded. */
  width?: number;
  /** Sort value of a row; the heading sorts once every row is loaded. Rows without a value stay last. */
  sortBy?: (item: Item) => string | number | null;
  /** Order key of the column, if the server sorts. */
  orderKey?: string;
}

/** The order the server returns the rows in. */
export interface ServerOrder {
  key: string;
  isDescending: boolean;
  /** Requests another order; undefined if the server cannot sort, for the given `reason`. */
  onOrder: ((key: string, isDescending: boolean) => void) | undefined;
  reason?: string;
}

export interface DataTableProps<Item> {
  /** Label for screen readers: what the table lists. */
  label: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  rowKey: (item: Item) => string | number;
  /** Whether a row opens something; it is then highlighted under the pointer. */
  opensRows?: boolean;
  /** Called when the pointer enters a row, to prefetch. If it or `columns` is a new one, every row renders again. */
  onPoint?: (item: Item) => void;
  /** If the server sorts: the current order. Columns with an `orderKey` can be sorted. */
  order?: ServerOrder;
  /** If the server sorts in one fixed order: that order. */
  sorted?: Sort;
  hasMore?: boolean;
  isLoadingMore?: boolean;
  /** Whether loading more has failed; it is then tried again on request only. */
  hasMoreFailed?: boolean;
  onLoadMore?: () => void;
  ref?: Ref<HTMLDivElement>;
}

/** A dense table with a sticky header. A link with the class `rowLink` makes its whole row clickable. */
export function DataTable<Item>(props: DataTableProps<Item>): ReactNode {
  const { label, columns, rowKey, onPoint, ref, hasMore = false, isLoadingMore = false, onLoadMore } = props;
  const { items, sort, toggle } = useSort(props.items, columns, props.sorted);
  return (
    // Focusable, so that a table wider than the window can be scrolled by keyboard.
    <Box className={classes.scroller} ref={ref} tabIndex={0} role="region" aria-label={label}>
      <Table stickyHeader className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Heading
                key={column.title}
                column={column}
                sort={props.order === undefined ? sort : sortOf(props.order, columns)}
                onSort={sorterOf(column, props.order, hasMore ? undefined : toggle)}
                reason={column.orderKey === undefined ? undefined : props.order?.reason}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Row
              key={rowKey(item)}
              item={item}
              columns={columns}
              opensRows={props.opensRows === true}
              onPoint={onPoint}
            />
          ))}
        </Table.Tbody>
      </Table>
      {hasMore && (
        <LoadMore isLoading={isLoadingMore} hasFailed={props.hasMoreFailed === true} onLoadMore={onLoadMore} />
      )}
    </Box>
  );
}

interface RowProps<Item> {
  item: Item;
  columns: readonly Column<Item>[];
  opensRows: boolean;
  onPoint: ((item: Item) => void) | undefined;
}

/**
 * Rendered again only when its item or the columns change: a screen renders whenever a fetch begins or ends. Not `Table.Tr` and
 * `Table.Td`, which take four times as long: a list has hundreds of cells.
 */
const Row = memo(function Row<Item>({ item, columns, opensRows, onPoint }: RowProps<Item>) {
  return (
    <tr className={classes.row} data-opens={opensRows || undefined} onPointerEnter={onPoint && (() => onPoint(item))}>
      {columns.map(({ title, render, isNumeric, isShort, isActions, isSecondary }) => (
        <td
          key={title}
          data-title={title}
          data-end={isNumeric || isActions || undefined}
          data-short={isShort || isNumeric || isActions || undefined}
          data-actions={isActions || undefined}
          data-secondary={isSecondary || undefined}
        >
          {render(item)}
        </td>
      ))}
    </tr>
  );
}) as <Item>(props: RowProps<Item>) => ReactNode;

interface HeadingProps<Item> {
  column: Column<Item>;
  sort: Sort | undefined;
  onSort: (() => void) | undefined;
  reason: string | undefined;
}

function Heading<Item>({ column, sort, onSort, reason }: HeadingProps<Item>): ReactNode {
  const { title, isNumeric, isActions, isSecondary, width } = column;
  const direction = sort?.title === title ? sort.direction : undefined;
  return (
    <Table.Th
      ta={isNumeric === true || isActions === true ? 'right' : undefined}
      style={width === undefined ? undefined : { '--column-width': `${width}%` }}
      data-actions={isActions || undefined}
      data-secondary={isSecondary || undefined}
      aria-sort={direction}
      title={onSort === undefined ? reason : undefined}
    >
      {onSort === undefined ? (
        <span className={classes.sort}>
          {title}
          {direction !== undefined && <SortIcon direction={direction} />}
        </span>
      ) : (
        <UnstyledButton className={classes.sort} onClick={onSort}>
          {title}
          <SortIcon direction={direction} />
        </UnstyledButton>
      )}
    </Table.Th>
  );
}

/** The server's order, as shown in the headings. */
function sortOf<Item>({ key, isDescending }: ServerOrder, columns: readonly Column<Item>[]): Sort | undefined {
  const column = columns.find(({ orderKey }) => orderKey === key);
  return column && { title: column.title, direction: isDescending ? 'descending' : 'ascending' };
}

/** Click handler of a heading; undefined if its column cannot be sorted. */
function sorterOf<Item>(
  { title, sortBy, orderKey }: Column<Item>,
  order: ServerOrder | undefined,
  toggle: ((title: string) => void) | undefined,
): (() => void) | undefined {
  if (order !== undefined) {
    const { key, isDescending, onOrder } = order;
    if (orderKey === undefined || onOrder === undefined) return undefined;
    return () => onOrder(orderKey, key === orderKey && !isDescending);
  }
  return sortBy === undefined || toggle === undefined ? undefined : () => toggle(title);
}

interface Sort {
  /** Heading of the column. */
  title: string;
  direction: 'ascending' | 'descending';
}

/** The rows in their original order until a heading is clicked: then descending, ascending, and back. */
function useSort<Item>(items: readonly Item[], columns: readonly Column<Item>[], sorted: Sort | undefined) {
  const [chosen, setSort] = useState<Sort>();
  const sort = chosen ?? sorted;
  const toggle = (title: string) =>
    setSort((old = sorted) => ({
      title,
      direction: old?.title === title && old.direction === 'descending' ? 'ascending' : 'descending',
    }));
  const sortBy = columns.find(({ title }) => title === chosen?.title)?.sortBy;
  if (chosen === undefined || sortBy === undefined) return { items, sort, toggle };
  const sign = chosen.direction === 'ascending' ? 1 : -1;
  const compare = (one: Item, other: Item): number => {
    const [first, second] = [sortBy(one), sortBy(other)];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    if (typeof first === 'number' && typeof second === 'number') return sign * (first - second);
    return sign * String(first).localeCompare(String(second), 'en-US');
  };
  return { items: items.toSorted(compare), sort, toggle };
}

function SortIcon({ direction }: { direction: Sort['direction'] | undefined }): ReactNode {
  if (direction === undefined) return <IconArrowsSort size={12} aria-hidden className={classes.unsorted} />;
  return direction === 'ascending' ? <IconArrowUp size={12} aria-hidden /> : <IconArrowDown size={12} aria-hidden />;
}

interface LoadMoreProps {
  isLoading: boolean;
  hasFailed: boolean;
  onLoadMore: (() => void) | undefined;
}

/** Loads the next page when the end of the list comes near. */
function LoadMore({ isLoading, hasFailed, onLoadMore }: LoadMoreProps): ReactNode {
  const ref = useListEnd(onLoadMore, isLoading || hasFailed);
  return (
    <div className={classes.more}>
      {/* Extends over the last rows: the table is its own scroll container, so a root margin would have no effect. */}
      <span ref={ref} className={classes.near} aria-hidden />
      {hasFailed && <span role="status">{moreFailed}</span>}
      <Button variant="subtle" loading={isLoading} onClick={onLoadMore}>
        {hasFailed ? tryAgain : 'Load more'}
      </Button>
    </div>
  );
}
