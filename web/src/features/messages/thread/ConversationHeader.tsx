import {
  archiveUserConversation,
  type Conversation,
  type ConversationMember,
} from '@careloop/contracts/messages/conversations';
import { messageTexts } from '@careloop/contracts/messages';
import { ActionIcon, Popover, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconArchive,
  IconArchiveOff,
  IconChevronDown,
  IconMail,
  IconPrinter,
  IconSearch,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { refreshConversations } from '../conversationRows.ts';
import { useCall } from '../../../api/query.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { ArchivedBadge } from '../shared/MessageBadges.tsx';
import { PatientBanner } from '../../patients/shared/PatientBanner.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { useCommand } from '../../../ui/commands.ts';
import { useShortcut } from '../../../ui/shortcuts.ts';
import classes from '../Messages.module.css';
import { membersLabel, othersOf, personName } from '../shared/people.ts';

export interface ConversationHeaderProps {
  conversation: Conversation;
  userId: number;
  /** Sequence number of the newest known message, whether or not it is loaded. */
  lastSequence: number;
  onFind: () => void;
  onPrint: () => void;
  isPreparingPrint: boolean;
  onMarkUnread: () => void;
  onArchived: () => void;
}

/** Patient, members and actions of the conversation. */
export function ConversationHeader(props: ConversationHeaderProps): ReactNode {
  const { conversation, userId, onFind, onPrint, onMarkUnread } = props;
  const { patient, isArchived } = conversation;
  useShortcut('u', 'Mark unread', onMarkUnread);
  useShortcut('/', 'Find in conversation', onFind);
  useCommand('Find in conversation', onFind);
  useCommand('Print conversation', onPrint);
  return (
    <>
      {patient !== null && <PatientBanner patient={patient} heading="h2" isLink />}
      <header className={classes['head']}>
        <Members members={conversation.members} userId={userId} hasPatient={patient !== null} />
        {isArchived && <ArchivedBadge />}
        <div className={classes['tools']}>
          <Tool label="Find in conversation" icon={IconSearch} onClick={onFind} />
          <Tool label="Mark unread" icon={IconMail} onClick={onMarkUnread} />
          <Tool label="Print conversation" icon={IconPrinter} isBusy={props.isPreparingPrint} onClick={onPrint} />
          <ArchiveButton {...props} />
        </div>
      </header>
    </>
  );
}

interface ToolProps {
  label: string;
  icon: Icon;
  isBusy?: boolean;
  onClick: () => void;
}

function Tool({ label, icon: ToolIcon, isBusy = false, onClick }: ToolProps): ReactNode {
  return (
    <Tooltip label={label}>
      <ActionIcon size={32} aria-label={label} loading={isBusy} onClick={onClick}>
        <ToolIcon size={18} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}

/** Archives or unarchives the conversation; a disabled button says why (docs/domain/messages.md). */
function ArchiveButton({ conversation, lastSequence, onArchived }: ConversationHeaderProps): ReactNode {
  const { conversationKey, isArchived, can } = conversation;
  const client = useQueryClient();
  const allowance = isArchived ? can['unarchive'] : can['archive'];
  const archive = useCall(archiveUserConversation, {
    onError: 'toast',
    onSuccess: (answer) => {
      if (answer.isArchived) onArchived();
      else toast.success(messageTexts.unarchived);
      return refreshConversations(client, new Set([conversationKey]));
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

interface MembersProps {
  members: readonly ConversationMember[];
  userId: number;
  hasPatient: boolean;
}

/** The members; a popover shows who is on the patient's care team. */
function Members({ members, userId, hasPatient }: MembersProps): ReactNode {
  return (
    <Popover position="bottom-start" width={320} withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes['members']}>
          <IconUsers size={18} aria-hidden />
          <span>
            <span className="visually-hidden">Conversation with </span>
            {membersLabel(othersOf(members, userId), 3)}
            {!hasPatient && <small> No patient</small>}
          </span>
          <IconChevronDown size={14} aria-hidden />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown aria-label="Members">
        <ul className={classes['memberList']} tabIndex={-1} data-autofocus aria-label="Members">
          {members.map((member) => (
            <li key={member.userId}>
              <span>
                {personName(member)}
                {member.userId === userId && ' (you)'}
              </span>
              <MemberStatus member={member} />
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

function MemberStatus({ member }: { member: ConversationMember }): ReactNode {
  if (!member.isActive) return <StatusBadge tone="inactive" label="No longer here" />;
  if (!member.hasAccess) return <StatusBadge tone="warning" label="No access" />;
  if (member.isActiveOnCareTeam === true) return <StatusBadge tone="success" label="Care team" />;
  if (member.isActiveOnCareTeam === false) return <StatusBadge tone="neutral" label="Not on care team" />;
  return null;
}
