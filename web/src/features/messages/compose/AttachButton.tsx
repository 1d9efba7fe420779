import { Button } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import type { AttachDialogProps } from './AttachDialog.tsx';

const AttachDialog = lazyPart(async () => (await import('./AttachDialog.tsx')).AttachDialog);

/** Attaches documents of the patient. */
export function AttachButton(props: Omit<AttachDialogProps, 'onClose'>): ReactNode {
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
