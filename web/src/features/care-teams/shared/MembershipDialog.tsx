import {
  careTeamTexts,
  leaveCareTeam,
  listCareTeam,
  longestReason,
  membershipReasonForm,
  removeCareTeamMember,
} from '@careloop/contracts/care-teams';
import { getUserConversations } from '@careloop/contracts/messages/conversations';
import { canAccessPatient, getPatientInfo, listPatients } from '@careloop/contracts/patients';
import type { CareTeamMember } from '@careloop/contracts/care-teams';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { applyServerErrors } from '../../../api/formErrors.ts';
import { invalidate, queryOf, useCall } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { toast } from '../../../ui/toasts.tsx';
import { CharacterCountedTextarea } from '../../../ui/CharacterCountedTextarea.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { inputProps, useSchemaForm } from '../../../ui/forms.ts';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';

interface MembershipDialogProps {
  patientId: number;
  member: CareTeamMember;
  /** True if the user, or the person acted for, leaves; false if they remove somebody else. */
  isLeaving: boolean;
  onClose: () => void;
}

/** Ends a membership of a care team, with a reason. */
export function MembershipDialog({ patientId, member, isLeaving, onClose }: MembershipDialogProps): ReactNode {
  const form = useSchemaForm(membershipReasonForm, { reason: '' });
  const patient = useQuery(queryOf(getPatientInfo, { patientId }));
  const onEnded = useEnded(member.status === 'invited' && !isLeaving, onClose);
  const options = { onSuccess: onEnded, onError: (error: Error) => applyServerErrors(form, error) };
  const leave = useCall(leaveCareTeam, options);
  const remove = useCall(removeCareTeamMember, options);
  const { title, acceptLabel, recipientLabel } = wordsOf(member, isLeaving);
  const submit = ({ reason }: { reason: string }) =>
    isLeaving
      ? leave.mutateAsync({ patientId, reason })
      : remove.mutateAsync({ patientId, careTeamMemberId: member.careTeamMemberId, reason });
  return (
    <FormDialog
      opened
      title={title}
      form={form}
      onClose={onClose}
      acceptLabel={acceptLabel}
      acceptTone="danger"
      header={
        patient.data !== undefined && (
          <DialogSubject
            patient={patient.data}
            recipient={`${member.firstName} ${member.lastName}`}
            recipientLabel={recipientLabel}
            consequence={<WhatCloses member={member} isLeaving={isLeaving} />}
          />
        )
      }
      onSubmit={(values) => submit(values).catch(() => undefined)}
    >
      <CharacterCountedTextarea label="Reason" withAsterisk {...inputProps(form, 'reason')} max={longestReason} />
    </FormDialog>
  );
}

function wordsOf({ status }: CareTeamMember, isLeaving: boolean) {
  if (isLeaving) return { title: 'Leave Care Team', acceptLabel: 'Leave', recipientLabel: 'Member' };
  if (status === 'invited')
    return { title: 'Withdraw invitation', acceptLabel: 'Withdraw invitation', recipientLabel: 'Invited' };
  return { title: 'Remove Care Team Member', acceptLabel: 'Remove', recipientLabel: 'Member' };
}

function WhatCloses({ member, isLeaving }: Pick<MembershipDialogProps, 'member' | 'isLeaving'>): ReactNode {
  const { user } = useSession();
  const what = 'open this patient through the care team, nor read messages about the patient';
  const name = `${member.firstName} ${member.lastName}`;
  if (member.status === 'invited') return `The invitation of ${name} is withdrawn.`;
  if (member.userId === user.userId) return `Once you have left, you cannot ${what}.`;
  return `Once ${isLeaving ? `${name} has left, they` : `removed, ${name}`} cannot ${what}.`;
}

/** Confirms it, and leaves the patient's page if access has ended. */
function useEnded(isInvitation: boolean, onClose: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (after: { canAccessPatient: boolean }) => {
    toast.success(isInvitation ? 'Invitation withdrawn.' : careTeamTexts.removed);
    if (!after.canAccessPatient) {
      await navigate({ to: '/Patients' });
      return invalidate(client, canAccessPatient, listPatients);
    }
    onClose();
    return invalidate(client, listCareTeam, getPatientInfo, listPatients, getUserConversations);
  };
}
