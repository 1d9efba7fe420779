import {
  careTeamTexts,
  leaveCareTeam,
  listCareTeam,
  longestReason,
  membershipReasonForm,
  removeCareTeamMember,
  type CareTeamMember,
} from '@careloop/contracts/care-teams';
import { getPatientInfo } from '@careloop/contracts/patients';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { toApiError } from '../../../api/errors.ts';
import { invalidateAfter, queryOf, useCall } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { Field } from '../../../ui/Field.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';

interface MembershipDialogProps {
  patientId: number;
  member: CareTeamMember;
  /** True if the user, or the person acted for, leaves; false if they remove somebody else. */
  isLeaving: boolean;
  onClose: () => void;
}

/** Ends a membership of a care team, with a reason. */
export function MembershipDialog(props: MembershipDialogProps): ReactNode {
  const { patientId, isLeaving, onClose } = props;
  const form = useSchemaForm(membershipReasonForm, { reason: '' });
  const patient = useQuery(queryOf(getPatientInfo, { patientId }));
  const { member, conflict, reload } = useSeenMember(props);
  const onEnded = useEnded(
    isLeaving ? leaveCareTeam : removeCareTeamMember,
    member.status === 'invited' && !isLeaving,
    onClose,
  );
  // `onEnded` refetches, because it may have to leave the page of a patient who can no longer be opened first.
  const options = { invalidates: false, onSuccess: onEnded, form, onStale: reload };
  const leave = useCall(leaveCareTeam, options);
  const remove = useCall(removeCareTeamMember, options);
  const { title, acceptLabel, recipientLabel } = wordsOf(member, isLeaving);
  const { careTeamMemberId, version } = member;
  const submit = ({ reason }: { reason: string }) =>
    isLeaving ? leave.submit({ patientId, reason }) : remove.submit({ patientId, careTeamMemberId, version, reason });
  return (
    <FormDialog
      opened
      title={title}
      form={form}
      onClose={onClose}
      acceptLabel={acceptLabel}
      acceptTone="danger"
      isAcceptDisabled={conflict?.isOver === true}
      header={
        patient.data !== undefined && (
          <DialogSubject
            patient={patient.data}
            recipient={`${member.firstName} ${member.lastName}`}
            recipientLabel={recipientLabel}
            consequence={conflict?.isOver === true ? undefined : <WhatCloses member={member} isLeaving={isLeaving} />}
          />
        )
      }
      onSubmit={submit}
    >
      {conflict !== undefined && (
        <Callout tone="warning" role="alert" title={conflict.title}>
          {conflict.next}
        </Callout>
      )}
      <Field form={form} name="reason" label="Reason" required>
        {(field) => <TrimmedTextarea {...field} max={longestReason} />}
      </Field>
    </FormDialog>
  );
}

interface Conflict {
  title: string;
  next: string;
  /** The user can no longer remove the member, who may have left: the dialog can only be closed. */
  isOver?: boolean;
}

/** The member as the dialog shows them; `reload` shows the current state and what has changed. */
function useSeenMember({ patientId, member: opened }: MembershipDialogProps) {
  const client = useQueryClient();
  const [member, setMember] = useState(opened);
  const [conflict, setConflict] = useState<Conflict>();
  const reload = async () => {
    try {
      const { members } = await client.fetchQuery({ ...queryOf(listCareTeam, { patientId }), staleTime: 0 });
      const now = members.find((one) => one.careTeamMemberId === opened.careTeamMemberId);
      setConflict(conflictOf(member, now));
      if (now !== undefined) setMember(now);
    } catch (error) {
      toast.failure(toApiError(error));
    }
  };
  return { member, conflict, reload };
}

function conflictOf(seen: CareTeamMember, now: CareTeamMember | undefined): Conflict {
  const name = `${seen.firstName} ${seen.lastName}`;
  const allowed = now === undefined ? careTeamTexts.notMember : now.can.remove;
  if (now === undefined || allowed !== true) {
    const title = typeof allowed === 'string' ? allowed : careTeamTexts.notMember;
    return { title, next: 'There is nothing to do. Close this window.', isOver: true };
  }
  if (seen.status === 'invited' && now.status === 'accepted')
    return {
      title: `${name} has accepted the invitation`,
      next: `${name} is now a member. To take them off the care team anyway, select Remove.`,
    };
  return {
    title: `${name} has changed on the care team`,
    next: 'Check and try again.',
  };
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
function useEnded(endpoint: Endpoint, isInvitation: boolean, onClose: () => void) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return async (after: { canAccessPatient: boolean }) => {
    toast.success(isInvitation ? 'Invitation withdrawn.' : careTeamTexts.removed);
    if (after.canAccessPatient) onClose();
    else await navigate({ to: '/Patients' });
    return invalidateAfter(client, endpoint);
  };
}
