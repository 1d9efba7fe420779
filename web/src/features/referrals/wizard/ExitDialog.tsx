import { referralTexts } from '@careloop/contracts/referrals';
import { Button, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Dialog } from '../../../ui/Dialog.tsx';

interface ExitDialogProps {
  /** The draft could not be saved. */
  hasFailed: boolean;
  onStay: () => void;
  onKeep: () => Promise<void>;
  onDiscard: () => Promise<void>;
}

/** Asks before the wizard is left whether to keep the draft. */
export function ExitDialog({ hasFailed, onStay, onKeep, onDiscard }: ExitDialogProps): ReactNode {
  const [busy, setBusy] = useState<'keep' | 'discard'>();
  const run = async (kind: 'keep' | 'discard', work: () => Promise<void>) => {
    setBusy(kind);
    await work();
    setBusy(undefined);
  };
  return (
    <Dialog
      opened
      onClose={onStay}
      title={referralTexts.exitTitle}
      size={480}
      yOffset="14vh"
      zIndex={300}
      closeOnClickOutside={false}
      footer={
        <>
          <Button variant="default" onClick={onStay} data-autofocus>
            Stay
          </Button>
          <Button
            variant="light"
            color="red"
            loading={busy === 'discard'}
            disabled={busy !== undefined}
            onClick={() => void run('discard', onDiscard)}
          >
            Discard
          </Button>
          <Button loading={busy === 'keep'} disabled={busy !== undefined} onClick={() => void run('keep', onKeep)}>
            Keep draft
          </Button>
        </>
      }
    >
      {hasFailed ? (
        <Text c="red">The draft could not be saved. {referralTexts.exitNote}</Text>
      ) : (
        'Keep a draft to continue later, here or on another computer, or discard it.'
      )}
    </Dialog>
  );
}
