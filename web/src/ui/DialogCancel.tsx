import { Button, type ButtonProps } from '@mantine/core';
import { createContext, use, type ReactNode, type Ref } from 'react';

/** How the dialog around is left, and whether it cannot be left now because it is sending. */
export const DialogExit = createContext({ isSending: false, leave: (): void => undefined });

interface DialogCancelProps extends ButtonProps {
  /** Defaults to "Cancel". */
  children?: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}

/** Leaves the dialog as its close button does; disabled while the dialog is sending. */
export function DialogCancel({ children = 'Cancel', ...rest }: DialogCancelProps): ReactNode {
  const { isSending, leave } = use(DialogExit);
  return (
    <Button variant="default" {...rest} disabled={isSending} onClick={leave}>
      {children}
    </Button>
  );
}
