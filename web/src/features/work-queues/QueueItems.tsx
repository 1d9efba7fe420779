import { WorkQueueStatus } from '@careloop/contracts/codes';
import { listWorkQueueItemsByStatus, type WorkQueueInfo, type WorkQueueItem } from '@careloop/contracts/work-queues';
import { Button, Group } from '@mantine/core';
import { IconChecks, IconFilterOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { loadingOf } from '../../api/pages.ts';
import { queryOf } from '../../api/query.ts';
import { ListDetailBoard } from '../../components/ListDetailBoard.tsx';
import { useArrivals } from '../../components/useArrivals.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NoResults } from '../../ui/NoResults.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { SavedViews } from '../saved-views/shared/SavedViews.tsx';
import { NextQueueButton } from './NextQueueButton.tsx';
import { QueueFilters } from './QueueFilters.tsx';
import { QueueItemDetail } from './QueueItemDetail.tsx';
import { QueueItemRow } from './QueueItemRow.tsx';
import { orderOf, queueFilterNames, tagIdsOf, viewOf, workQueuesSearch } from './search.ts';
import { SeveralItems } from './SeveralItems.tsx';

const page = getRouteApi('/WorkQueues');
const keyOf = (item: WorkQueueItem) => item.workQueueEncounterId;
const groupOf = (item: WorkQueueItem) => (item.isUrgent ? 'STAT and overdue' : 'Everything else');
const renderRow = (item: WorkQueueItem) => <QueueItemRow item={item} />;
const renderWaitingRow = (item: WorkQueueItem) => <QueueItemRow item={item} showsWaitingTime />;

interface QueueItemsProps {
  queue: WorkQueueInfo;
  /** The next queue with open items. */
  nextQueue: WorkQueueInfo | undefined;
  showsWaitingTime: boolean;
}

/** The items of one queue and the selected one. */
export function QueueItems({ queue, nextQueue, showsWaitingTime }: QueueItemsProps): ReactNode {
  const search = page.useSearch();
  const { status = WorkQueueStatus.open, page: number = 1 } = search;
  const navigate = page.useNavigate();
  const { workQueueEncounterId, tags, ...listed } = search;
  const healthcareProviderTagIds = tags === undefined ? undefined : tagIdsOf(tags);
  const input = {
    ...listed,
    ...orderOf(search, queue),
    urgentFirst: true,
    healthcareProviderTagIds,
    workQueueId: queue.workQueueId,
    status,
    page: number,
  };
  const filtersCount = queueFilterNames.filter((name) => search[name] !== undefined).length;
  const query = useQuery({
    ...queryOf(listWorkQueueItemsByStatus, input),
    placeholderData: keepPreviousData,
  });
  const [reopened, setReopened] = useState<ReadonlySet<number>>(new Set());
  const numPages = query.data?.numPages ?? 0;
  const isMore = queue.openCount > 0 && (filtersCount > 0 || (query.data?.totalItemCount ?? 0) > 0);
  const list = [input, query.isPlaceholderData];
  const { items, newCount, showNew } = useArrivals(query.data?.items ?? [], keyOf, list, reopened);
  const select = (key: number | undefined, replace = true) =>
    void navigate({ search: (old) => ({ ...old, workQueueEncounterId: key }), replace });
  return (
    <ListDetailBoard
      label={queue.name}
      list={list}
      items={items}
      rowKey={keyOf}
      renderRow={showsWaitingTime ? renderWaitingRow : renderRow}
      groupOf={(query.data?.urgentItemCount ?? 0) > 0 ? groupOf : undefined}
      selectedKey={workQueueEncounterId}
      onSelect={(key, isStep) => select(key === null ? undefined : Number(key), isStep)}
      detail={(key, item) => (
        <QueueItemDetail
          key={key}
          workQueueEncounterId={Number(key)}
          item={item}
          subjectType={queue.subjectType}
          keys={items.map(keyOf)}
          isListLoaded={query.isSuccess && !query.isPlaceholderData}
          nextQueue={isMore ? queue : nextQueue}
          onSelect={select}
          onReopened={(id) => setReopened((old) => new Set([...old, id]))}
        />
      )}
      empty={
        numPages > 0 && number > numPages ? (
          <PastTheEnd onLast={() => void navigate({ search: (old) => ({ ...old, page: numPages }), replace: true })} />
        ) : (
          <NoItems isOpenOnly={status === WorkQueueStatus.open && filtersCount === 0} nextQueue={nextQueue} />
        )
      }
      filters={<QueueFilters queue={queue} />}
      actions={
        <Group gap={4} wrap="nowrap">
          <SavedViews
            isCompact
            screen="workQueues"
            current={{ ...viewOf(search), workQueueId: queue.workQueueId }}
            onApply={(view) => void navigate({ search: viewOf(workQueuesSearch.parse(view)) })}
          />
          <SeveralItems
            items={items}
            list={input}
            total={query.data?.totalItemCount ?? 0}
            onReopened={(ids) => setReopened((old) => new Set([...old, ...ids]))}
          />
        </Group>
      }
      filtersCount={filtersCount + (status === WorkQueueStatus.open ? 0 : 1)}
      onResetFilters={() =>
        void navigate({
          search: ({ workQueueId, sortBy, sortDirection }) => ({ workQueueId, sortBy, sortDirection }),
          replace: true,
        })
      }
      newCount={newCount}
      onShowNew={showNew}
      {...loadingOf(query)}
      total={query.data?.totalItemCount}
      footer={
        numPages > 1 ? (
          <Pager
            label={`Pages of ${queue.name}`}
            page={number}
            pageCount={numPages}
            onPage={(next) =>
              void navigate({ search: (old) => ({ ...old, page: next, workQueueEncounterId: undefined }) })
            }
          />
        ) : undefined
      }
    />
  );
}

/** The page is empty: its items were completed in the meantime, or the link is old. */
function PastTheEnd({ onLast }: { onLast: () => void }): ReactNode {
  return (
    <EmptyState
      icon={<IconFilterOff size={24} />}
      title="This page no longer exists"
      text="Items were completed after it was opened."
      action={<Button onClick={onLast}>Go to the last page</Button>}
    />
  );
}

interface NoItemsProps {
  isOpenOnly: boolean;
  nextQueue: WorkQueueInfo | undefined;
}

function NoItems({ isOpenOnly, nextQueue }: NoItemsProps): ReactNode {
  if (isOpenOnly) {
    return (
      <EmptyState
        icon={<IconChecks size={24} />}
        title="All done"
        text="Nothing is open in this queue."
        action={nextQueue && <NextQueueButton queue={nextQueue} variant="light" />}
      />
    );
  }
  return <NoResults />;
}
