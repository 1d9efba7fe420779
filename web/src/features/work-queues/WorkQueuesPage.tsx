import type { OutputOf } from '@careloop/contracts/endpoint';
import type { getWorkQueues } from '@careloop/contracts/work-queues';
import { setHiddenWorkQueues } from '@careloop/contracts/work-queues';
import { getWorkQueueItemState, workQueueTexts } from '@careloop/contracts/work-queues/items';
import { Button } from '@mantine/core';
import { IconInbox, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../api/query.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogCancel } from '../../ui/DialogCancel.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { DetailSkeleton } from '../../ui/Skeletons.tsx';
import { toast } from '../../ui/toasts.tsx';
import { Toggle } from '../../ui/Toggle.tsx';
import { TreeSelect } from '../../ui/TreeSelect.tsx';
import { useDirtyDialog } from '../../ui/useDirtyDialog.ts';
import { QueueItems } from './QueueItems.tsx';
import { QueueNav } from './shared/QueueNav.tsx';
import { shownCategories } from './shared/shownCategories.ts';
import classes from './WorkQueuesPage.module.css';
import { useNavigationPart } from '../../shell/navigation.ts';

const page = getRouteApi('/WorkQueues');

/** The queues with their number of open items, and the items of the selected one. */
export function WorkQueuesPage(): ReactNode {
  const { workQueueId, workQueueEncounterId = 0 } = page.useSearch();
  const [isSettingUp, setSettingUp] = useState(false);
  const queues = useNavigationPart('workQueues');
  const linked = useQuery({
    ...queryOf(getWorkQueueItemState, { workQueueEncounterId }),
    enabled: workQueueId === undefined && workQueueEncounterId !== 0,
    retry: false,
  });
  if (queues.data === undefined) return <QueryState query={queues} heading="h1" />;
  if (workQueueId === undefined && linked.isLoading) return <DetailSkeleton />;
  const categories = shownCategories(queues.data.categories, workQueueId);
  const shown = categories.flatMap((category) => category.workQueues);
  const chosen = shown.find((queue) => queue.workQueueId === workQueueId);
  const place = shown.findIndex((queue) => queue === chosen);
  const nextQueue = [...shown.slice(place + 1), ...shown.slice(0, Math.max(place, 0))].find(
    (queue) => queue.openCount > 0,
  );
  const isUnknown = workQueueId !== undefined && chosen === undefined;
  if (workQueueId === undefined) {
    // The address names the queue from here on, so that completing its last item, or a reload, does not switch to another.
    const first = shown.find((queue) => queue.openCount > 0) ?? shown[0];
    const openedId = linked.data?.workQueueId ?? first?.workQueueId;
    if (openedId !== undefined)
      return <Navigate from="/WorkQueues" to="." search={(old) => ({ ...old, workQueueId: openedId })} replace />;
  }
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
          <QueueItems
            key={chosen.workQueueId}
            queue={chosen}
            nextQueue={nextQueue}
            showsWaitingTime={queues.data.showsWaitingTime}
          />
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

interface QueueSettingsDialogProps {
  showsWaitingTime: boolean;
  categories: OutputOf<typeof getWorkQueues>['categories'];
  onClose: () => void;
}

/** Selects the queues the user sees, and how. Unselected queues are hidden and not counted in the badge. */
function QueueSettingsDialog({ categories, showsWaitingTime, onClose }: QueueSettingsDialogProps): ReactNode {
  const queues = categories.flatMap((category) => category.workQueues);
  const [before] = useState(() => queues.filter((queue) => !queue.userHidden).map(keyOf));
  const [shown, setShown] = useState<readonly string[]>(before);
  const [showsWaiting, setShowsWaiting] = useState(showsWaitingTime);
  const save = useCall(setHiddenWorkQueues, {
    onSuccess: () => {
      toast.success(workQueueTexts.settingsSaved);
      onClose();
    },
    onError: (error) => toast.failure(error, workQueueTexts.settingsFailed),
  });
  const isDirty =
    showsWaiting !== showsWaitingTime || before.length !== shown.length || shown.some((key) => !before.includes(key));
  const { guarded } = useDirtyDialog({ isDirty, isSaving: save.isPending, onClose });
  return (
    <Dialog
      title="Work Queue Settings"
      {...guarded}
      footer={
        <>
          <DialogCancel />
          <Button
            loading={save.isPending}
            disabled={!isDirty}
            onClick={() =>
              save.mutate({
                workQueueIds: queues.filter((queue) => !shown.includes(keyOf(queue))).map((queue) => queue.workQueueId),
                showsWaitingTime: showsWaiting,
              })
            }
          >
            Save
          </Button>
        </>
      }
    >
      <TreeSelect
        label="Work queues to show"
        isLabelShown
        isOpenAtFirst
        searchLabel={workQueueTexts.searchQueues}
        nodes={categories.map((category) => ({
          key: `category ${category.workQueueCategoryId}`,
          label: category.name,
          children: category.workQueues.map((queue) => ({
            key: keyOf(queue),
            label: queue.name,
            detail: `${queue.openCount} open`,
          })),
        }))}
        value={shown}
        onChange={setShown}
      />
      <Toggle
        mt="md"
        label={workQueueTexts.showWaitingTime}
        description={workQueueTexts.showWaitingTimeHelp}
        value={showsWaiting}
        onChange={setShowsWaiting}
      />
    </Dialog>
  );
}

function keyOf({ workQueueId }: { workQueueId: number }): string {
  return String(workQueueId);
}
