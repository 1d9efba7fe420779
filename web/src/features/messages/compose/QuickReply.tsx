import { getMessageDraft } from '@careloop/contracts/messages/drafts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { useActingFor } from '../../../shell/actingFor.ts';
import { QueryState } from '../../../ui/QueryState.tsx';
import { findDraft } from './draftStore.ts';
import classes from './QuickReply.module.css';
import { ReplyForm, type ReplyFormProps } from './ReplyForm.tsx';

/** The reply form with the saved draft of this conversation. */
export function QuickReply(props: Omit<ReplyFormProps, 'saved'>): ReactNode {
  const { conversationKey } = props.conversation;
  const onBehalfOfUserId = useActingFor()?.proxiedUserId;
  const [isInTab] = useState(() => !findDraft({ conversationKey, onBehalfOfUserId }).isSaved);
  // Never from the cache: the draft may have been sent since.
  const saved = useQuery({
    ...queryOf(getMessageDraft, { conversationKey }),
    staleTime: 0,
    gcTime: 0,
    enabled: !isInTab,
  });
  if (isInTab) return <ReplyForm {...props} saved={null} />;
  if (saved.isPending) {
    return (
      <div className={classes['reply']} aria-busy="true">
        <Skeleton height={54} />
      </div>
    );
  }
  // An empty form would hide the saved draft.
  if (saved.data === undefined) {
    return (
      <div className={classes['reply']}>
        <QueryState query={saved} size="small" />
      </div>
    );
  }
  return <ReplyForm {...props} saved={saved.data.draft} />;
}
