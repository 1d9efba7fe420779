import type { DuplicateListItem } from '@careloop/contracts/duplicates';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatBirth } from '../../ui/dates.ts';
import { DateText } from '../../ui/DateText.tsx';
import { patientName } from '../patients/shared/PatientBanner.tsx';
import { contradictionOf } from './duplicateWords.ts';

/** A pair in the list: both people with their birth dates, and the contradiction. */
export function DuplicateRow({ pair }: { pair: DuplicateListItem }): ReactNode {
  return (
    <>
      {pair.patients.map((patient) => (
        <Group key={patient.patientId} justify="space-between" gap="sm" wrap="nowrap">
          <Text span fw={600}>
            {patientName(patient)}
          </Text>
          <Text span fz="xs" flex="none">
            {formatBirth(patient.dateOfBirth, patient.deceasedOn)}
          </Text>
        </Group>
      ))}
      <Group justify="space-between" gap="sm" wrap="nowrap" fz="xs" c="dimmed">
        <Text span inherit>
          {contradictionOf(pair)}
        </Text>
        <Text span inherit flex="none">
          <DateText at={pair.foundAt} />
        </Text>
      </Group>
    </>
  );
}
