import { messagePriority } from '@careloop/contracts/codes';
import type { Message } from '@careloop/contracts/messages';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { UrgentBadge } from '../shared/MessageBadges.tsx';
import { authorOf, initialsOf } from '../shared/people.ts';
import { formatDateTime, formatTime } from '../../../ui/dates.ts';
import { Attachments } from './Attachments.tsx';
import { MessageText } from './MessageText.tsx';
import { Readers } from './Readers.tsx';
import classes from './Thread.module.css';

export interface MessageItemProps {
  message: Message;
  isContinued: boolean;
  isOwn: boolean;
  isFirstUnread: boolean;
  /** Highlights the message that a search or link leads to. */
  isShown: boolean;
  term: string | undefined;
  onMarkUnread: (sequence: number) => void;
}

/** One message: author, time, text and attachments. */
export const MessageItem = memo(function MessageItem(props: MessageItemProps): ReactNode {
  const { message, isContinued, isOwn, isFirstUnread, isShown, term, onMarkUnread } = props;
  const isUrgent = message.priority === messagePriority.table.urgent;
  const author = authorOf(message);
  return (
    <>
      {isFirstUnread && (
        <li className={classes['newLine']}>
          <span>New messages</span>
        </li>
      )}
      <li
        className={classes['message']}
        data-sequence={message.sequence}
        data-own={isOwn || undefined}
        data-urgent={isUrgent || undefined}
        data-continued={isContinued || undefined}
        data-shown={isShown || undefined}
      >
        <span className={classes['avatar']} aria-hidden>
          {!isContinued && initialsOf(message.fromIdentityUser)}
        </span>
        <div className={classes['bubble']}>
          <div className={isContinued && !isUrgent ? 'visually-hidden' : classes['head']}>
            <span className={isContinued ? 'visually-hidden' : classes['author']}>
              {author}
              {isOwn && <span className={classes['you']}> (you)</span>}
            </span>
            {isUrgent && <UrgentBadge />}
          </div>
          <MessageText text={message.message} term={term} />
          {message.attachments.length > 0 && (
            <Attachments attachments={message.attachments} patient={message.patient} />
          )}
          <div className={classes['foot']} data-end={message.sequence}>
            <time dateTime={message.dateSent} title={formatDateTime(message.dateSent)}>
              {formatTime(message.dateSent)}
            </time>
            <span className={classes['tools']}>
              {!isOwn && (
                <Tooltip label="Mark unread from here">
                  <ActionIcon
                    size={24}
                    aria-label={`Mark unread from here: ${author}, ${formatTime(message.dateSent)}`}
                    onClick={() => onMarkUnread(message.sequence)}
                  >
                    <IconMail size={14} aria-hidden />
                  </ActionIcon>
                </Tooltip>
              )}
              <Readers message={message} />
            </span>
          </div>
        </div>
      </li>
    </>
  );
});
