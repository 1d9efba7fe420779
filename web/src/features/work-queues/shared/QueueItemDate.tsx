import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PlaceDateText } from '../../../ui/DateText.tsx';

/** Date that the queue is sorted by: of the encounter, or of the request if there is none. */
export function QueueItemDate({ item }: { item: WorkQueueItem }): ReactNode {
  return (
    <Text span inherit c="dimmed">
      {item.patientEncounterId === null ? 'Requested' : 'Encounter'}{' '}
      <PlaceDateText at={item.encounterDate} timeZone={item.timeZone} />
    </Text>
  );
}
