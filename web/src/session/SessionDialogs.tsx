import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from '../ui/Dialog.tsx';
import { hasUnsavedChanges } from '../ui/unsaved.ts';
import classes from './AutoLogout.module.css';
import { useCountdown } from './countdownState.ts';
import { isOpen } from './gate.ts';
import { SessionEndedDialog } from './SessionEndedDialog.tsx';
import { useGate } from './gateStore.ts';
import { logOutNow, stayLoggedIn } from './sessionTimers.ts';
import { timing } from './timing.ts';

/** Dialogs over the portal: the session is about to end, or has ended. */
export function SessionDialogs(): ReactNode {
  const gate = useGate();
  const seconds = useCountdown();
  if (!isOpen(gate)) return <SessionEndedDialog gate={gate} />;
  return seconds === undefined ? null : <AutoLogoutDialog seconds={seconds} />;
}

const whole = timing.countdown / 1000;
/** Seconds left at which screen readers announce the countdown; every second would be unusable. */
const announced = [whole, 30, 10];

/** Asks an idle user whether to stay signed in; without a reply the session ends in a minute. */
function AutoLogoutDialog({ seconds }: { seconds: number }): ReactNode {
  const said = announced.findLast((step) => step >= seconds) ?? whole;
  return (
    <Dialog
      opened
      onClose={stayLoggedIn}
      onHistoryMove={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      title="Are you still there?"
      size={440}
      zIndex={900}
      footer={
        <>
          <Button variant="default" onClick={() => void logOutNow()}>
            Log out
          </Button>
          <Button data-autofocus onClick={stayLoggedIn}>
            Stay Logged In
          </Button>
        </>
      }
    >
      <div className={classes['content']}>
        <Ring seconds={seconds} />
        <p>
          To protect patient data you will be logged out in{' '}
          <strong>
            {seconds} {seconds === 1 ? 'second' : 'seconds'}
          </strong>
          , because nobody used the portal for a while.
          {hasUnsavedChanges() && ' Unsaved changes are kept until you sign in again.'}
        </p>
      </div>
      <div className="visually-hidden" role="status">
        {said} seconds until you are logged out
      </div>
    </Dialog>
  );
}

function Ring({ seconds }: { seconds: number }): ReactNode {
  const circle = { cx: 36, cy: 36, r: 33, pathLength: 1 };
  return (
    <div className={classes['ring']} data-tone={seconds <= 10 ? 'danger' : undefined} aria-hidden>
      <svg viewBox="0 0 72 72">
        <circle {...circle} />
        <circle {...circle} strokeDasharray={1} strokeDashoffset={1 - seconds / whole} />
      </svg>
      {seconds}
    </div>
  );
}
