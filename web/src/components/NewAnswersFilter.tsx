import { Chip } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatNumber } from '../ui/numbers.ts';

interface NewAnswersFilterProps {
  /** Number of unread answers. */
  count: number;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** Filters by unread answers. Shown even if there are none, so that a new answer does not move the list. */
export function NewAnswersFilter({ count, isOn, onChange }: NewAnswersFilterProps): ReactNode {
  return (
    <Chip size="xs" checked={isOn} onChange={onChange} disabled={count === 0 && !isOn}>
      {`New answers (${formatNumber(count)})`}
    </Chip>
  );
}
