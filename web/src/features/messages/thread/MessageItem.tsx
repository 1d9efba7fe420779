import { messagePriority } from '@careloop/contracts/codes';
import {
  getMessageReaders,
  type Message,
  type MessageAttachment,
  type MessageReader,
} from '@careloop/contracts/messages';
import type { PatientSummary } from '@careloop/contracts/patients';
import { ActionIcon, Popover, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChecks, IconCircleDashed, IconEye, IconFileText, IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { memo, useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { UrgentBadge } from '../shared/MessageBadges.tsx';
import { authorOf, initialsOf, personName } from '../shared/people.ts';
import { formatDateTime, formatTime } from '../../../ui/dates.ts';
import { MessageText } from './MessageText.tsx';
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
          <RequestLink message={message} />
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

/** The request that the message is about. */
function RequestLink({
  message: { referralId, careCoordinatorRequestId },
}: Pick<MessageItemProps, 'message'>): ReactNode {
  if (referralId !== null) {
    return (
      <Link to="/Referrals" search={{ referralId }} className={classes['request']}>
        About a referral
      </Link>
    );
  }
  if (careCoordinatorRequestId === null) return null;
  return (
    <Link to="/Consultations" search={{ careCoordinatorRequestId }} className={classes['request']}>
      About a consultation
    </Link>
  );
}

const AttachmentDialog = lazyPart(async () => (await import('./AttachmentDialog.tsx')).AttachmentDialog);

interface AttachmentsProps {
  attachments: readonly MessageAttachment[];
  patient: PatientSummary | null;
}

/** Charts attached to a message. Access is checked again when one is opened. */
function Attachments({ attachments, patient }: AttachmentsProps): ReactNode {
  const [opened, setOpened] = useState<MessageAttachment | null>(null);
  return (
    <ul className={classes['attachments']} aria-label="Attached documents">
      {attachments.map((attachment) => (
        <li key={attachment.sentChartId ?? `document ${attachment.patientDocumentId}`}>
          <UnstyledButton className={classes['attachment']} onClick={() => setOpened(attachment)}>
            <IconFileText size={16} aria-hidden />
            <span>
              {attachment.documentName}
              {!attachment.documentName.startsWith(attachment.documentTypeName) && (
                <small>{attachment.documentTypeName}</small>
              )}
            </span>
          </UnstyledButton>
        </li>
      ))}
      {opened !== null && <AttachmentDialog attachment={opened} patient={patient} onClose={() => setOpened(null)} />}
    </ul>
  );
}

/** Who has read a message, and when. Loaded when opened. */
function Readers({ message }: { message: Message }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setOpen} position="top-end" width={300} trapFocus withinPortal>
      <Popover.Target>
        <Tooltip label="Who has read it" disabled={isOpen}>
          <ActionIcon
            size={24}
            aria-label={`Who has read message ${message.sequence}`}
            onClick={() => setOpen(!isOpen)}
          >
            <IconEye size={14} aria-hidden />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Who has read it">
        {isOpen && <ReaderList userMessageId={message.userMessageId} />}
      </Popover.Dropdown>
    </Popover>
  );
}

function ReaderList({ userMessageId }: { userMessageId: number }): ReactNode {
  const query = useQuery(queryOf(getMessageReaders, { userMessageId }));
  if (query.data === undefined) return <QueryState query={query} loading={<ListSkeleton count={2} />} size="small" />;
  return (
    // The list gets the focus, so that screen readers read it.
    <ul className={classes['readers']} tabIndex={-1} data-autofocus aria-label="Who has read it">
      {query.data.readers.map((reader) => (
        <li key={reader.userId} data-read={reader.readAt !== null || undefined}>
          {reader.readAt === null ? <IconCircleDashed size={16} aria-hidden /> : <IconChecks size={16} aria-hidden />}
          <span>
            <strong>{personName(reader)}</strong>
            <ReadWords reader={reader} />
          </span>
        </li>
      ))}
    </ul>
  );
}

function ReadWords({ reader }: { reader: MessageReader }): ReactNode {
  if (reader.readAt === null) return <span>{reader.hasAccess ? 'Not read yet' : 'No longer has access'}</span>;
  return (
    <span>
      Read <DateTimeText at={reader.readAt} />
      {reader.readByUser !== null &&
        reader.readByUser.userId !== reader.userId &&
        ` by ${personName(reader.readByUser)}`}
    </span>
  );
}
