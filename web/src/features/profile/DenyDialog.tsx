import { decideEnrollment, denialForm, longestDenialReason } from '@careloop/contracts/profile/enrollment';
import type { ReactNode } from 'react';
import { applyServerErrors } from '../../api/formErrors.ts';
import { useCall } from '../../api/query.ts';
import { CharacterCountedTextarea } from '../../ui/CharacterCountedTextarea.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { inputProps, useSchemaForm } from '../../ui/forms.ts';
import { toast } from '../../ui/toasts.tsx';

interface DenyDialogProps {
  name: string;
  pair: { proxiedUserId: number; proxyUserId: number };
  onClose: () => void;
}

/** Denies an account, with a reason for the requester. */
export function DenyDialog({ name, pair, onClose }: DenyDialogProps): ReactNode {
  const form = useSchemaForm(denialForm, { reason: '' });
  const deny = useCall(decideEnrollment, {
    onError: (error) => applyServerErrors(form, error),
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
      onSubmit={({ reason }) => deny.mutateAsync({ ...pair, isApproved: false, reason }).catch(() => undefined)}
    >
      <CharacterCountedTextarea
        label="Reason"
        withAsterisk
        description="Shown to the person who requested the account."
        {...inputProps(form, 'reason')}
        max={longestDenialReason}
      />
    </FormDialog>
  );
}
