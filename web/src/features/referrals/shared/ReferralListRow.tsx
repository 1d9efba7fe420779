import type { ReferralListItem } from '@careloop/contracts/referrals';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { patientName } from '../../patients/shared/PatientBanner.tsx';
import { DueClock, ReferralStatusBadge, UrgencyBadge, urgentDays } from './ReferralBadges.tsx';

/** What a referral is known by in lists of all kinds. */
export type ReferralRow = Pick<
  ReferralListItem,
  'patient' | 'urgencyDays' | 'dueAt' | 'referredToName' | 'specialtyName' | 'referredByName'
> & { status: string };

/** The provider's name, or the specialty that waits for one. */
export function referredTo({ referredToName, specialtyName }: Pick<ReferralRow, 'referredToName' | 'specialtyName'>) {
  return referredToName ?? (specialtyName === null ? 'No provider yet' : `Any ${specialtyName}`);
}

/** A referral in two lines: who, how urgent and how it stands; from whom to whom and by when. */
export function ReferralListRow({
  item,
  hidesPatient = false,
}: {
  item: ReferralRow;
  hidesPatient?: boolean;
}): ReactNode {
  const parties = `${item.referredByName} → ${referredTo(item)}`;
  const title = hidesPatient ? referredTo(item) : patientName(item.patient);
  const detail = hidesPatient ? `From ${item.referredByName}` : parties;
  return (
    <>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text span fw={600} truncate title={title}>
          {title}
        </Text>
        <Group gap="xs" wrap="nowrap" flex="none">
          {item.urgencyDays <= urgentDays && <UrgencyBadge urgencyDays={item.urgencyDays} />}
          <ReferralStatusBadge status={item.status} />
        </Group>
      </Group>
      <Group justify="space-between" gap="sm" wrap="nowrap" fz="xs">
        <Text span inherit c="dimmed" truncate title={detail}>
          {detail}
        </Text>
        <DueClock status={item.status} dueAt={item.dueAt} />
      </Group>
    </>
  );
}
