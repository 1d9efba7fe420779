import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { patientName } from '../patients/shared/PatientBanner.tsx';
import { queueSubjects } from '../queueSubjects.ts';
import { DateText } from '../../ui/DateText.tsx';

/** An item of a queue in two lines. */
export function QueueItemRow({ item }: { item: WorkQueueItem }): ReactNode {
  if (item.subjectType === null) return <PlainRow item={item} />;
  const { Row } = queueSubjects[item.subjectType];
  return <Row item={item} />;
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
