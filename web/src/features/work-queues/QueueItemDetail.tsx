import type { QueueSubjectType, WorkQueueItem } from '@careloop/contracts/work-queues';
import { Button, Kbd } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { ItemActions } from './ItemActions.tsx';
import { QueuedEncounterLine } from './QueuedEncounterLine.tsx';
import { PatientBanner } from '../patients/shared/PatientBanner.tsx';
import { ItemTasks } from '../tasks/shared/ItemTasks.tsx';
import { queueSubjects } from '../queueSubjects.ts';
import { Callout } from '../../ui/Callout.tsx';
import { DateTimeText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { useShortcut } from '../../ui/shortcuts.ts';

export interface QueueItemDetailProps {
  workQueueEncounterId: number;
  /** As the list has it; undefined when it left the list or a link led here. */
  item: WorkQueueItem | undefined;
  /** What items of this queue are about: the only clue to an item that the list does not have. */
  subjectType: QueueSubjectType | null;
  /** The item after this one, as the list stands now. */
  nextKey: number | null;
  onSelect: (workQueueEncounterId: number) => void;
}

interface Done {
  outcome: string;
  /** Kept from before: a done item leaves the list, and with it the place that "next" is counted from. */
  nextKey: number | null;
}

/** What an item is about. Once it is answered, one key leads to the next. */
export function QueueItemDetail(props: QueueItemDetailProps): ReactNode {
  const { workQueueEncounterId, item, nextKey, onSelect } = props;
  const [lastNextKey, setLastNextKey] = useState(nextKey);
  const [done, setDone] = useState<Done | null>(null);
  const subjectType = item === undefined ? props.subjectType : item.subjectType;
  if (subjectType === null) return item === undefined ? <UnknownItem /> : <PlainItem item={item} />;
  const { Detail } = queueSubjects[subjectType];
  const begin = () => {
    // The item keeps being selected when it leaves the list.
    onSelect(workQueueEncounterId);
    setLastNextKey(nextKey);
  };
  const end = (outcome: string) => setDone({ outcome, nextKey: nextKey ?? lastNextKey });
  return (
    <Detail
      workQueueEncounterId={workQueueEncounterId}
      onProcessing={begin}
      onProcessed={end}
      actions={
        item !== undefined && <ItemActions item={item} onCompleting={begin} onCompleted={() => end('Completed')} />
      }
      notice={
        <>
          {done !== null && <DoneNotice {...done} onSelect={onSelect} />}
          {item !== undefined && item.patientEncounterId !== null && (
            <QueuedEncounterLine patientEncounterId={item.patientEncounterId} />
          )}
          {item !== undefined && (
            <ItemTasks
              patientId={item.patient.patientId}
              workQueueEncounterId={workQueueEncounterId}
              openTaskCount={item.openTaskCount}
            />
          )}
        </>
      }
    />
  );
}

function DoneNotice({ outcome, nextKey, onSelect }: Done & Pick<QueueItemDetailProps, 'onSelect'>): ReactNode {
  const goOn = () => {
    if (nextKey !== null) onSelect(nextKey);
  };
  useShortcut('n', 'Next item after a finished one', goOn);
  return (
    <Callout
      tone="success"
      title={outcome}
      action={
        nextKey === null ? undefined : (
          <Button size="compact-sm" onClick={goOn} rightSection={<Kbd size="xs">n</Kbd>}>
            Next item
          </Button>
        )
      }
    >
      {nextKey === null ? 'That was the last item on this page.' : null}
    </Callout>
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

/** An item about nothing but a patient and their encounter. */
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
