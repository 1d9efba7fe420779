import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { toApiError } from '../api/errors.ts';
import { Callout } from '../ui/Callout.tsx';
import { toast } from '../ui/toasts.tsx';
import classes from './DraftConflict.module.css';

interface DraftConflictProps {
  /** Text of the other window's draft, if it has any. */
  excerpt?: string;
  /** What else is known about the other window's draft. */
  children?: ReactNode;
  /** Shows the other window's draft. A rejection is shown, and the question stays. */
  onReload: () => Promise<void> | void;
  onKeepMine: () => void;
}

/** The draft was saved in another window: the user chooses which of the two to keep. */
export function DraftConflict({ excerpt = '', children, onReload, onKeepMine }: DraftConflictProps): ReactNode {
  const reload = async () => {
    try {
      await onReload();
    } catch (error) {
      toast.failure(toApiError(error));
    }
  };
  return (
    <Callout
      tone="warning"
      title="This draft was changed in another window."
      action={
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={() => void reload()}>
            Reload
          </Button>
          <Button size="compact-sm" variant="default" onClick={onKeepMine}>
            Keep mine
          </Button>
        </Group>
      }
    >
      {excerpt.trim() !== '' && (
        <blockquote className={classes['excerpt']} dir="auto">
          {excerpt}
        </blockquote>
      )}
      {children}
    </Callout>
  );
}
