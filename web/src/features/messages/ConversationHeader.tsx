import { archiveUserConversation, type Conversation } from '@careloop/contracts/messages-conversations';
import { getSingleUserConversation, getUserConversations } from '@careloop/contracts/messages-conversations';
import { messageTexts } from '@careloop/contracts/messages';
import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconMail, IconPrinter, IconSearch, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { ArchivedBadge } from '../../components/messages/MessageBadges.tsx';
import { PatientBanner, patientName } from '../../components/PatientBanner.tsx';
import { toast } from '../../shell/toasts.tsx';
import { useCommand } from '../../ui/commands.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { patientDetail } from './choices.tsx';
import { Members } from './Members.tsx';
import classes from './Messages.module.css';
import { usePrinting } from './usePrinting.ts';

export interface ConversationHeaderProps {
  conversation: Conversation;
  userId: number;
  /** The newest message this page knows of, whether or not it is the part that is shown. */
  lastSequence: number;
  onFind: () => void;
  onLoadAll: (most: number) => Promise<void>;
  onMarkUnread: () => void;
  onArchived: () => void;
}

/** About whom, with whom, and what can be done with the whole of it. */
export function ConversationHeader(props: ConversationHeaderProps): ReactNode {
  const { conversation, userId, onFind, onMarkUnread } = props;
  const { patient, isArchived } = conversation;
  const print = usePrinting(
    patient === null ? 'Secure conversation' : `${patientName(patient)} · ${patientDetail(patient)}`,
    props.onLoadAll,
  );
  useShortcut('u', 'Mark unread', onMarkUnread);
  useShortcut('/', 'Find in conversation', onFind);
  useCommand('Find in conversation', onFind);
  useCommand('Print conversation', print);
  return (
    <>
      {patient !== null && <PatientBanner patient={patient} heading="h2" isLink />}
      <header className={classes['head']}>
        <Members members={conversation.members} userId={userId} hasPatient={patient !== null} />
        {isArchived && <ArchivedBadge />}
        <div className={classes['tools']}>
          <Tool label="Find in conversation" icon={IconSearch} onClick={onFind} />
          <Tool label="Mark unread" icon={IconMail} onClick={onMarkUnread} />
          <Tool label="Print conversation" icon={IconPrinter} onClick={print} />
          <ArchiveButton {...props} />
        </div>
      </header>
    </>
  );
}

function Tool({ label, icon: ToolIcon, onClick }: { label: string; icon: Icon; onClick: () => void }): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon size={32} aria-label={label} onClick={onClick}>
        <ToolIcon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Into the archive or out of it. What the server does not allow says why (specification 1, section 4). */
function ArchiveButton({ conversation, lastSequence, onArchived }: ConversationHeaderProps): ReactNode {
  const { conversationKey, isArchived, can } = conversation;
  const allowance = isArchived ? can['unarchive'] : can['archive'];
  const archive = useCall(archiveUserConversation, {
    invalidates: [getUserConversations, getSingleUserConversation],
    onError: 'toast',
    onSuccess: (answer) => {
      toast.success(answer.isArchived ? messageTexts.archived : messageTexts.unarchived);
      if (answer.isArchived) onArchived();
    },
  });
  const run = () => {
    if (allowance !== true || archive.isPending) return;
    archive.mutate({ conversationKey, archiveConversation: !isArchived, lastSequence });
  };
  const label = isArchived ? 'Unarchive' : 'Archive';
  useShortcut('e', label, run);
  useCommand(`${label} conversation`, run, allowance === true);
  const ButtonIcon = isArchived ? IconArchiveOff : IconArchive;
  return (
    <ActionButton
      allowance={allowance}
      variant="default"
      loading={archive.isPending}
      leftSection={<ButtonIcon size={16} aria-hidden />}
      onClick={run}
    >
      {label}
    </ActionButton>
  );
}
