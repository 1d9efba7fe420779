import type { CareTeamMember } from '@careloop/contracts/care-teams';
import { inviteForm, inviteToCareTeam, longestInvitationText } from '@careloop/contracts/care-teams/members';
import { getPatientInfo } from '@careloop/contracts/patients';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf, useCall } from '../../../api/query.ts';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { InvitePicker, type InvitedUser } from './InvitePicker.tsx';

interface InviteDialogProps {
  patientId: number;
  members: readonly CareTeamMember[];
  /** Person already selected. */
  initial?: InvitedUser | undefined;
  onClose: () => void;
}

const form = inviteForm.pick({ message: true });

/** Invites people to a patient's care team, with an optional message. */
export function InviteDialog({ patientId, members, initial, onClose }: InviteDialogProps): ReactNode {
  const fields = useSchemaForm(form, { message: '' });
  const [chosen, setChosen] = useState<readonly InvitedUser[]>(initial === undefined ? [] : [initial]);
  const patient = useQuery(queryOf(getPatientInfo, { patientId }));
  const invite = useCall(inviteToCareTeam, {
    onSuccess: ({ invitedUserIds }) => {
      toast.success(invitedUserIds.length === 1 ? 'Invitation sent.' : `${invitedUserIds.length} invitations sent.`);
      onClose();
    },
    form: fields,
  });
  const present = members.filter(({ status }) => status !== 'inactive').map(({ userId }) => userId);
  return (
    <FormDialog
      opened
      title="Invite to care team"
      form={fields}
      onClose={onClose}
      size="lg"
      acceptLabel={chosen.length > 1 ? `Invite ${chosen.length} people` : 'Invite'}
      isAcceptDisabled={chosen.length === 0}
      savingLabel="Inviting..."
      header={
        patient.data !== undefined && (
          <DialogSubject
            patient={patient.data}
            consequence="Anyone who accepts can open the patient's record. Until then they see only the name, the birth year and your message."
          />
        )
      }
      onSubmit={({ message }) => invite.submit({ patientId, message, userIds: chosen.map(({ userId }) => userId) })}
    >
      <InvitePicker patientId={patientId} present={present} chosen={chosen} onChange={setChosen} />
      <Field form={fields} name="message" label="Message to the people you invite">
        {(field) => <TrimmedTextarea {...field} max={longestInvitationText} />}
      </Field>
    </FormDialog>
  );
}
