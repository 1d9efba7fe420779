import { sessionLifetimeHours } from '@careloop/contracts/session';
import { Button } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { endSession } from '../session/actions.ts';
import { useMinutesLeft } from '../session/useMinutesLeft.ts';
import classes from './Shell.module.css';

/** Minutes left at which screen readers announce it. */
const announced = [15, 5, 1];

/** Announces above every page that the session is about to reach its maximum lifetime. */
export function SessionEndBar(): ReactNode {
  const minutes = useMinutesLeft();
  const said = minutes === undefined ? undefined : announced.findLast((step) => step >= minutes);
  return (
    <>
      {minutes !== undefined && (
        <div className={classes['connection']} data-tone="warning">
          <IconClockExclamation size={18} aria-hidden />
          <span>
            <strong>Your session ends in {inWords(minutes)}</strong>, as every session does after {sessionLifetimeHours}{' '}
            hours. Save your work, or sign in again now: what is on the screen stays.
          </span>
          <Button size="compact-sm" variant="default" onClick={() => endSession('lifetime')}>
            Sign in again
          </Button>
        </div>
      )}
      <div className="visually-hidden" role="status">
        {said !== undefined && `Your session ends in ${inWords(said)}. Save your work.`}
      </div>
    </>
  );
}

function inWords(minutes: number): string {
  if (minutes < 1) return 'a moment';
  return minutes === 1 ? '1 minute' : `${minutes} minutes`;
}
