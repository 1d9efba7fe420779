import { decideEnrollment, denialForm, longestDenialReason } from '@careloop/contracts/profile/enrollment';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { toast } from '../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../ui/TrimmedTextarea.tsx';

interface DenyDialogProps {
  name: string;
  pair: { proxiedUserId: number; proxyUserId: number };
  onClose: () => void;
}

/** Denies an account, with a reason for the requester. */
export function DenyDialog({ name, pair, onClose }: DenyDialogProps): ReactNode {
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
