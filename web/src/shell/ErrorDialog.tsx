import { Button } from '@mantine/core';
import { useState, useSyncExternalStore, type ReactNode } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { SupportLink } from '../ui/errorHelp.tsx';
import { errorDisplayTexts, errorWords } from '../ui/errorWords.ts';
import { ErrorState } from '../ui/ErrorState.tsx';
import { currentlyPresented, dismissPresented, subscribeToPresented, type PresentedError } from './presentError.ts';

/** Shows what `presentError()` was given. Once per application. */
export function ErrorDialog(): ReactNode {
  const presented = useSyncExternalStore(subscribeToPresented, currentlyPresented);
  // Keeps its words while it fades out.
  const [last, setLast] = useState(presented);
  if (presented !== undefined && presented !== last) setLast(presented);
  if (last === undefined) return null;
  const isRefusal = errorWords(last.error).kind === 'refused';
  return (
    <Dialog
      opened={presented !== undefined}
      onClose={dismissPresented}
      title={isRefusal ? (last.prefix ?? errorDisplayTexts.header) : errorDisplayTexts.dialogTitle}
      size={440}
      yOffset="14vh"
      zIndex={310}
      footer={
        <Button onClick={dismissPresented} data-autofocus>
          OK
        </Button>
      }
    >
      {isRefusal ? <Refusal presented={last} /> : <ErrorState error={prefixed(last)} />}
    </Dialog>
  );
}

function prefixed({ error, prefix }: PresentedError) {
  const { reference, status, code } = error;
  return { message: prefix === undefined ? error.message : `${prefix} ${error.message}`, reference, status, code };
}

/** The server said why not: its words are what counts. */
function Refusal({ presented: { error } }: { presented: PresentedError }): ReactNode {
  return (
    <>
      <p role="alert">{error.message}</p>
      <SupportLink errorCode={error.reference} />
    </>
  );
}
