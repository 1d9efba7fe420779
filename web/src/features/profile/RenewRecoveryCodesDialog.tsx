import { renewRecoveryCodes } from '@careloop/contracts/session/credentials';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { ConfirmPassword, usePasswordForm } from './ConfirmPassword.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

/** Generates new recovery codes after the password is confirmed. */
export function RenewRecoveryCodesDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [codes, setCodes] = useState<readonly string[]>();
  const form = usePasswordForm();
  const renew = useCall(renewRecoveryCodes, { form });
  if (codes !== undefined) return <RecoveryCodesDialog codes={codes} onDone={onClose} />;
  return (
    <ConfirmPassword
      form={form}
      title="New recovery codes"
      text="Your current codes will stop working."
      acceptLabel="Make new codes"
      onConfirm={(values) => renew.submit(values)}
      onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
      onClose={onClose}
    />
  );
}
