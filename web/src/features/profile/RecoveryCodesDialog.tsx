import type { ReactNode } from 'react';
import { RecoveryCodes } from '../../session/credentials/RecoveryCodes.tsx';
import { useSession } from '../../session/useSession.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { useDirtyGuard } from '../../ui/dirtyGuard.ts';
import type { LeaveWords } from '../../ui/unsaved.ts';
import classes from './Profile.module.css';

export interface RecoveryCodesDialogProps {
  codes: readonly string[];
  onDone: () => void;
}

const keptWords: LeaveWords = {
  title: 'Have you saved your recovery codes?',
  message: 'They are shown only now.',
  tone: 'danger',
};

/** Shows the recovery codes once. It closes only after the user confirms having saved them. */
export function RecoveryCodesDialog({ codes, onDone }: RecoveryCodesDialogProps): ReactNode {
  const { user, config } = useSession();
  useDirtyGuard(true, null, keptWords);
  return (
    <Dialog
      opened
      onClose={() => undefined}
      onHistoryMove={onDone}
      withCloseButton={false}
      closeOnClickOutside={false}
      title="Keep your recovery codes"
      size={440}
    >
      <p className={classes['remark']}>
        If you lose your phone or do not have it with you, each of these codes signs you in once. They are shown only
        now.
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
