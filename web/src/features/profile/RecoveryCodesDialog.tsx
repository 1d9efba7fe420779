import type { ReactNode } from 'react';
import { RecoveryCodes } from '../../components/credentials/RecoveryCodes.tsx';
import { useSession } from '../../session/useSession.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import classes from './Profile.module.css';

export interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onDone: () => void;
}

/** The codes, this once. There is no way past them but having kept them. */
export function RecoveryCodesDialog({ codes, onDone }: RecoveryCodesDialogProps): ReactNode {
  const { user, config } = useSession();
  return (
    <Dialog
      opened
      onClose={() => undefined}
      withCloseButton={false}
      closeOnClickOutside={false}
      title="Keep your recovery codes"
      size={440}
    >
      <p className={classes['remark']}>
        When your phone is lost or away, each of these signs you in once. They are shown only now.
      </p>
      <RecoveryCodes
        codes={codes}
        productName={config.productName}
        username={user.username}
        doneLabel="Done"
        onDone={onDone}
      />
    </Dialog>
  );
}
