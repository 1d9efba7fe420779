import {
  accessReasonForm,
  approveAccessRequest,
  declineAccessRequest,
  longestAccessReason,
  withdrawAccessRequest,
  type AccessRequest,
} from '@careloop/contracts/patient-access';
import { Group } from '@mantine/core';
import { IconArrowBackUp, IconCheck, IconX } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { toast } from '../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../ui/TrimmedTextarea.tsx';
import classes from './PatientAccess.module.css';
import { nameOfPatient } from './requestWords.ts';

export interface RequestActionsProps {
  request: AccessRequest;
  /** Called when the user has answered or withdrawn it. */
  onAnswered?: () => void;
}

/** Approve and decline for users who answer, withdraw for the requester. */
export function RequestActions({ request, onAnswered }: RequestActionsProps): ReactNode {
  const [isDeclining, setDeclining] = useState(false);
  const { accessRequestId, version, can, userName } = request;
  const approve = useCall(approveAccessRequest, {
    onSuccess: () => {
      toast.success(`Approved. ${userName} is now on the care team.`);
      onAnswered?.();
    },
  });
  const withdraw = useCall(withdrawAccessRequest, {
    onSuccess: () => {
      toast.success('Request withdrawn.');
      onAnswered?.();
    },
  });
  if (can.withdraw === true) {
    return (
      <ActionButton
        variant="default"
        allowance={can.withdraw}
        loading={withdraw.isPending}
        leftSection={<IconArrowBackUp size={16} aria-hidden />}
        onClick={() => withdraw.mutate({ accessRequestId, version })}
      >
        Withdraw request
      </ActionButton>
    );
  }
  return (
    <Group gap="0.5rem">
      <ActionButton
        variant="default"
        allowance={can.answer}
        leftSection={<IconX size={16} aria-hidden />}
        aria-label={`Decline access for ${userName}`}
        onClick={() => setDeclining(true)}
      >
        Decline
      </ActionButton>
      <ActionButton
        allowance={can.answer}
        loading={approve.isPending}
        leftSection={<IconCheck size={16} aria-hidden />}
        aria-label={`Approve access for ${userName}`}
        onClick={() => approve.mutate({ accessRequestId, version })}
      >
        Approve
      </ActionButton>
      {isDeclining && <DeclineDialog request={request} onAnswered={onAnswered} onClose={() => setDeclining(false)} />}
    </Group>
  );
}

function DeclineDialog({ request, onAnswered, onClose }: RequestActionsProps & { onClose: () => void }): ReactNode {
  const form = useSchemaForm(accessReasonForm, { reason: '' });
  const { accessRequestId, version, userName } = request;
  const decline = useCall(declineAccessRequest, {
    onSuccess: () => {
      toast.success('Request declined.');
      onAnswered?.();
      onClose();
    },
    form,
  });
  return (
    <FormDialog
      opened
      title="Decline access request"
      form={form}
      onClose={onClose}
      acceptLabel="Decline"
      acceptTone="danger"
      header={
        <p className={classes['line']}>
          {userName} asked for access to <strong>{nameOfPatient(request)}</strong> and will read your reason.
        </p>
      }
      onSubmit={({ reason }) => decline.submit({ accessRequestId, version, reason })}
    >
      <Field form={form} name="reason" label="Reason" required>
        {(field) => <TrimmedTextarea {...field} max={longestAccessReason} />}
      </Field>
    </FormDialog>
  );
}
