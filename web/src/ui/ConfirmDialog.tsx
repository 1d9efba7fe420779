import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './Dialog.tsx';

export interface ConfirmDialogProps {
  opened: boolean;
  title: string;
  message?: ReactNode;
  /** Label of the confirm button; default "Yes". */
  yes?: string;
  /** Label of the cancel button; default "No". */
  no?: string;
  /** `danger` for actions that cannot be undone. */
  tone?: 'neutral' | 'danger';
  onAnswer: (answer: boolean) => void;
  /** Called after the dialog has faded out. */
  onExited?: () => void;
}

/** A question that must be answered before anything else. Escape and the close button count as no. */
export function ConfirmDialog(props: ConfirmDialogProps): ReactNode {
  const { opened, title, message, yes = 'Yes', no = 'No', tone = 'neutral', onAnswer } = props;
  const isDanger = tone === 'danger';
  return (
    <Dialog
      opened={opened}
      onClose={() => onAnswer(false)}
      onExitTransitionEnd={props.onExited}
      title={title}
      size={400}
      yOffset="14vh"
      zIndex={300}
      closeOnClickOutside={false}
      footer={
        <>
          <Button variant="default" onClick={() => onAnswer(false)} data-autofocus={isDanger || undefined}>
            {no}
          </Button>
          <Button
            color={isDanger ? 'red' : undefined}
            onClick={() => onAnswer(true)}
            data-autofocus={!isDanger || undefined}
          >
            {yes}
          </Button>
        </>
      }
    >
      {message}
    </Dialog>
  );
}
