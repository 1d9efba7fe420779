import { getWorkQueues } from '@careloop/contracts/work-queues';
import { Button } from '@mantine/core';
import { IconInbox, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { DetailSkeleton } from '../../ui/Skeletons.tsx';
import { QueueItems } from './QueueItems.tsx';
import { QueueNav } from './QueueNav.tsx';
import { QueueSettingsDialog } from './QueueSettingsDialog.tsx';
import classes from './WorkQueuesPage.module.css';

const page = getRouteApi('/WorkQueues');

/** The queues with their number of open items, and the items of the selected one. */
export function WorkQueuesPage(): ReactNode {
  const { workQueueId } = page.useSearch();
  const [openedId, setOpenedId] = useState<number>();
  const [isSettingUp, setSettingUp] = useState(false);
  const queues = useQuery(queryOf(getWorkQueues, {}));
  if (queues.isPending) return <DetailSkeleton />;
  if (queues.data === undefined) return <ErrorState error={queues.error} onRetry={() => void queues.refetch()} />;
  const categories = queues.data.categories.map((category) => ({
    ...category,
    workQueues: category.workQueues.filter((queue) => !queue.userHidden || queue.workQueueId === workQueueId),
  }));
  const shown = categories.flatMap((category) => category.workQueues);
  // Without a queue in the address, opens the first one with open items, once: completing its last item does not switch to
  // another.
  const named = shown.find((queue) => queue.workQueueId === (workQueueId ?? openedId));
  const isUnknown = workQueueId !== undefined && named === undefined;
  const chosen = isUnknown ? undefined : (named ?? shown.find((queue) => queue.openCount > 0) ?? shown[0]);
  if (chosen !== undefined && chosen.workQueueId !== openedId) setOpenedId(chosen.workQueueId);
  return (
    <div className={classes.page}>
      <QueueNav categories={categories} chosenId={chosen?.workQueueId} onSettings={() => setSettingUp(true)} />
      <div className={classes.board}>
        {isUnknown && (
          <EmptyState
            icon={<IconLock size={24} />}
            title="We're sorry, this work queue doesn't exist, or you do not have access."
            text="Choose another one above."
          />
        )}
        {!isUnknown && chosen === undefined && (
          <EmptyState
            icon={<IconInbox size={24} />}
            title="All work queues are hidden"
            text="Show one in the work queue settings."
            action={<Button onClick={() => setSettingUp(true)}>Work Queue Settings</Button>}
          />
        )}
        {chosen !== undefined && (
          <QueueItems key={chosen.workQueueId} queue={chosen} showsWaitingTime={queues.data.showsWaitingTime} />
        )}
      </div>
      {isSettingUp && (
        <QueueSettingsDialog
          categories={queues.data.categories}
          showsWaitingTime={queues.data.showsWaitingTime}
          onClose={() => setSettingUp(false)}
        />
      )}
    </div>
  );
}
