import type { ConversationMember } from '@careloop/contracts/messages/conversations';
import { Popover, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconUsers } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { membersLabel, othersOf, personName } from '../shared/people.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import classes from '../Messages.module.css';

interface MembersProps {
  members: readonly ConversationMember[];
  userId: number;
  hasPatient: boolean;
}

/** The members; a popover shows who is on the patient's care team. */
export function Members({ members, userId, hasPatient }: MembersProps): ReactNode {
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
