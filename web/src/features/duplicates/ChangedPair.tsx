import { duplicateTexts } from '@careloop/contracts/duplicates';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Callout } from '../../ui/Callout.tsx';

interface ChangedPairProps {
  /** Continues with the current records, where something was typed; otherwise the dialog is to be closed. */
  onReload?: () => void;
}

/** Says that the records are no longer those that were compared. */
export function ChangedPair({ onReload }: ChangedPairProps): ReactNode {
  return (
    <Callout
      tone="warning"
      title={duplicateTexts.changed}
      action={
        onReload && (
          <Button size="compact-sm" variant="default" mt="xs" onClick={onReload}>
            Continue with the current records
          </Button>
        )
      }
    >
      {onReload === undefined
        ? 'Nothing was saved. Close this dialog and compare them again.'
        : 'Nothing was saved; your reason is kept.'}
    </Callout>
  );
}
