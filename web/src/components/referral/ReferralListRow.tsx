import type { ReferralListItem } from '@careloop/contracts/referrals';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { patientName } from '../PatientBanner.tsx';
import { DueClock, ReferralStatusBadge, UrgencyBadge } from './ReferralBadges.tsx';

/** What a referral is known by in lists of all kinds. */
export type ReferralRow = Pick<
  ReferralListItem,
  'patient' | 'urgencyDays' | 'dueAt' | 'referredToName' | 'specialtyName' | 'referredByName'
> & { status: string };

/** The provider's name, or the specialty that waits for one. */
export function referredTo({ referredToName, specialtyName }: Pick<ReferralRow, 'referredToName' | 'specialtyName'>) {
  return referredToName ?? (specialtyName === null ? 'No provider yet' : `Any ${specialtyName}`);
}

/** A referral in two lines: who and how it stands; from whom to whom and by when. */
export function ReferralListRow({ item, hidesPatient }: { item: ReferralRow; hidesPatient?: boolean }): ReactNode {
  const parties = `${item.referredByName} → ${referredTo(item)}`;
  return (
    <>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Text fw={600} truncate title={hidesPatient === true ? parties : patientName(item.patient)}>
          {hidesPatient === true ? parties : patientName(item.patient)}
        </Text>
        <ReferralStatusBadge status={item.status} />
      </Group>
      <Group justify="space-between" gap="xs" wrap="nowrap" fz="xs">
        {hidesPatient !== true && (
          <Text inherit c="dimmed" truncate title={parties}>
            {parties}
          </Text>
        )}
        <Group gap="xs" wrap="nowrap" flex="none">
          <UrgencyBadge urgencyDays={item.urgencyDays} />
          <DueClock status={item.status} dueAt={item.dueAt} />
        </Group>
      </Group>
    </>
  );
}
