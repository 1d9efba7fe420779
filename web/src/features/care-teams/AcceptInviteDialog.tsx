import { acceptInvitation, type Invitation } from '@careloop/contracts/care-teams/invitations';
import { Button, Stack } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { useSession } from '../../session/useSession.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogCancel } from '../../ui/DialogCancel.tsx';
import { toast } from '../../ui/toasts.tsx';
import classes from './Invitations.module.css';
import { birthYearText, invitedPatientName } from './invitationWords.ts';
import { NoLongerPendingCallout } from './NoLongerPendingCallout.tsx';

export interface AnswerDialogProps {
  invitation: Invitation;
  /** False once the invitation was answered elsewhere or withdrawn while the dialog is open. */
  isPending: boolean;
  onClose: () => void;
}

/** Says what accepting gives access to, and accepts. */
export function AcceptInviteDialog({ invitation, isPending, onClose }: AnswerDialogProps): ReactNode {
  const { user } = useSession();
  const navigate = useNavigate();
  const { careTeamMemberId, userId, userName } = invitation;
  const who = userId === user.userId ? 'You join' : `${userName} joins`;
  const accept = useCall(acceptInvitation, {
    onSuccess: async ({ patientId }) => {
      onClose();
      toast.success('Invitation accepted.');
      // Back then leads to the invitations that are still pending, not to this one.
      await navigate({ to: '/Patients/Invites', search: {}, replace: true });
      await navigate({ to: '/Patient/$patientId', params: { patientId: String(patientId) } });
    },
  });
  // The list also reacts to the user's own answer, sometimes before the call returns.
  const isGone = !isPending && accept.isIdle;
  return (
    <Dialog
      opened
      title="Accept Invite"
      onClose={onClose}
      footer={
        <>
          <DialogCancel>{isGone ? 'Close' : 'Cancel'}</DialogCancel>
          {!isGone && (
            <Button data-autofocus loading={accept.isPending} onClick={() => accept.mutate({ careTeamMemberId })}>
              Accept invite
            </Button>
          )}
        </>
      }
    >
      <Stack gap="sm">
        <p className={classes['patient']} role="group" aria-label="Patient">
          <strong>{invitedPatientName(invitation)}</strong> <span>{birthYearText(invitation)}</span>
        </p>
        {isGone ? (
          <NoLongerPendingCallout />
        ) : (
          <p className={classes['line']}>
            {who} the care team and can open the patient&apos;s record. The other members see the new member.
          </p>
        )}
      </Stack>
    </Dialog>
  );
}
