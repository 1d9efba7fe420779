import { patientName } from '@careloop/contracts/patients/identity';
import { longWaits, type WorkQueueItem } from '@careloop/contracts/work-queues';
import { Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { PatientMarks } from '../patients/shared/PatientMarks.tsx';
import { TaskPreview } from '../tasks/shared/TaskPreview.tsx';
import { queueSubject } from './shared/queueSubject.ts';
import { PlaceDateText } from '../../ui/DateText.tsx';
import { ItemClaim } from './ItemClaim.tsx';
import { ItemCompletion } from './ItemCompletion.tsx';
import { SharedBy } from './SharedBy.tsx';
import classes from './WorkQueuesPage.module.css';

interface QueueItemRowProps {
  item: WorkQueueItem;
  /** Shows the waiting time by a colored edge and as text. */
  showsWaitingTime?: boolean;
}

/** An item of a queue: its subject, and who is working on it. */
export function QueueItemRow({ item, showsWaitingTime = false }: QueueItemRowProps): ReactNode {
  const Row = item.subjectType === null ? PlainRow : queueSubject(item.subjectType).Row;
  return (
    <>
      <Row item={item} />
      <ItemCompletion item={item} />
      <SharedBy item={item} />
      {showsWaitingTime && <WaitingTime item={item} />}
      {item.openTaskCount > 0 && (
        <TaskPreview workQueueEncounterId={item.workQueueEncounterId} openTaskCount={item.openTaskCount} />
      )}
      <ItemClaim item={item} />
    </>
  );
}

const dayMs = 86_400_000;

/** How long an open item has been in its queue, once that is long. */
function WaitingTime({ item }: { item: WorkQueueItem }): ReactNode {
  const [now] = useState(() => Date.now());
  const days = Math.floor((now - Date.parse(item.createdAt)) / dayMs);
  const step = longWaits.findLast((from) => days >= from);
  if (item.status !== 'open' || step === undefined) return null;
  return (
    <span className={classes.waiting} data-tone={step === longWaits[2] ? 'danger' : 'warning'} data-days={step}>
      Waiting {days} days
    </span>
  );
}

/** An item without a subject: only a patient and their encounter. */
function PlainRow({ item }: { item: WorkQueueItem }): ReactNode {
  return (
    <>
      <Text fw={600}>
        {patientName(item.patient)} <PatientMarks patient={item.patient} />
      </Text>
      <Group justify="space-between" gap="xs" wrap="nowrap" fz="xs" c="dimmed">
        <Text inherit>{item.facilityName ?? 'Facility not stated'}</Text>
        <PlaceDateText at={item.encounterDate} timeZone={item.timeZone} />
      </Group>
    </>
  );
}
