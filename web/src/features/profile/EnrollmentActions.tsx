import { enrollmentStatus } from '@careloop/contracts/codes/profile';
import type { Proxy } from '@careloop/contracts/profile';
import {
  decideEnrollment,
  denialForm,
  enrollmentTexts,
  longestDenialReason,
  requestEnrollment,
} from '@careloop/contracts/profile/enrollment';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { toast } from '../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../ui/TrimmedTextarea.tsx';
import classes from './Profile.module.css';

/** Next steps for an account that is not set up yet. */
export function EnrollmentActions({
  person,
  pair,
}: {
  person: Proxy;
  pair: { proxiedUserId: number; proxyUserId: number };
}): ReactNode {
  const { can, enrollmentStatus: code } = person;
  const [isDenying, setDenying] = useState(false);
  const name = `${person.firstName} ${person.lastName}`;
  const request = useCall(requestEnrollment, {
    onError: 'toast',
    onSuccess: () => toast.success(enrollmentTexts.requested),
  });
  const decide = useCall(decideEnrollment, {
    onError: 'toast',
    onSuccess: () => toast.success(`${name} can sign in now.`),
  });
  if (code === enrollmentStatus.table.pending_supervisor_approval) {
    if (can.decide !== true) return <span className={classes['remark']}>{can.decide}</span>;
    return (
      <>
        <Button
          size="compact-sm"
          loading={decide.isPending}
          onClick={() => decide.mutate({ ...pair, isApproved: true })}
        >
          Approve
        </Button>
        <Button size="compact-sm" variant="default" disabled={decide.isPending} onClick={() => setDenying(true)}>
          Deny
        </Button>
        {isDenying && <DenyDialog name={name} pair={pair} onClose={() => setDenying(false)} />}
      </>
    );
  }
  return (
    <ActionButton
      size="compact-sm"
      variant="default"
      allowance={can.request}
      loading={request.isPending}
      onClick={() => request.mutate(pair)}
    >
      {code === enrollmentStatus.table.supervisor_approval_denied ? 'Request again' : 'Send link again'}
    </ActionButton>
  );
}

interface DenyDialogProps {
  name: string;
  pair: { proxiedUserId: number; proxyUserId: number };
  onClose: () => void;
}

/** Denies an account, with a reason for the requester. */
function DenyDialog({ name, pair, onClose }: DenyDialogProps): ReactNode {
  const form = useSchemaForm(denialForm, { reason: '' });
  const deny = useCall(decideEnrollment, {
    form,
    onSuccess: () => {
      toast.success(`${name} was not approved.`);
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      title={`Deny ${name}?`}
      form={form}
      onClose={onClose}
      acceptLabel="Deny"
      acceptTone="danger"
      onSubmit={({ reason }) => deny.submit({ ...pair, isApproved: false, reason })}
    >
      <Field
        form={form}
        name="reason"
        label="Reason"
        required
        description="Shown to the person who requested the account."
      >
        {(field) => <TrimmedTextarea {...field} max={longestDenialReason} />}
      </Field>
    </FormDialog>
  );
}
