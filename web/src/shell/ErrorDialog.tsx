import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { SupportLink } from '../ui/errorHelp.tsx';
import { errorDisplayTexts, errorWords } from '../ui/errorWords.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { dismissPresented, retryPresented, type PresentedError } from '../api/presentError.ts';

/** Shows the failure passed to `presentError()`. */
export function ErrorDialog({ presented }: { presented: PresentedError }): ReactNode {
  const { error, prefix, retry, isOpen } = presented;
  const { kind, title } = errorWords(error);
  const isRefusal = kind === 'refused';
  return (
    <Dialog
      opened={isOpen}
      onClose={dismissPresented}
      title={prefix ?? (isRefusal ? errorDisplayTexts.header : title)}
      size={440}
      yOffset="14vh"
      zIndex={310}
      footer={
        <Button onClick={dismissPresented} data-autofocus>
          OK
        </Button>
      }
    >
      {isRefusal ? (
        <Refusal error={error} />
      ) : (
        <ErrorState
          error={error}
          {...(prefix === undefined && { heading: 'none' })}
          {...(retry !== undefined && { onRetry: retryPresented })}
        />
      )}
    </Dialog>
  );
}

/** A refusal, with the server's own message. */
function Refusal({ error }: Pick<PresentedError, 'error'>): ReactNode {
  return (
    <>
      <p role="alert">{error.message}</p>
      <SupportLink errorCode={error.reference} />
    </>
  );
}
