import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { patientName } from '../patients/shared/PatientBanner.tsx';
import { ReferralListRow } from '../referrals/shared/ReferralListRow.tsx';
import { DateText } from '../../ui/DateText.tsx';

/** An item of a queue in two lines. */
export function QueueItemRow({ item }: { item: WorkQueueItem }): ReactNode {
  const { patient, referral } = item;
  if (referral !== null) return <ReferralListRow item={{ patient, ...referral }} />;
  return (
    <>
      <Text fw={600} truncate>
        {patientName(patient)}
      </Text>
      <Group justify="space-between" gap="xs" wrap="nowrap" fz="xs" c="dimmed">
        <Text inherit truncate>
          {item.facilityName ?? 'Facility unknown'}
        </Text>
        <DateText at={item.encounterDate} />
      </Group>
    </>
  );
}
