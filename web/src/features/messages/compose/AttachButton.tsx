import type { PatientSummary } from '@careloop/contracts/patients';
import { Button } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { lazyPart } from '../../../lib/lazyPart.tsx';

const AttachDialog = lazyPart(async () => (await import('./AttachDialog.tsx')).AttachDialog);

export interface AttachButtonProps {
  patient: PatientSummary;
  ids: readonly number[];
  onChange: (ids: number[]) => void;
}

/** Chooses documents of the patient to send along. */
export function AttachButton(props: AttachButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconPaperclip size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        Attach
      </Button>
      {isOpen && <AttachDialog {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
