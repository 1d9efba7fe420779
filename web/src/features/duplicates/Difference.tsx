import type { PatientDifference } from '@careloop/contracts/duplicates/conflicts';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { DecisionDetail } from '../../components/DecisionDetail.tsx';
import { toast } from '../../ui/toasts.tsx';
import { DifferenceActions, type DifferenceDecision } from './DifferenceActions.tsx';
import { decidedText, differenceRows, labelOf } from './differenceWords.ts';
import { SideBySide } from './SideBySide.tsx';

/** A value that was edited here and differs from an import's, as a row of the list. */
export function DifferenceRow({ name, field }: { name: string; field: string }): ReactNode {
  return (
    <>
      <Text component="div" fw={600}>
        {name}
      </Text>
      <Text component="div" fz="xs" c="dimmed">
        {labelOf(field)}
      </Text>
    </>
  );
}

interface DifferenceDetailProps {
  difference: Pick<PatientDifference, 'status' | 'can' | 'ours' | 'theirs'>;
  /** Whose value it is. */
  name: string;
  title: ReactNode;
  meta: ReactNode;
  /** The decision being saved. */
  deciding: DifferenceDecision | undefined;
  onDecide: (decision: DifferenceDecision) => void;
}

/** The value here beside the import's, and the decision between them. */
export function DifferenceDetail({ title, meta, ...actions }: DifferenceDetailProps): ReactNode {
  return (
    <DecisionDetail heading="h3" title={title} meta={meta} actions={<DifferenceActions {...actions} />}>
      <SideBySide
        label="Comparison of the values"
        heads={['Here', 'In the import']}
        rows={differenceRows(actions.difference)}
      />
    </DecisionDetail>
  );
}

/** Options of the call that decides: says what was decided, and shows the next difference. */
export function afterDecision(onDecided: () => void) {
  return (_output: unknown, { decision }: { decision: DifferenceDecision }) => {
    toast.success(decidedText[decision]);
    onDecided();
  };
}
