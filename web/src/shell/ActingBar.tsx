import { Button } from '@mantine/core';
import { IconUserShare } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useActFor, useActingFor } from './actingFor.ts';
import classes from './Shell.module.css';

/** Shown above every page while the user acts for someone else. */
export function ActingBar(): ReactNode {
  const person = useActingFor();
  const actFor = useActFor();
  if (person === undefined) return null;
  return (
    <div className={classes['connection']} data-tone="warning">
      <IconUserShare size={18} aria-hidden />
      <span>
        You are working as{' '}
        <strong>
          {person.firstName} {person.lastName}
        </strong>
        . Your actions are recorded for both of you.
      </span>
      <Button size="compact-sm" variant="default" onClick={() => actFor(undefined)}>
        Stop acting for {person.firstName}
      </Button>
    </div>
  );
}
