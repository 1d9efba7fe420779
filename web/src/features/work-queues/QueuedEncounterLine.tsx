import { encounterTypeLabels } from '@careloop/contracts/codes';
import { getQueuedEncounters } from '@careloop/contracts/work-queues/items';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { DateText } from '../../ui/DateText.tsx';

/** The encounter of an item, in one line. */
export function QueuedEncounterLine({ patientEncounterId }: { patientEncounterId: number }): ReactNode {
  const { data } = useQuery(queryOf(getQueuedEncounters, { patientEncounterIds: [patientEncounterId] }));
  const encounter = data?.encountersInfo[0];
  if (encounter === undefined) return null;
  const { encounterType, facilityName, encounterDate, dischargeDate, admitReason } = encounter;
  return (
    <Text fz="sm" c="dimmed">
      {[encounterTypeLabels[encounterType], facilityName].filter(Boolean).join(' · ')} · <DateText at={encounterDate} />
      {dischargeDate !== null && (
        <>
          {' to '}
          <DateText at={dischargeDate} />
        </>
      )}
      {admitReason !== null && ` · ${admitReason}`}
    </Text>
  );
}
