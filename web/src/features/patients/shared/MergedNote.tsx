import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Callout } from '../../../ui/Callout.tsx';

/** Tells users who followed an old link that it now leads to the merged record. */
export function MergedNote({ onClose }: { onClose: () => void }): ReactNode {
  return (
    <Callout
      action={
        <Button variant="default" size="compact-sm" onClick={onClose}>
          Got it
        </Button>
      }
    >
      The record you opened was merged into this patient.
    </Callout>
  );
}
