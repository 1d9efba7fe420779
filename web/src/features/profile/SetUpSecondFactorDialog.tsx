import {
  enableSecondFactor,
  enableSecondFactorForm,
  prepareSecondFactor,
} from '@careloop/contracts/session/credentials';
import { Button, PasswordInput } from '@mantine/core';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { CodeInput } from '../../session/credentials/CodeInput.tsx';
import { UsernameForManagers } from '../../session/credentials/UsernameForManagers.tsx';
import { useSession } from '../../session/useSession.ts';
import { toast } from '../../ui/toasts.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogCancel } from '../../ui/DialogCancel.tsx';
import { AuthenticatorKeyToScan, usePreparedKey } from './AuthenticatorKeyToScan.tsx';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';
import classes from './Profile.module.css';

/** Sets up an authenticator with its first code, then shows the recovery codes. */
export function SetUpSecondFactorDialog({ onClose }: { onClose: () => void }): ReactNode {
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

interface Problems {
  code?: string | undefined;
  password?: string | undefined;
}

/** The first message of each field. */
function problemsOf(issues: readonly { path: PropertyKey[]; message: string }[]): Problems {
  const of = (field: string) => issues.find(({ path }) => path[0] === field)?.message;
  return { code: of('code'), password: of('password') };
}

function ConnectDialog({ onClose, onEnabled }: ConnectDialogProps): ReactNode {
  const formId = useId();
  const { user } = useSession();
  const [code, setCode] = useState('');
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const passwordInput = useRef<HTMLInputElement>(null);
  const prepare = usePreparedKey(prepareSecondFactor);
  const enable = useCall(enableSecondFactor, {
    onSuccess: ({ recoveryCodes }) => onEnabled(recoveryCodes),
    onError: ({ validationErrors, message }) => {
      const { code: wrongCode, password: wrongPassword } = validationErrors;
      setProblems(wrongPassword === undefined ? { code: wrongCode ?? message } : { password: wrongPassword });
      if (wrongPassword !== undefined) passwordInput.current?.select();
    },
  });
  const submit = (typed = code) => {
    const parsed = enableSecondFactorForm.safeParse({ code: typed, password });
    setProblems(parsed.success ? {} : problemsOf(parsed.error.issues));
    if (parsed.success && !enable.isPending) enable.mutate({ code: typed, password });
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
          <DialogCancel />
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
          submit();
        }}
      >
        <AuthenticatorKeyToScan prepare={prepare} step="1. Scan this code with an authenticator app on your phone." />
        <p>2. Type the six digits that the app shows.</p>
        <CodeInput
          value={code}
          error={problems.code}
          isBusy={enable.isPending}
          onComplete={(typed) => (password === '' ? passwordInput.current?.focus() : submit(typed))}
          onChange={(text) => {
            setCode(text);
            setProblems({ ...problems, code: undefined });
          }}
        />
        <p>3. Type your password once more, to show that it is you.</p>
        <UsernameForManagers username={user.username} />
        <PasswordInput
          ref={passwordInput}
          label="Your password"
          value={password}
          error={problems.password}
          onChange={(event) => {
            setPassword(event.currentTarget.value);
            setProblems({ ...problems, password: undefined });
          }}
          readOnly={enable.isPending}
          autoComplete="current-password"
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
      </form>
    </Dialog>
  );
}
