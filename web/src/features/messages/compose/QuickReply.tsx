import { getMessageDraft } from '@careloop/contracts/messages/drafts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { useActingFor } from '../../../shell/actingFor.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { hasContent } from './draftInput.ts';
import { outbox } from '../thread/outbox.ts';
import classes from './QuickReply.module.css';
import { ReplyForm, type ReplyFormProps } from './ReplyForm.tsx';
import { findUnkept } from './unkeptDrafts.ts';

/** The reply form, filled with the draft that was left here. */
export function QuickReply({ conversation, onSent }: Pick<ReplyFormProps, 'conversation' | 'onSent'>): ReactNode {
  const { conversationKey } = conversation;
  // Never from memory: what was kept there may have been sent since.
  const onBehalfOfUserId = useActingFor()?.proxiedUserId;
  const [unkept] = useState(() => findUnkept({ conversationKey, onBehalfOfUserId }));
  const draft = useQuery({ ...queryOf(getMessageDraft, { conversationKey }), staleTime: 0, gcTime: 0 });
  // What the server has is older.
  if (unkept !== undefined && hasContent(unkept.draft) && !outbox.holds(conversationKey, unkept.draft.message)) {
    const { draft: written, began } = unkept;
    return <ReplyForm conversation={conversation} draft={written} began={began} isUnkept onSent={onSent} />;
  }
  if (draft.isPending) {
    return (
      <div className={classes['reply']} aria-busy="true">
        <Skeleton height={54} />
      </div>
    );
  }
  // An empty form would write over what is kept.
  if (draft.data === undefined) {
    return (
      <div className={classes['reply']}>
        <ErrorState size="small" error={draft.error} onRetry={() => void draft.refetch()} />
      </div>
    );
  }
  const kept = draft.data.draft;
  // What failed and waits to be sent again stands there already.
  const started = kept === null || outbox.holds(conversationKey, kept.message) ? undefined : kept;
  return <ReplyForm conversation={conversation} draft={started} began={kept?.updatedAt} onSent={onSent} />;
}
