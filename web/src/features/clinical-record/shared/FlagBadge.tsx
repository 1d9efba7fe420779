import { resultFlagLabels, type ResultFlag } from '@careloop/contracts/codes/clinicalRecord';
import { Text } from '@mantine/core';
import { IconAlertCircle, IconArrowDown, IconArrowUp, IconChevronsDown, IconChevronsUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import type { Tone } from '../../../ui/tones.ts';

const flags: Record<Exclude<ResultFlag, 'normal'>, { tone: Tone; Icon: typeof IconArrowUp }> = {
  low: { tone: 'warning', Icon: IconArrowDown },
  high: { tone: 'warning', Icon: IconArrowUp },
  critical_low: { tone: 'danger', Icon: IconChevronsDown },
  critical_high: { tone: 'danger', Icon: IconChevronsUp },
  abnormal: { tone: 'warning', Icon: IconAlertCircle },
  critical: { tone: 'danger', Icon: IconAlertCircle },
};

/** The flag of a result as its source states it, with an icon that points up or down. */
export function FlagBadge({ flag }: { flag: ResultFlag | null }): ReactNode {
  if (flag === null) return null;
  // Not in a badge, so that the others stand out.
  if (flag === 'normal')
    return (
      <Text span c="dimmed" fz="sm">
        {resultFlagLabels.normal}
      </Text>
    );
  const { tone, Icon } = flags[flag];
  return <StatusBadge tone={tone} label={resultFlagLabels[flag]} icon={<Icon size={14} stroke={2} aria-hidden />} />;
}
