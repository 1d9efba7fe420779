import {
  moveSecondFactor,
  moveSecondFactorForm,
  prepareSecondFactorMove,
} from '@careloop/contracts/session/credentials';
import { PasswordInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { UsernameForManagers } from '../../session/credentials/UsernameForManagers.tsx';
import { useSession } from '../../session/useSession.ts';
import { Field } from '../../ui/Field.tsx';
import { toast } from '../../ui/toasts.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import { AuthenticatorKeyToScan, usePreparedKey } from './AuthenticatorKeyToScan.tsx';
import classes from './Profile.module.css';
import { RecoveryCodesDialog } from './RecoveryCodesDialog.tsx';

/** Moves the authenticator to another phone, then shows new recovery codes. */
export function MoveAuthenticatorDialog({ onClose }: { onClose: () => void }): ReactNode {
  const [codes, setCodes] = useState<readonly string[]>();
  if (codes === undefined) return <NewPhoneDialog onClose={onClose} onMoved={setCodes} />;
  return (
    <RecoveryCodesDialog
      codes={codes}
      onDone={() => {
        toast.success('From now on your new phone shows the codes.');
        onClose();
      }}
    />
  );
}

interface NewPhoneDialogProps {
  onClose: () => void;
  onMoved: (recoveryCodes: readonly string[]) => void;
}

function NewPhoneDialog({ onClose, onMoved }: NewPhoneDialogProps): ReactNode {
  const { user } = useSession();
  const form = useSchemaForm(moveSecondFactorForm, { newCode: '', code: '', password: '' });
  const prepare = usePreparedKey(prepareSecondFactorMove);
  const move = useCall(moveSecondFactor, {
    form,
    onSuccess: ({ recoveryCodes }) => onMoved(recoveryCodes),
  });
  return (
    <FormDialog
      opened
      title="Use another phone"
      size={480}
      form={form}
      onClose={onClose}
      onSubmit={(values) => move.submit(values)}
      acceptLabel="Use new phone"
      isAcceptEnabled
      isAcceptDisabled={prepare.data === undefined}
    >
      <div className={classes['setUp']}>
        <AuthenticatorKeyToScan
          prepare={prepare}
          step="1. Scan this code with an authenticator app on your new phone."
        />
        <Field form={form} name="newCode" label="2. The six digits that your new phone shows">
          {(field) => (
            <TrimmedTextInput
              {...field}
              inputMode="numeric"
              autoComplete="one-time-code"
              spellCheck={false}
              data-autofocus
            />
          )}
        </Field>
        <Field
          form={form}
          name="code"
          label="3. A code from your current phone"
          description="If you no longer have it: one of your recovery codes."
        >
          {(field) => <TrimmedTextInput {...field} spellCheck={false} />}
        </Field>
        <UsernameForManagers username={user.username} />
        <PasswordInput
          label="4. Your password"
          autoComplete="current-password"
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
          {...form.register('password')}
          error={form.formState.errors.password?.message}
        />
      </div>
    </FormDialog>
  );
}
