import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Callout } from '../ui/Callout.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import classes from './SignIn.module.css';
import { SignInSteps } from './SignInSteps.tsx';
import { abandonSession } from './actions.ts';
import { useSessionState } from './store.ts';

/** Over the portal when the session ended during work: signing in again goes on where the work was. */
export function SessionEndedDialog(): ReactNode {
  const state = useSessionState();
  const isEnded = state.phase === 'ended';
  return (
    <Dialog
      opened={isEnded}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      title="Sign in again"
      size={400}
      zIndex={1000}
      isOpaque
    >
      <Callout tone="warning" title="Your session has ended.">
        What you were working on is kept behind this dialog.
      </Callout>
      <div className={classes['again']}>
        {state.session !== undefined && <SignInSteps username={state.session.user.username} notice="" isInDialog />}
      </div>
      <UnstyledButton className={classes['leave']} onClick={abandonSession}>
        Leave and start over
      </UnstyledButton>
    </Dialog>
  );
}
