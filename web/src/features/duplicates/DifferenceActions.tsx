import type { PatientDifference } from '@careloop/contracts/duplicates/conflicts';
import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionButton } from '../../components/ActionButton.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

interface DifferenceActionsProps {
  difference: Pick<PatientDifference, 'status' | 'can'>;
  isDeciding: boolean;
  onDecide: (decision: 'take' | 'keep') => void;
}

/** Keeps the value edited here, or applies the import's. */
export function DifferenceActions({ difference, isDeciding, onDecide }: DifferenceActionsProps): ReactNode {
  const { status, can } = difference;
  return (
    <Group gap="0.5rem">
      {status === 'open' && (
        <ActionButton variant="default" allowance={can.keep} loading={isDeciding} onClick={() => onDecide('keep')}>
          Keep ours
        </ActionButton>
      )}
      {status === 'taken' ? (
        <StatusBadge tone="success" label="Import's value taken" />
      ) : (
        <ActionButton allowance={can.take} loading={isDeciding} onClick={() => onDecide('take')}>
          Take import&apos;s value
        </ActionButton>
      )}
    </Group>
  );
}
