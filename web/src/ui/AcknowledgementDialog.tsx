import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';

export interface AcknowledgementDialogProps {
  opened: boolean;
  title: string;
  children: ReactNode;
  /** Defaults to "OK". */
  label?: string;
  onClose: () => void;
}

/** A message that must be acknowledged before work continues. */
export function AcknowledgementDialog(props: AcknowledgementDialogProps): ReactNode {
  const { opened, title, children, label = 'OK', onClose } = props;
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={title}
      size={420}
      yOffset="14vh"
      zIndex={300}
      closeOnClickOutside={false}
      footer={
        <Button onClick={onClose} data-autofocus>
          {label}
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}
