import type { Invitation } from '@careloop/contracts/care-teams/invitations';
import { Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSession } from '../../session/useSession.ts';
import { DateText } from '../../ui/DateText.tsx';
import { birthYearText, invitedPatientName } from './invitationWords.ts';

/** An invitation in the list: patient, sender, and the invited person if it is not the user. */
export function InvitationRow({ invitation }: { invitation: Invitation }): ReactNode {
  const { user } = useSession();
  const name = invitedPatientName(invitation);
  const isOwn = invitation.userId === user.userId;
  return (
    <>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text span fw={600}>
          {name}
        </Text>
        <Text span fz="xs" flex="none">
          {birthYearText(invitation)}
        </Text>
      </Group>
      <Group justify="space-between" gap="sm" wrap="nowrap" fz="xs" c="dimmed">
        <Text span inherit>
          {isOwn ? `From ${invitation.invitedByName ?? 'the care team'}` : `For ${invitation.userName}`}
        </Text>
        <Text span inherit flex="none">
          <DateText at={invitation.invitedAt} />
        </Text>
      </Group>
    </>
  );
}
