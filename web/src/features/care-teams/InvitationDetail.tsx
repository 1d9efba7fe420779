import { acceptInvitation, type Invitation } from '@careloop/contracts/care-teams/invitations';
import { canAccessPatient, listPatients } from '@careloop/contracts/patients';
import { Button, Group } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { DecisionDetail, Quote } from '../../components/DecisionDetail.tsx';
import { useSession } from '../../session/useSession.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DateTimeText } from '../../ui/DateText.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { toast } from '../../ui/toasts.tsx';
import classes from './Invitations.module.css';
import { DeclineInviteDialog } from './DeclineInviteDialog.tsx';
import { birthYearText, invitedPatientName } from './invitationWords.ts';
import { staleAfterAnswer } from './staleAfterAnswer.ts';

/** What the invited needs to decide, and the decision. */
export function InvitationDetail({ invitation }: { invitation: Invitation }): ReactNode {
  const [open, setOpen] = useState<'accept' | 'decline'>();
  const close = () => setOpen(undefined);
  return (
    <DecisionDetail
      title={invitedPatientName(invitation)}
      meta={`${birthYearText(invitation)} · ${invitation.clientName}`}
      actions={
        <Group gap="0.5rem">
          <Button variant="default" leftSection={<IconX size={16} aria-hidden />} onClick={() => setOpen('decline')}>
            Decline invite
          </Button>
          <Button leftSection={<IconCheck size={16} aria-hidden />} onClick={() => setOpen('accept')}>
            Accept invite
          </Button>
        </Group>
      }
    >
      {invitation.invitationText !== null && <Quote>{invitation.invitationText}</Quote>}
      <InvitationFacts invitation={invitation} />
      {open === 'accept' && <AcceptInviteDialog invitation={invitation} onClose={close} />}
      {open === 'decline' && <DeclineInviteDialog invitation={invitation} onClose={close} />}
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

/** Says what accepting opens, and opens it. */
function AcceptInviteDialog({ invitation, onClose }: { invitation: Invitation; onClose: () => void }): ReactNode {
  const { user } = useSession();
  const navigate = useNavigate();
  const { careTeamMemberId, userId, userName } = invitation;
  const who = userId === user.userId ? 'You join' : `${userName} joins`;
  const accept = useCall(acceptInvitation, {
    invalidates: [...staleAfterAnswer, canAccessPatient, listPatients],
    onSuccess: async ({ patientId }) => {
      onClose();
      toast.success('Invitation accepted.');
      await navigate({ to: '/Patient/$patientId', params: { patientId: String(patientId) } });
    },
  });
  return (
    <Dialog
      opened
      title="Accept Invite"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button data-autofocus loading={accept.isPending} onClick={() => accept.mutate({ careTeamMemberId })}>
            Accept invite
          </Button>
        </>
      }
    >
      <p className={classes['patient']} aria-label="Patient">
        <strong>{invitedPatientName(invitation)}</strong> <span>{birthYearText(invitation)}</span>
      </p>
      <p className={classes['line']}>
        {who} the care team. The patient&apos;s record opens, and the other members see it.
      </p>
    </Dialog>
  );
}
