import { messagePriority } from '@careloop/contracts/codes';
import { Button, Loader } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { UrgentBadge } from '../shared/MessageBadges.tsx';
import { confirm } from '../../../ui/confirm.tsx';
import { SupportLink } from '../../../ui/errorHelp.tsx';
import { MessageText } from './MessageText.tsx';
import classes from './Thread.module.css';
import { discardReply, editReply, retryReply, type OutgoingReply } from '../compose/replyQueue.ts';

const discardWords = (isOutcomeUnknown: boolean) =>
  ({
    title: 'Are you sure you want to discard this reply?',
    message: isOutcomeUnknown
      ? 'It may have been sent anyway. If not, it will be lost.'
      : 'It has not been sent, and will be lost.',
    tone: 'danger',
  }) as const;

/** Retry sends it once, however often; changed, it is another reply. */
const editWords = {
  title: 'Are you sure you want to edit this reply?',
  message: 'It may have been sent anyway. If you change it, it is sent as another reply.',
};

interface OutgoingMessageProps {
  outgoing: OutgoingReply;
  /** Called once a retry has sent it. */
  onSent: () => Promise<void>;
  /** Moves the focus to the text field. */
  onFocusField: () => void;
}

/** A reply that the server does not have yet. A failed one stays until it is sent, edited or discarded. */
export function OutgoingMessage({ outgoing, onSent, onFocusField }: OutgoingMessageProps): ReactNode {
  const { key, input, error } = outgoing;
  const retry = async () => {
    // The button goes.
    onFocusField();
    if (!(await retryReply(key))) return;
    await onSent();
  };
  const discard = async () => {
    if (await confirm(discardWords(error?.isOutcomeUnknown === true))) discardReply(key);
  };
  const edit = async () => {
    if (error?.isOutcomeUnknown === true && !(await confirm(editWords))) return;
    editReply(key);
    onFocusField();
  };
  return (
    <li
      className={classes['message']}
      data-own
      data-state={error === null ? 'sending' : 'failed'}
      aria-busy={error === null}
    >
      <div className={classes['bubble']}>
        {input.priority === messagePriority.table.urgent && (
          <div className={classes['head']}>
            <UrgentBadge />
          </div>
        )}
        <MessageText text={input.message} />
        {error !== null ? (
          <div className={classes['failed']} role="alert">
            <IconAlertCircle size={16} aria-hidden />
            <span>
              <strong>{error.isOutcomeUnknown ? 'Not confirmed.' : 'Not sent.'}</strong> {error.message}
              {error.supportCode !== undefined && ` Error Code: ${error.supportCode}`}
            </span>
            <Button size="compact-xs" color="red" onClick={() => void retry()}>
              Retry
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => void edit()}>
              Edit
            </Button>
            <Button size="compact-xs" variant="default" onClick={() => void discard()}>
              Discard
            </Button>
            {error.supportCode !== undefined && <SupportLink errorCode={error.supportCode} />}
          </div>
        ) : (
          <div className={classes['foot']} role="status">
            <Loader size={12} /> Sending...
          </div>
        )}
      </div>
    </li>
  );
}
