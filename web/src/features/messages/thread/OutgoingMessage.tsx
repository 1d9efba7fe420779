import { getUserConversationMessages, messageTexts } from '@careloop/contracts/messages';
import { messagePriority } from '@careloop/contracts/codes';
import { getSingleUserConversation } from '@careloop/contracts/messages/conversations';
import { Button, Loader } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { invalidate } from '../../../api/query.ts';
import { UrgentBadge } from '../shared/MessageBadges.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { SupportLink } from '../../../ui/errorHelp.tsx';
import { MessageText } from './MessageText.tsx';
import { outbox, type OutgoingReply } from './outbox.ts';
import classes from './Thread.module.css';
import { takeBack } from '../compose/takenBack.ts';

const discardWords = {
  title: 'Are you sure you want to discard this reply?',
  message: 'It has not been sent, and will be lost.',
  tone: 'danger',
} as const;

/** An answer that the server does not have yet. A failed one stays until it is sent, taken back or discarded. */
export function OutgoingMessage({ reply, onSent }: { reply: OutgoingReply; onSent: () => Promise<void> }): ReactNode {
  const client = useQueryClient();
  const { key, input, state, error } = reply;
  // What the server refused says why; what went wrong has a code.
  const isOurFailure = error !== undefined && (error.status >= 500 || error.isTimeout);
  const retry = async () => {
    if (!(await outbox.retry(key))) return;
    toast.success(messageTexts.replySent);
    await invalidate(client, getUserConversationMessages, getSingleUserConversation);
    await onSent();
  };
  const discard = async () => {
    if (await confirm(discardWords)) outbox.discard(key);
  };
  return (
    <li className={classes['message']} data-own data-state={state} aria-busy={state === 'sending'}>
      <div className={classes['bubble']}>
        {input.priority === messagePriority.table.urgent && (
          <div className={classes['head']}>
            <UrgentBadge />
          </div>
        )}
        <MessageText text={input.message} />
        {state === 'failed' ? (
          <div className={classes['failed']} role="alert">
            <IconAlertCircle size={16} aria-hidden />
            <span>
              <strong>Not sent.</strong> {error?.message}
              {isOurFailure && ` Error Code: ${error.reference}`}
            </span>
            <Button size="compact-xs" color="red" onClick={() => void retry()}>
              Retry
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => takeBack(reply)}>
              Edit
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => void discard()}>
              Discard
            </Button>
            {isOurFailure && <SupportLink errorCode={error.reference} />}
          </div>
        ) : (
          <div className={classes['foot']} role="status">
            <Loader size={12} /> Sending…
          </div>
        )}
      </div>
    </li>
  );
}
