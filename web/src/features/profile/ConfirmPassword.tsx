import { confirmPasswordForm } from '@careloop/contracts/session/credentials';
import { PasswordInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { UsernameForManagers } from '../../session/credentials/UsernameForManagers.tsx';
import { useSession } from '../../session/useSession.ts';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import classes from './Profile.module.css';

/** The form of `ConfirmPassword`, for the call that it submits. */
export const usePasswordForm = () => useSchemaForm(confirmPasswordForm, { password: '' });

export interface ConfirmPasswordProps<Output> {
  form: ReturnType<typeof usePasswordForm>;
  title: string;
  /** Says what will happen. */
  text: string;
  acceptLabel: string;
  acceptTone?: 'neutral' | 'danger';
  /** Performs the change; resolves to undefined if it was refused. */
  onConfirm: (values: z.output<typeof confirmPasswordForm>) => Promise<Output | undefined>;
  onDone: (output: Output) => void;
  onClose: () => void;
}

/** Asks for the password again before a change that weakens or replaces the account's protection. */
export function ConfirmPassword<Output>(props: ConfirmPasswordProps<Output>): ReactNode {
  const { form, title, text, acceptLabel, acceptTone = 'neutral', onConfirm, onDone, onClose } = props;
  const { user } = useSession();
  const submit = async (values: z.output<typeof confirmPasswordForm>) => {
    const output = await onConfirm(values);
    if (output !== undefined) onDone(output);
  };
  return (
    <FormDialog
      opened
      title={title}
      form={form}
      onSubmit={submit}
      onClose={onClose}
      acceptLabel={acceptLabel}
      acceptTone={acceptTone}
      savingLabel="Just a moment..."
      isAcceptEnabled
      size={420}
    >
      <p className={classes['remark']}>{text}</p>
      <UsernameForManagers username={user.username} />
      <PasswordInput
        {...form.register('password')}
        label="Your password"
        error={form.formState.errors.password?.message}
        autoComplete="current-password"
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        data-autofocus
      />
    </FormDialog>
  );
}
