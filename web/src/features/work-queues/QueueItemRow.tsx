import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { Group, Text } from '@mantine/core';
import { IconUserCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { patientName } from '../patients/shared/PatientBanner.tsx';
import { TaskPreview } from '../tasks/shared/TaskPreview.tsx';
import { queueSubjects } from '../queueSubjects.ts';
import { DateText } from '../../ui/DateText.tsx';
import classes from './WorkQueuesPage.module.css';

/** An item of a queue: what it is about, and who is working on it. */
export function QueueItemRow({ item }: { item: WorkQueueItem }): ReactNode {
  const Row = item.subjectType === null ? PlainRow : queueSubjects[item.subjectType].Row;
  return (
    <>
      <Row item={item} />
      {item.openTaskCount > 0 && (
        <TaskPreview workQueueEncounterId={item.workQueueEncounterId} openTaskCount={item.openTaskCount} />
      )}
      {item.claim !== null && (
        <span className={classes.claim}>
          <IconUserCheck size={14} aria-hidden /> {item.claim.fullName} is working on this
        </span>
      )}
    </>
  );
}

/** An item about nothing but a patient and their encounter. */
function PlainRow({ item }: { item: WorkQueueItem }): ReactNode {
  return (
    <>
      <Text fw={600} truncate>
        {patientName(item.patient)}
      </Text>
      <Group justify="space-between" gap="xs" wrap="nowrap" fz="xs" c="dimmed">
        <Text inherit truncate>
          {item.facilityName ?? 'Facility not stated'}
        </Text>
        <DateText at={item.encounterDate} />
      </Group>
    </>
  );
}
