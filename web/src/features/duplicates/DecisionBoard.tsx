import { SegmentedControl } from '@mantine/core';
import { IconChecks } from '@tabler/icons-react';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Fragment, type ReactNode } from 'react';
import { pagedItems, pagingOf } from '../../api/pages.ts';
import type { RowKey, RowListProps } from '../../components/BoardRows.tsx';
import { ListDetailBoard } from '../../components/ListDetailBoard.tsx';
import { useFinishedItems } from '../../components/useFinishedItems.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';

type DecidedStatus = 'open' | 'decided';

interface DecisionBoardProps<Item> extends Pick<RowListProps<Item>, 'label' | 'renderRow'> {
  /** What is listed, in a sentence. */
  about: string;
  query: UseInfiniteQueryResult<{ pages: { items: Item[] }[] }>;
  status: DecidedStatus;
  rowKey: (item: Item) => number;
  /** The selected case in the address. */
  selectedKey: number | undefined;
  onSelect: (key: number | undefined, isStep: boolean) => void;
  onShow: (status: DecidedStatus) => void;
  detail: (item: Item, onDecided: () => void) => ReactNode;
}

/** Cases that an import could not decide, open or decided, and the selected one. */
export function DecisionBoard<Item>(props: DecisionBoardProps<Item>): ReactNode {
  const { about, query, status, onSelect, onShow, detail, ...rest } = props;
  const { finished, finish } = useFinishedItems(status);
  const shown = (key: RowKey, item: Item | undefined) =>
    item === undefined ? undefined : <Fragment key={key}>{detail(item, () => finish(key))}</Fragment>;
  return (
    <ListDetailBoard
      {...rest}
      heading="h2"
      list={[status, query.isPlaceholderData]}
      items={pagedItems(query.data)}
      finished={finished}
      onSelect={(key, isStep) => onSelect(key === null ? undefined : Number(key), isStep)}
      detail={shown}
      missing={
        <EmptyState title="Not in this list" text="It may have been decided since. Select another one on the left." />
      }
      filters={<DecidedFilter status={status} onShow={onShow} />}
      empty={
        <EmptyState
          icon={<IconChecks size={24} />}
          title={status === 'open' ? 'Nothing to review' : 'Nothing decided yet'}
          text={about}
        />
      }
      {...pagingOf(query)}
    />
  );
}

/** Switches between open and decided cases. */
function DecidedFilter({ status, onShow }: Pick<DecisionBoardProps<never>, 'status' | 'onShow'>): ReactNode {
  return (
    <SegmentedControl
      aria-label="Status"
      fullWidth
      data={[
        { value: 'open', label: 'To review' },
        { value: 'decided', label: 'Decided' },
      ]}
      value={status}
      onChange={(value) => onShow(value as DecidedStatus)}
    />
  );
}
