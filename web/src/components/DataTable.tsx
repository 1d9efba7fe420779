import { Box, Button, Table } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect, useEffectEvent, type ReactNode, type Ref } from 'react';
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
}

export interface DataTableProps<Item> {
  /** What the table holds, for screen readers. */
  label: string;
  columns: readonly Column<Item>[];
  items: readonly Item[];
  rowKey: (item: Item) => string | number;
  /** Called when the pointer rests on a row: time to read ahead. */
  onPoint?: (item: Item) => void;
  hasMore?: boolean;
  isLoadingMore?: boolean;
  onLoadMore?: () => void;
  ref?: Ref<HTMLDivElement>;
}

/** A dense table with a head that stays. A link with the class `rowLink` in it makes its whole row a target. */
export function DataTable<Item>(props: DataTableProps<Item>): ReactNode {
  const { label, columns, items, rowKey, onPoint, ref, hasMore = false, isLoadingMore = false, onLoadMore } = props;
  return (
    // Reachable by keyboard, so that a table wider than the window can be scrolled.
    <Box className={classes.scroller} ref={ref} tabIndex={0} role="region" aria-label={label}>
      <Table stickyHeader highlightOnHover className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ title, isNumeric, isSecondary }) => (
              <Table.Th
                key={title}
                ta={isNumeric === true ? 'right' : undefined}
                data-secondary={isSecondary || undefined}
              >
                {title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Table.Tr key={rowKey(item)} className={classes.row} onPointerEnter={onPoint && (() => onPoint(item))}>
              {columns.map(({ title, render, isNumeric, isShort, isSecondary }) => (
                <Table.Td
                  key={title}
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

/** Reads on by itself when the end comes near. */
function LoadMore({ isLoading, onLoadMore }: { isLoading: boolean; onLoadMore: (() => void) | undefined }): ReactNode {
  const { ref, entry } = useIntersection({ rootMargin: '300px' });
  const isNear = entry?.isIntersecting === true;
  const load = useEffectEvent(() => onLoadMore?.());
  useEffect(() => {
    if (isNear && !isLoading) load();
  }, [isNear, isLoading]);
  return (
    <div ref={ref} className={classes.more}>
      <Button variant="subtle" loading={isLoading} onClick={onLoadMore}>
        Load more
      </Button>
    </div>
  );
}
