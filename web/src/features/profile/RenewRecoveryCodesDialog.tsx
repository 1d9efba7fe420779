import { renewRecoveryCodes } from '@careloop/contracts/session/credentials';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { ConfirmPassword } from './ConfirmPassword.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

/** Generates new recovery codes after the password is confirmed. */
export function RenewRecoveryCodesDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [codes, setCodes] = useState<readonly string[]>();
  const renew = useCall(renewRecoveryCodes, { onError: 'form' });
  if (codes !== undefined) return <RecoveryCodesDialog codes={codes} onDone={onClose} />;
  return (
    <ConfirmPassword
      title="New recovery codes"
      text="Your current codes will stop working."
      acceptLabel="Make new codes"
      onConfirm={(values) => renew.mutateAsync(values)}
      onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
      onClose={onClose}
    />
  );
}
