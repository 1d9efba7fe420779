import { Box, Button, Table, UnstyledButton } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState, type ReactNode, type Ref } from 'react';
import classes from './DataTable.module.css';

export interface Column<Item> {
  /** Heading of the column, and its key. */
  title: string;
  render: (item: Item) => ReactNode;
  /** Numbers and dates line up on the right. */
  isNumeric?: boolean;
  /** Names, dates, numbers and the like, which never wrap. */
  isShort?: boolean;
  /** Left out where the window is narrow. */
  isSecondary?: boolean;
  /** What the column is sorted by; its heading sorts once every row is loaded. Rows without a value stay last. */
  sortBy?: (item: Item) => string | number | null;
  /** Where the server sorts: what it calls this order. */
  orderKey?: string;
}

/** The order that the server puts the rows in. */
export interface ServerOrder {
  key: string;
  isDescending: boolean;
  /** Asks for another one; undefined where the server cannot sort, and `reason` says why. */
  onOrder: ((key: string, isDescending: boolean) => void) | undefined;
  reason?: string;
}

export interface DataTableProps<Item> {
  /** What the table holds, for screen readers. */
  label: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  rowKey: (item: Item) => string | number;
  /** Whether a row opens something: then it is marked under the pointer. */
  opensRows?: boolean;
  /** Called when the pointer rests on a row: time to read ahead. */
  onPoint?: (item: Item) => void;
  /** Where the server sorts, its columns are those with an `orderKey`. */
  order?: ServerOrder;
  /** The order the rows come in, where the server sorts in one order only. */
  sorted?: Sort;
  hasMore?: boolean;
  isLoadingMore?: boolean;
  onLoadMore?: () => void;
  ref?: Ref<HTMLDivElement>;
}

/** A dense table with a head that stays. A link with the class `rowLink` in it makes its whole row a target. */
export function DataTable<Item>(props: DataTableProps<Item>): ReactNode {
  const { label, columns, rowKey, onPoint, ref, hasMore = false, isLoadingMore = false, onLoadMore } = props;
  const { items, sort, toggle } = useSort(props.items, columns, props.sorted);
  return (
    // Reachable by keyboard, so that a table wider than the window can be scrolled.
    <Box className={classes.scroller} ref={ref} tabIndex={0} role="region" aria-label={label}>
      <Table stickyHeader highlightOnHover={props.opensRows === true} className={classes.table}>
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
            <Table.Tr key={rowKey(item)} className={classes.row} onPointerEnter={onPoint && (() => onPoint(item))}>
              {columns.map(({ title, render, isNumeric, isShort, isSecondary }) => (
                <Table.Td
                  key={title}
                  data-title={title}
                  ta={isNumeric === true ? 'right' : undefined}
                  data-short={isShort || isNumeric || undefined}
                  data-secondary={isSecondary || undefined}
                >
                  {render(item)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {hasMore && <LoadMore isLoading={isLoadingMore} onLoadMore={onLoadMore} />}
    </Box>
  );
}

interface HeadingProps<Item> {
  column: Column<Item>;
  sort: Sort | undefined;
  onSort: (() => void) | undefined;
  reason: string | undefined;
}

function Heading<Item>({ column, sort, onSort, reason }: HeadingProps<Item>): ReactNode {
  const { title, isNumeric, isSecondary } = column;
  const direction = sort?.title === title ? sort.direction : undefined;
  return (
    <Table.Th
      ta={isNumeric === true ? 'right' : undefined}
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

/** The server's order as the headings show it. */
function sortOf<Item>({ key, isDescending }: ServerOrder, columns: readonly Column<Item>[]): Sort | undefined {
  const column = columns.find(({ orderKey }) => orderKey === key);
  return column && { title: column.title, direction: isDescending ? 'descending' : 'ascending' };
}

/** What a click on a heading does; nothing where its column cannot be sorted. */
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

export interface Sort {
  /** Heading of the column. */
  title: string;
  direction: 'ascending' | 'descending';
}

/** The rows as they come, then as a heading sorts them: descending first, then ascending and back. */
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

/** Reads on by itself when the end comes near. */
function LoadMore({ isLoading, onLoadMore }: { isLoading: boolean; onLoadMore: (() => void) | undefined }): ReactNode {
  const { ref, entry } = useIntersection();
  const isNear = entry?.isIntersecting === true;
  const load = useEffectEvent(() => onLoadMore?.());
  useEffect(() => {
    if (isNear && !isLoading) load();
  }, [isNear, isLoading]);
  return (
    <div className={classes.more}>
      {/* Reaches over the last rows: the table scrolls by itself, so a margin of the window would not count. */}
      <span ref={ref} className={classes.near} aria-hidden />
      <Button variant="subtle" loading={isLoading} onClick={onLoadMore}>
        Load more
      </Button>
    </div>
  );
}
