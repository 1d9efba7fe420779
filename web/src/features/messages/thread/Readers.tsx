import { getMessageReaders, type Message, type MessageReader } from '@careloop/contracts/messages';
import { ActionIcon, Popover, Tooltip } from '@mantine/core';
import { IconChecks, IconCircleDashed, IconEye } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { personName } from '../shared/people.ts';
import { DateTimeText } from '../../../ui/DateText.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import classes from './Thread.module.css';

/** Who has read a message, and when. Loaded when opened. */
export function Readers({ message }: { message: Message }): ReactNode {
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
