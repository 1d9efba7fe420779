import { longestReason } from '@careloop/contracts/care-teams';
import { declineInviteForm, processInvitations } from '@careloop/contracts/care-teams/invitations';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { toast } from '../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../ui/TrimmedTextarea.tsx';
import type { AnswerDialogProps } from './AcceptInviteDialog.tsx';
import classes from './Invitations.module.css';
import { birthYearText, declineReasonHint, invitedPatientName } from './invitationWords.ts';
import { NoLongerPendingCallout } from './NoLongerPendingCallout.tsx';

/** Asks for the reason and declines one invitation. */
export function DeclineInviteDialog(props: AnswerDialogProps & { onDeclined: () => void }): ReactNode {
  const { invitation, isPending, onDeclined, onClose } = props;
  const form = useSchemaForm(declineInviteForm, { reason: '' });
  const decline = useCall(processInvitations, {
    onSuccess: ({ outcomes }) => {
      const refusal = outcomes.find(({ wasProcessed }) => !wasProcessed);
      if (refusal === undefined) toast.success('Invitation declined.');
      else toast.warning(refusal.message);
      onDeclined();
      onClose();
    },
    form,
  });
  const { careTeamMemberId } = invitation;
  // The list also reacts to the user's own answer, sometimes before the call returns.
  const isGone = !isPending && decline.isIdle;
  return (
    <FormDialog
      opened
      title="Decline Invite"
      form={form}
      onClose={onClose}
      acceptLabel="Decline invite"
      acceptTone="danger"
      isAcceptDisabled={isGone}
      header={
        <p className={classes['patient']} role="group" aria-label="Patient">
          <strong>{invitedPatientName(invitation)}</strong> <span>{birthYearText(invitation)}</span>
        </p>
      }
      onSubmit={({ reason }) => decline.submit({ careTeamMemberIds: [careTeamMemberId], isAccepting: false, reason })}
    >
      {isGone && <NoLongerPendingCallout />}
      <Field form={form} name="reason" label="Reason" required description={declineReasonHint}>
        {(field) => <TrimmedTextarea {...field} max={longestReason} />}
      </Field>
    </FormDialog>
  );
}
