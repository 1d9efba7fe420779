import { SegmentedControl } from '@mantine/core';
import type { ReactNode } from 'react';

export type DecidedStatus = 'open' | 'decided';

interface DecidedFilterProps {
  status: DecidedStatus;
  onShow: (status: DecidedStatus) => void;
}

/** Switches between open and decided cases. */
export function DecidedFilter({ status, onShow }: DecidedFilterProps): ReactNode {
  return (
    <SegmentedControl
      aria-label="Status"
      fullWidth
      data={[
        { value: 'open', label: 'To review' },
        { value: 'decided', label: 'Decided' },
      ]}
      value={status}
      onChange={(value) => onShow(value as DecidedStatus)}
    />
  );
}
