import type { MessageDraft } from '@careloop/contracts/messages/drafts';
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Callout } from '../../../ui/Callout.tsx';
import classes from './OtherDraft.module.css';

interface OtherDraftProps {
  draft: Pick<MessageDraft, 'message'>;
  /** Keeps what is written here instead. */
  onKeep: () => void;
  /** Goes on with the other one. */
  onFollow: () => void;
}

/** Something else was begun in another window: both are there until somebody says which of them is to be kept. */
export function OtherDraft({ draft, onKeep, onFollow }: OtherDraftProps): ReactNode {
  return (
    <Callout tone="warning" title="Another window has a different draft">
      {draft.message.trim() !== '' && (
        <blockquote className={classes['words']} dir="auto">
          {draft.message}
        </blockquote>
      )}
      <p className={classes['choice']}>Only one draft is kept. What you write here is not, until you choose.</p>
      <div className={classes['buttons']}>
        <Button size="compact-sm" variant="default" onClick={onKeep}>
          Keep what I write here
        </Button>
        <Button size="compact-sm" variant="default" onClick={onFollow}>
          Use the other one
        </Button>
      </div>
    </Callout>
  );
}
