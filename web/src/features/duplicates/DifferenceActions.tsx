import type { PatientDifference } from '@careloop/contracts/duplicates/conflicts';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionButton } from '../../components/ActionButton.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import type { ComparedRow } from './comparison.ts';
import { differenceRows } from './differenceWords.ts';

export type DifferenceDecision = 'take' | 'keep';

interface DifferenceActionsProps {
  difference: Pick<PatientDifference, 'status' | 'can' | 'ours' | 'theirs'>;
  /** Whose value it is. */
  name: string;
  /** The decision being saved. */
  deciding: DifferenceDecision | undefined;
  onDecide: (decision: DifferenceDecision) => void;
}

/** Keeps the value edited here, or applies the import's. */
export function DifferenceActions({ difference, name, deciding, onDecide }: DifferenceActionsProps): ReactNode {
  const { status, can } = difference;
  const take = async () => {
    const isSure = await confirm({
      title: 'Replace the edited value?',
      message: (
        <>
          <Text fw={600}>{name}</Text>
          {differenceRows(difference).map((row) => (
            <Text key={row.label}>{changeOf(row)}</Text>
          ))}
        </>
      ),
      yes: 'Replace',
      no: 'Cancel',
      tone: 'danger',
    });
    if (isSure) onDecide('take');
  };
  return (
    <Group gap="0.5rem">
      {status === 'open' && (
        <ActionButton
          variant="default"
          allowance={can.keep}
          loading={deciding === 'keep'}
          disabled={deciding === 'take'}
          onClick={() => onDecide('keep')}
        >
          Keep ours
        </ActionButton>
      )}
      {status === 'taken' ? (
        <StatusBadge tone="success" label="Import's value taken" />
      ) : (
        <ActionButton
          allowance={can.take}
          loading={deciding === 'take'}
          disabled={deciding === 'keep'}
          onClick={() => void take()}
        >
          Take import&apos;s value
        </ActionButton>
      )}
    </Group>
  );
}

function changeOf({ label, values: [ours = '', theirs = ''] }: ComparedRow): string {
  if (ours === theirs) return `${label}: ${ours} stays.`;
  if (ours === '') return `${label}: ${theirs} is added.`;
  if (theirs === '') return `${label}: ${ours} is removed.`;
  return `${label}: ${ours} is replaced by ${theirs}.`;
}
