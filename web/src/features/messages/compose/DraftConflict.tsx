import type { MessageDraft } from '@careloop/contracts/messages/drafts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { toApiError } from '../../../api/errors.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { toast } from '../../../ui/toasts.tsx';
import classes from './DraftConflict.module.css';
import type { Draft } from './draftStore.ts';

interface DraftConflictProps {
  draft: Draft;
  conflict: MessageDraft;
  onReloaded: () => void;
}

/** The draft was saved in another window: the user chooses which one to keep. */
export function DraftConflict({ draft, conflict, onReloaded }: DraftConflictProps): ReactNode {
  const reload = () => draft.reload().then(onReloaded, (error: unknown) => toast.failure(toApiError(error)));
  return (
    <Callout tone="warning" title="This draft was changed in another window.">
      {conflict.message.trim() !== '' && (
        <blockquote className={classes['words']} dir="auto">
          {conflict.message}
        </blockquote>
      )}
      <div className={classes['buttons']}>
        <Button size="compact-sm" variant="default" onClick={() => void reload()}>
          Reload
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => draft.saver.keepMine()}>
          Keep mine
        </Button>
      </div>
    </Callout>
  );
}
