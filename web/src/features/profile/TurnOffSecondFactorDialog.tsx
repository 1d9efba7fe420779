import { disableSecondFactor, getSecondFactor } from '@careloop/contracts/session/credentials';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { toast } from '../../ui/toasts.tsx';
import { ConfirmPassword } from './ConfirmPassword.tsx';

/** Turns two-step sign-in off after the password is confirmed. */
export function TurnOffSecondFactorDialog({ onClose }: { onClose: () => void }): ReactNode {
  const disable = useCall(disableSecondFactor, {
    invalidates: [getSecondFactor],
    onError: 'form',
    onSuccess: () => toast.success('Two-step verification is off.'),
  });
  return (
    <ConfirmPassword
      title="Turn off two-step verification?"
      text="From then on your password alone signs you in. Your recovery codes are void."
      acceptLabel="Turn off"
      acceptTone="danger"
      onConfirm={(values) => disable.mutateAsync(values)}
      onDone={onClose}
      onClose={onClose}
    />
  );
}
