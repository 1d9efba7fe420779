import type { QueueSubjectType, WorkQueueItem } from '@careloop/contracts/work-queues';
import { setWorkQueueItemCompleted, workQueueTexts } from '@careloop/contracts/work-queues/items';
import { Button, Group, Kbd } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { changedByItems } from './changedByItems.ts';
import { ItemActions } from './ItemActions.tsx';
import { ItemCompletion } from './ItemCompletion.tsx';
import { QueuedEncounterLine } from './QueuedEncounterLine.tsx';
import { PatientBanner } from '../patients/shared/PatientBanner.tsx';
import { ItemTasks } from '../tasks/shared/ItemTasks.tsx';
import { queueSubjects } from '../queueSubjects.ts';
import { Callout } from '../../ui/Callout.tsx';
import { DateTimeText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import { toast } from '../../ui/toasts.tsx';

export interface QueueItemDetailProps {
  workQueueEncounterId: number;
  /** The item in the list; undefined if it left the list, or a link led here. */
  item: WorkQueueItem | undefined;
  /** Subject type of this queue's items: the only hint for an item that is not in the list. */
  subjectType: QueueSubjectType | null;
  /** The next item in the current list. */
  nextKey: number | null;
  onSelect: (workQueueEncounterId: number) => void;
  /** Called when the user reopened it. */
  onReopened: (workQueueEncounterId: number) => void;
}

interface Done {
  outcome: string;
  /** Version of an item that was completed by hand, which can be undone; otherwise null. */
  undoVersion: number | null;
  /** Remembered, because a completed item leaves the list and its position is lost. */
  nextKey: number | null;
}

/** The subject of an item. Once it is answered, one key moves to the next item. */
export function QueueItemDetail(props: QueueItemDetailProps): ReactNode {
  const { workQueueEncounterId, item, nextKey, onSelect, onReopened } = props;
  const [lastNextKey, setLastNextKey] = useState(nextKey);
  const [done, setDone] = useState<Done | null>(null);
  const subjectType = item === undefined ? props.subjectType : item.subjectType;
  if (subjectType === null) return item === undefined ? <UnknownItem /> : <PlainItem item={item} />;
  const { Detail } = queueSubjects[subjectType];
  const begin = () => {
    // Keeps the item selected when it leaves the list.
    onSelect(workQueueEncounterId);
    setLastNextKey(nextKey);
  };
  const end = (outcome: string, undoVersion: number | null = null) =>
    setDone({ outcome, undoVersion, nextKey: nextKey ?? lastNextKey });
  const reopen = () => {
    setDone(null);
    onReopened(workQueueEncounterId);
  };
  return (
    <Detail
      workQueueEncounterId={workQueueEncounterId}
      onProcessing={begin}
      onProcessed={(outcome) => end(outcome)}
      actions={
        item !== undefined && (
          <ItemActions
            item={item}
            onCompleting={begin}
            onCompleted={(version) => end('Completed', version)}
            onReopened={reopen}
          />
        )
      }
      notice={
        <>
          {done !== null && (
            <DoneNotice {...done} workQueueEncounterId={workQueueEncounterId} onSelect={onSelect} onUndone={reopen} />
          )}
          {done === null && item !== undefined && <ItemCompletion item={item} />}
          {item !== undefined && item.patientEncounterId !== null && (
            <QueuedEncounterLine patientEncounterId={item.patientEncounterId} />
          )}
          {item !== undefined && (
            <ItemTasks
              patient={item.patient}
              workQueueEncounterId={workQueueEncounterId}
              openTaskCount={item.openTaskCount}
            />
          )}
        </>
      }
    />
  );
}

interface DoneNoticeProps extends Done, Pick<QueueItemDetailProps, 'workQueueEncounterId' | 'onSelect'> {
  onUndone: () => void;
}

function DoneNotice({ outcome, undoVersion, nextKey, onSelect, ...props }: DoneNoticeProps): ReactNode {
  const goOn = () => {
    if (nextKey !== null) onSelect(nextKey);
  };
  useShortcut('n', 'Next item after a finished one', goOn);
  return (
    <Callout
      tone="success"
      title={outcome}
      action={
        <Group gap="xs">
          {undoVersion !== null && <UndoButton {...props} version={undoVersion} />}
          {nextKey !== null && (
            <Button size="compact-sm" onClick={goOn} rightSection={<Kbd size="xs">n</Kbd>}>
              Next item
            </Button>
          )}
        </Group>
      }
    >
      {nextKey === null ? 'That was the last item on this page.' : null}
    </Callout>
  );
}

interface UndoButtonProps extends Pick<DoneNoticeProps, 'workQueueEncounterId' | 'onUndone'> {
  version: number;
}

/** Reopens an item that was just completed by hand. */
function UndoButton({ workQueueEncounterId, version, onUndone }: UndoButtonProps): ReactNode {
  const undo = useCall(setWorkQueueItemCompleted, {
    invalidates: changedByItems,
    onSuccess: () => {
      toast.success(workQueueTexts.itemUpdated);
      onUndone();
    },
  });
  const run = () => {
    if (!undo.isPending) undo.mutate({ workQueueEncounterId, version, setCompleted: false });
  };
  useShortcut('z', 'Undo completing an item', run);
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={undo.isPending}
      onClick={run}
      rightSection={<Kbd size="xs">z</Kbd>}
    >
      Undo
    </Button>
  );
}

function UnknownItem(): ReactNode {
  return (
    <EmptyState
      icon={<IconLock size={24} />}
      title="We're sorry, this item doesn't exist, or you do not have access."
    />
  );
}

/** An item without a subject: only a patient and their encounter. */
function PlainItem({ item }: { item: WorkQueueItem }): ReactNode {
  return (
    <>
      <PatientBanner patient={item.patient} heading="h2" />
      <div style={{ padding: '0.75rem 1.25rem' }}>
        <Facts
          columns={2}
          facts={[
            { label: 'Encounter', value: <DateTimeText at={item.encounterDate} /> },
            { label: 'Facility', value: item.facilityName },
            { label: 'In the queue since', value: <DateTimeText at={item.createdAt} /> },
          ]}
        />
      </div>
    </>
  );
}
