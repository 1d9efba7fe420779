import type { CareTeamMember } from '@careloop/contracts/care-teams';
import { joinCareTeam } from '@careloop/contracts/care-teams/members';
import type { Allowance } from '@careloop/contracts/can';
import { allOf } from '@careloop/contracts/access';
import { messageLimits, messageTexts } from '@careloop/contracts/messages';
import { IconMessagePlus, IconUserCheck, IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { shownUser } from '../../../api/actingFor.ts';
import { useCall } from '../../../api/query.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { useSession } from '../../../session/useSession.ts';
import { toast } from '../../../ui/toasts.tsx';
import classes from './CareTeam.module.css';

interface TeamActionsProps {
  patientId: number;
  members: readonly CareTeamMember[];
  can: Record<'invite' | 'join' | 'message', Allowance> | undefined;
  onInvite: () => void;
  onMessage: (userIds: readonly number[]) => void;
}

/** Actions for the care team as a whole. */
export function TeamActions({ patientId, members, can, onInvite, onMessage }: TeamActionsProps): ReactNode {
  const session = useSession();
  const self = shownUser();
  const others = members.filter(({ userId, status }) => status === 'accepted' && userId !== self);
  const isMember = members.some(({ userId, status }) => status === 'accepted' && userId === self);
  const join = useCall(joinCareTeam, {
    onSuccess: () => toast.success('You are on the care team now.'),
  });
  return (
    <div className={classes['bar']}>
      <ActionButton allowance={can?.invite} leftSection={<IconUserPlus size={16} aria-hidden />} onClick={onInvite}>
        Invite
      </ActionButton>
      {!isMember && (
        <ActionButton
          variant="default"
          allowance={can?.join}
          loading={join.isPending}
          leftSection={<IconUserCheck size={16} aria-hidden />}
          onClick={() => join.mutate({ patientId })}
        >
          Join care team
        </ActionButton>
      )}
      {others.length > 1 && session.can(allOf('Messages')) && (
        <ActionButton
          variant="default"
          allowance={others.length > messageLimits.recipients ? tooMany(others.length) : can?.message}
          leftSection={<IconMessagePlus size={16} aria-hidden />}
          onClick={() => onMessage(others.map(({ userId }) => userId))}
        >
          Message all
        </ActionButton>
      )}
    </div>
  );
}

const tooMany = (count: number) =>
  `${messageTexts.tooManyRecipients}, and this care team has ${count} other members. Message them in groups.`;
