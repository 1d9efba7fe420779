import { longestReason } from '@careloop/contracts/care-teams';
import { declineInviteForm, processInvitations, type Invitation } from '@careloop/contracts/care-teams/invitations';
import type { ReactNode } from 'react';
import { applyServerErrors } from '../../api/formErrors.ts';
import { useCall } from '../../api/query.ts';
import { CharacterCountedTextarea } from '../../ui/CharacterCountedTextarea.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { inputProps, useSchemaForm } from '../../ui/forms.ts';
import { toast } from '../../ui/toasts.tsx';
import classes from './Invitations.module.css';
import { birthYearText, invitedPatientName } from './invitationWords.ts';
import { staleAfterAnswer } from './staleAfterAnswer.ts';

/** Asks for the reason and declines one invitation. */
export function DeclineInviteDialog({
  invitation,
  onClose,
}: {
  invitation: Invitation;
  onClose: () => void;
}): ReactNode {
  const form = useSchemaForm(declineInviteForm, { reason: '' });
  const decline = useCall(processInvitations, {
    invalidates: staleAfterAnswer,
    onSuccess: ({ outcomes }) => {
      const refusal = outcomes.find(({ wasProcessed }) => !wasProcessed);
      if (refusal === undefined) toast.success('Invitation declined.');
      else toast.warning(refusal.message);
      onClose();
    },
    onError: (error) => applyServerErrors(form, error),
  });
  const { careTeamMemberId } = invitation;
  return (
    <FormDialog
      opened
      title="Decline Invite"
      form={form}
      onClose={onClose}
      acceptLabel="Decline invite"
      acceptTone="danger"
      header={
        <p className={classes['patient']} aria-label="Patient">
          <strong>{invitedPatientName(invitation)}</strong> <span>{birthYearText(invitation)}</span>
        </p>
      }
      onSubmit={({ reason }) =>
        decline
          .mutateAsync({ careTeamMemberIds: [careTeamMemberId], isAccepting: false, reason })
          .catch(() => undefined)
      }
    >
      <CharacterCountedTextarea label="Reason" {...inputProps(form, 'reason')} max={longestReason} />
    </FormDialog>
  );
}
