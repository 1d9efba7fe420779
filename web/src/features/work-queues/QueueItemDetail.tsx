import { encounterTypeLabels } from '@careloop/contracts/codes';
import type { QueueSubjectType, WorkQueueInfo, WorkQueueItem } from '@careloop/contracts/work-queues';
import {
  getQueuedEncounters,
  getWorkQueueItemState,
  setWorkQueueItemCompleted,
  workQueueTexts,
} from '@careloop/contracts/work-queues/items';
import { shortAdmitReason } from '@careloop/contracts/patients/encounters';
import { Button, Group, Kbd, Stack, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../api/query.ts';
import { ActionRow } from '../../components/ActionRow.tsx';
import { useItemActions } from './ItemActions.tsx';
import { ItemCompletion } from './ItemCompletion.tsx';
import { NextQueueButton } from './NextQueueButton.tsx';
import { SharedBy } from './SharedBy.tsx';
import { PatientBanner } from '../patients/shared/PatientBanner.tsx';
import { ItemTasks } from '../tasks/shared/ItemTasks.tsx';
import { queueSubject } from './shared/queueSubject.ts';
import { Callout } from '../../ui/Callout.tsx';
import { DateTimeText, PlaceDateText, PlaceTimeText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';
import { toast } from '../../ui/toasts.tsx';
import classes from './WorkQueuesPage.module.css';

export interface QueueItemDetailProps {
  workQueueEncounterId: number;
  /** The item in the list; undefined if it left the list, or a link led here. */
  item: WorkQueueItem | undefined;
  /** Subject type of this queue's items: the only hint for an item that is not in the list. */
  subjectType: QueueSubjectType | null;
  /** The items of the current list. */
  keys: readonly number[];
  /** Whether `keys` is the list as the address asks for it. */
  isListLoaded: boolean;
  /** The queue offered after the last item: this one, if it has more open items, or the next one that has. */
  nextQueue: WorkQueueInfo | undefined;
  onSelect: (workQueueEncounterId: number) => void;
  /** Called when the user reopened it. */
  onReopened: (workQueueEncounterId: number) => void;
}

interface Done {
  outcome: string;
  /** Version of an item that was completed by hand, which can be undone; otherwise null. */
  undoVersion: number | null;
}

/**
 * The item to show after the one at `index`: the one below, or else the one above. For an item that has left the list
 * (index -1), the one now at its last place.
 */
function nextKeyOf(keys: readonly number[], index: number, lastIndex: number): number | null {
  if (index !== -1) return keys[index + 1] ?? keys[index - 1] ?? null;
  return keys[Math.max(lastIndex, 0)] ?? keys.at(-1) ?? null;
}

/** The subject of an item. Once it is answered, one key moves to the next item. */
export function QueueItemDetail(props: QueueItemDetailProps): ReactNode {
  const { workQueueEncounterId, item, keys, nextQueue, onSelect, onReopened } = props;
  const index = keys.indexOf(workQueueEncounterId);
  const [lastIndex, setLastIndex] = useState(index);
  if (index !== -1 && index !== lastIndex) setLastIndex(index);
  const nextKey = nextKeyOf(keys, index, lastIndex);
  const [done, setDone] = useState<Done | null>(null);
  const subjectType = item === undefined ? props.subjectType : item.subjectType;
  const next = { nextKey, nextQueue, onSelect };
  // Keeps the item selected when it leaves the list.
  const begin = () => onSelect(workQueueEncounterId);
  const end = (outcome: string, undoVersion: number | null = null) => setDone({ outcome, undoVersion });
  const reopen = () => {
    setDone(null);
    onReopened(workQueueEncounterId);
  };
  const { actions, dialog } = useItemActions({
    item,
    onCompleting: begin,
    onCompleted: (version) => end('Removed from queue', version),
    onReopened: reopen,
  });
  const notice = (
    <>
      {done !== null && (
        <DoneNotice {...next} outcome={done.outcome}>
          {done.undoVersion !== null && (
            <UndoButton workQueueEncounterId={workQueueEncounterId} version={done.undoVersion} onUndone={reopen} />
          )}
        </DoneNotice>
      )}
      {done === null && item === undefined && props.isListLoaded && (
        <LeftNotice {...next} workQueueEncounterId={workQueueEncounterId} wasListed={lastIndex !== -1} />
      )}
      {item !== undefined && (
        <div className={classes.facts}>
          {done === null && <ItemCompletion item={item} withTime />}
          <SharedBy item={item} />
        </div>
      )}
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
  );
  if (subjectType === null) {
    if (item !== undefined) {
      return (
        <>
          <PlainItem item={item} actions={<ActionRow actions={actions} />} notice={notice} />
          {dialog}
        </>
      );
    }
    return done === null ? <UnknownItem /> : notice;
  }
  const { Detail } = queueSubject(subjectType);
  return (
    <>
      <Detail
        workQueueEncounterId={workQueueEncounterId}
        onProcessing={begin}
        onProcessed={(outcome) => end(outcome)}
        actions={actions}
        notice={notice}
      />
      {dialog}
    </>
  );
}

interface NextProps {
  /** The next item in the list; null after the last one. */
  nextKey: number | null;
  nextQueue: WorkQueueInfo | undefined;
  onSelect: (workQueueEncounterId: number) => void;
}

interface DoneNoticeProps extends NextProps {
  outcome: string;
  /** When it was done, if not just now. */
  at?: string | null;
  tone?: 'success' | 'info';
  /** Actions before the next item or queue. */
  children?: ReactNode;
}

function DoneNotice(props: DoneNoticeProps): ReactNode {
  const { outcome, at = null, tone = 'success', nextKey, nextQueue, onSelect, children } = props;
  const navigate = useNavigate();
  const goOn = () => {
    if (nextKey !== null) onSelect(nextKey);
    else if (nextQueue) void navigate({ to: '/WorkQueues', search: { workQueueId: nextQueue.workQueueId } });
  };
  useShortcut('n', 'Next item after a finished one', goOn);
  const key = <Kbd size="xs">n</Kbd>;
  return (
    <Callout
      isOutcome
      tone={tone}
      title={outcome}
      action={
        <Group gap="xs">
          {children}
          {nextKey !== null && (
            <Button size="compact-sm" onClick={goOn} rightSection={key}>
              Next item
            </Button>
          )}
          {nextKey === null && nextQueue && <NextQueueButton queue={nextQueue} rightSection={key} />}
        </Group>
      }
    >
      {at !== null && <DateTimeText at={at} />}
      {at !== null && nextKey === null && ' · '}
      {nextKey === null && 'That was the last item on this page.'}
    </Callout>
  );
}

interface LeftNoticeProps extends NextProps {
  workQueueEncounterId: number;
  /** Whether it was in the list while it was shown. */
  wasListed: boolean;
}

/** Says that an item is no longer in the list, and who completed it. */
function LeftNotice({ workQueueEncounterId, wasListed, ...next }: LeftNoticeProps): ReactNode {
  const state = queryOf(getWorkQueueItemState, { workQueueEncounterId });
  const { data, isFetchedAfterMount } = useQuery({ ...state, staleTime: 0 });
  if (data?.status === 'completed') {
    const { completedAt, completedByName } = data;
    return (
      <DoneNotice
        {...next}
        outcome={completedByName === null ? 'Completed' : `Completed by ${completedByName}`}
        at={completedAt}
      />
    );
  }
  // It may just have been completed. Later fetches must not remove the notice, which may have the focus.
  if (!isFetchedAfterMount || !wasListed) return null;
  return <DoneNotice {...next} outcome={workQueueTexts.left} tone="info" />;
}

interface UndoButtonProps {
  workQueueEncounterId: number;
  version: number;
  onUndone: () => void;
}

/** Reopens an item that was just completed by hand. */
function UndoButton({ workQueueEncounterId, version, onUndone }: UndoButtonProps): ReactNode {
  const undo = useCall(setWorkQueueItemCompleted, {
    onSuccess: () => {
      toast.success(workQueueTexts.itemUpdated);
      onUndone();
    },
  });
  const run = () => {
    if (!undo.isPending) undo.mutate({ workQueueEncounterId, version, setCompleted: false });
  };
  useShortcut('z', 'Undo removing an item', run);
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

interface PlainItemProps {
  item: WorkQueueItem;
  actions: ReactNode;
  notice: ReactNode;
}

/** An item without a subject: only a patient and their encounter. */
function PlainItem({ item, actions, notice }: PlainItemProps): ReactNode {
  return (
    <>
      <PatientBanner patient={item.patient} heading="h2" />
      <Stack gap="sm" px="1.25rem" py="0.75rem">
        {actions}
        {notice}
        <Facts
          columns={2}
          facts={[
            { label: 'Encounter', value: <PlaceTimeText at={item.encounterDate} timeZone={item.timeZone} /> },
            { label: 'Facility', value: item.facilityName },
            { label: 'In the queue since', value: <DateTimeText at={item.createdAt} /> },
          ]}
        />
      </Stack>
    </>
  );
}

/** The encounter of an item, in one line. */
function QueuedEncounterLine({ patientEncounterId }: { patientEncounterId: number }): ReactNode {
  const { data } = useQuery(queryOf(getQueuedEncounters, { patientEncounterIds: [patientEncounterId] }));
  const encounter = data?.encountersInfo[0];
  if (encounter === undefined) return null;
  const { encounterType, facilityName, encounterDate, dischargeDate, timeZone, admitReason } = encounter;
  return (
    <Text fz="sm" c="dimmed">
      {[encounterTypeLabels[encounterType], facilityName].filter(Boolean).join(' · ')} ·{' '}
      <PlaceDateText at={encounterDate} timeZone={timeZone} />
      {dischargeDate !== null && (
        <>
          {' to '}
          <PlaceDateText at={dischargeDate} timeZone={timeZone} />
        </>
      )}
      {admitReason !== null && (
        <>
          {' · '}
          <span title={admitReason}>{shortAdmitReason(admitReason)}</span>
        </>
      )}
    </Text>
  );
}
