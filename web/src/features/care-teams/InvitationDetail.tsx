import type { Invitation } from '@careloop/contracts/care-teams/invitations';
import { Button, Group } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { DecisionDetail, Quote } from '../../components/DecisionDetail.tsx';
import { useSession } from '../../session/useSession.ts';
import { DateTimeText } from '../../ui/DateText.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { birthYearText, invitedPatientName } from './invitationWords.ts';

interface InvitationDetailProps {
  invitation: Invitation;
  onAnswer: (answer: 'accept' | 'decline') => void;
}

/** The facts that the invited person needs to decide, and the decision. */
export function InvitationDetail({ invitation, onAnswer }: InvitationDetailProps): ReactNode {
  return (
    <DecisionDetail
      title={invitedPatientName(invitation)}
      meta={`${birthYearText(invitation)} · ${invitation.clientName}`}
      actions={
        <Group gap="0.5rem">
          <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={() => onAnswer('decline')}>
            Decline invite
          </Button>
          <Button leftSection={<IconCheck size={16} aria-hidden />} onClick={() => onAnswer('accept')}>
            Accept invite
          </Button>
        </Group>
      }
    >
      {invitation.invitationText !== null && <Quote>{invitation.invitationText}</Quote>}
      <InvitationFacts invitation={invitation} />
    </DecisionDetail>
  );
}

function InvitationFacts({ invitation }: { invitation: Invitation }): ReactNode {
  const { invitedByName, invitedBySpecialty, invitedAt, userName, userId } = invitation;
  const { user } = useSession();
  const inviter = [invitedByName, invitedBySpecialty].filter(Boolean).join(', ');
  return (
    <Facts
      facts={[
        { label: 'Invited by', value: inviter },
        { label: 'Invited on', value: <DateTimeText at={invitedAt} /> },
        ...(userId === user.userId ? [] : [{ label: 'Invited', value: userName }]),
      ]}
    />
  );
}
