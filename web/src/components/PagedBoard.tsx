import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { pagedItems, pagingOf } from '../api/pages.ts';
import { ListDetailBoard, type ListDetailBoardProps } from './ListDetailBoard.tsx';
import { useArrivals } from './useArrivals.ts';

type FromQuery = 'items' | 'detail' | 'onSelect' | 'newCount' | 'onShowNew' | keyof ReturnType<typeof pagingOf>;

interface PagedBoardProps<Item> extends Omit<ListDetailBoardProps<Item>, FromQuery> {
  query: UseInfiniteQueryResult<{ pages: { items: Item[] }[] }>;
  /** The detail of the selected item, which may be one of the new ones that are held back. */
  detail: (id: number, item: Item | undefined) => ReactNode;
  onSelect: (id: number | undefined, isStep: boolean) => void;
}

/** A board over the pages of a list; rows that are added while the user reads it are held back. */
export function PagedBoard<Item>({ query, detail, onSelect, ...props }: PagedBoardProps<Item>): ReactNode {
  const { rowKey } = props;
  const loaded = pagedItems(query.data);
  const list = [...props.list, query.isPlaceholderData];
  const { items, newCount, showNew } = useArrivals(loaded, rowKey, list);
  return (
    <ListDetailBoard
      {...props}
      {...pagingOf(query)}
      list={list}
      items={items}
      newCount={newCount}
      onShowNew={showNew}
      detail={(key) =>
        detail(
          Number(key),
          loaded.find((item) => rowKey(item) === key),
        )
      }
      onSelect={(key, isStep) => onSelect(key === null ? undefined : Number(key), isStep)}
    />
  );
}
