import { disableSecondFactor } from '@careloop/contracts/session/credentials';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { toast } from '../../ui/toasts.tsx';
import { ConfirmPassword, usePasswordForm } from './ConfirmPassword.tsx';

/** Turns two-step sign-in off after the password is confirmed. */
export function TurnOffSecondFactorDialog({ onClose }: { onClose: () => void }): ReactNode {
  const form = usePasswordForm();
  const disable = useCall(disableSecondFactor, {
    form,
    onSuccess: () => toast.success('Two-step verification is off.'),
  });
  return (
    <ConfirmPassword
      form={form}
      title="Turn off two-step verification?"
      text="Your password alone will be enough to sign in, and your recovery codes will stop working."
      acceptLabel="Turn off"
      acceptTone="danger"
      onConfirm={(values) => disable.submit(values)}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
