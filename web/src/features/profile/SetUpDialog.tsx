import {
  enableSecondFactor,
  getSecondFactor,
  prepareSecondFactor,
  secondFactorForm,
} from '@careloop/contracts/credentials';
import { Button } from '@mantine/core';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { AuthenticatorKey, AuthenticatorKeySkeleton } from '../../components/credentials/AuthenticatorKey.tsx';
import { CodeInput } from '../../components/credentials/CodeInput.tsx';
import { toast } from '../../shell/toasts.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import classes from './Profile.module.css';

/** An authenticator and its first code, then the codes for when it is not at hand. */
export function SetUpDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes === undefined) return <ConnectDialog onClose={onClose} onEnabled={setCodes} />;
  return (
    <RecoveryCodesDialog
      codes={codes}
      onDone={() => {
        toast.success('Two-step verification is on.');
        onClose();
      }}
    />
  );
}

interface ConnectDialogProps {
  onClose: () => void;
  onEnabled: (recoveryCodes: readonly string[]) => void;
}

function ConnectDialog({ onClose, onEnabled }: ConnectDialogProps): ReactNode {
  const formId = useId();
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string>();
  const prepare = useCall(prepareSecondFactor, { onError: 'form' });
  const enable = useCall(enableSecondFactor, {
    invalidates: [getSecondFactor],
    onSuccess: ({ recoveryCodes }) => onEnabled(recoveryCodes),
    onError: (error) => setProblem(error.validationErrors['code'] ?? error.message),
  });
  const isAsked = useRef(false);
  useEffect(() => {
    // Once: every further key would void the one that was scanned.
    if (isAsked.current) return;
    isAsked.current = true;
    prepare.mutate({});
  }, [prepare]);
  const submit = (code: string) => {
    const parsed = secondFactorForm.safeParse({ code });
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success && !enable.isPending) enable.mutate({ code });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title="Set up two-step verification"
      size={480}
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} loading={enable.isPending} disabled={prepare.data === undefined}>
            Turn on
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={classes['setUp']}
        onSubmit={(event) => {
          event.preventDefault();
          submit(value);
        }}
      >
        {prepare.error !== null && (
          <Callout
            tone="danger"
            action={
              <Button variant="default" onClick={() => prepare.mutate({})}>
                Retry
              </Button>
            }
          >
            {prepare.error.message}
          </Callout>
        )}
        <p>1. Scan this code with an authenticator app on your phone.</p>
        {prepare.data === undefined ? <AuthenticatorKeySkeleton /> : <AuthenticatorKey {...prepare.data} />}
        <p>2. Type the six digits that the app shows.</p>
        <CodeInput
          value={value}
          error={problem}
          isBusy={enable.isPending}
          onComplete={submit}
          onChange={(text) => {
            setValue(text);
            setProblem(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
