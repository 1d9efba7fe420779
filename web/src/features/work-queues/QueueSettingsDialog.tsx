import type { OutputOf } from '@careloop/contracts/endpoint';
import { setHiddenWorkQueues, type getWorkQueues } from '@careloop/contracts/work-queues';
import { workQueueTexts } from '@careloop/contracts/work-queues/items';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { Toggle } from '../../ui/Toggle.tsx';
import { TreeSelect } from '../../ui/TreeSelect.tsx';
import { useDirtyDialog } from '../../ui/useDirtyDialog.ts';

interface QueueSettingsDialogProps {
  showsWaitingTime: boolean;
  categories: OutputOf<typeof getWorkQueues>['categories'];
  onClose: () => void;
}

/** Selects the queues the user sees, and how. Unselected queues are hidden and not counted in the badge. */
export function QueueSettingsDialog({ categories, showsWaitingTime, onClose }: QueueSettingsDialogProps): ReactNode {
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
  const { leave, guarded } = useDirtyDialog({ isDirty, isSaving: save.isPending, onClose });
  return (
    <Dialog
      title="Work Queue Settings"
      {...guarded}
      footer={
        <>
          <Button variant="default" onClick={leave}>
            Cancel
          </Button>
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
