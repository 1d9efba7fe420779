import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { SupportLink } from '../ui/errorHelp.tsx';
import { errorDisplayTexts, errorWords } from '../ui/errorWords.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { dismissPresented, type PresentedError } from '../api/presentError.ts';

/** Shows the failure passed to `presentError()`. */
export function ErrorDialog({ presented }: { presented: PresentedError }): ReactNode {
  const isRefusal = errorWords(presented.error).kind === 'refused';
  return (
    <Dialog
      opened={presented.isOpen}
      onClose={dismissPresented}
      title={isRefusal ? (presented.prefix ?? errorDisplayTexts.header) : errorDisplayTexts.dialogTitle}
      size={440}
      yOffset="14vh"
      zIndex={310}
      footer={
        <Button onClick={dismissPresented} data-autofocus>
          OK
        </Button>
      }
    >
      {isRefusal ? <Refusal error={presented.error} /> : <ErrorState error={prefixed(presented)} />}
    </Dialog>
  );
}

function prefixed({ error, prefix }: PresentedError) {
  const { reference, status, code } = error;
  return { message: prefix === undefined ? error.message : `${prefix} ${error.message}`, reference, status, code };
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
