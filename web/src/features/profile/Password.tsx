import { changePassword, changePasswordForm } from '@careloop/contracts/session/credentials';
import { Button, PasswordInput } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { useCall } from '../../api/query.ts';
import { GeneratedPasswordFields } from '../../session/credentials/GeneratedPasswordFields.tsx';
import { UsernameForManagers } from '../../session/credentials/UsernameForManagers.tsx';
import { useSession } from '../../session/useSession.ts';
import { toast } from '../../ui/toasts.tsx';
import { ServerError } from '../../ui/FormError.tsx';
import { mayLeave, useDirtyGuard } from '../../ui/dirtyGuard.ts';
import { useSchemaForm } from '../../ui/forms.ts';
import { ProfileSection } from './ProfileSection.tsx';
import classes from './Profile.module.css';

/** Changes the password: a button opens the fields (docs/domain/profile.md). */
export function Password(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <ProfileSection title="Password" text="Changing it signs you out everywhere else.">
      {isOpen ? (
        <ChangePassword onClose={() => setOpen(false)} />
      ) : (
        <Button ref={button} variant="default" onClick={() => setOpen(true)}>
          Change Password
        </Button>
      )}
    </ProfileSection>
  );
}

const nothing = { currentPassword: '', password: '', confirmPassword: '' };

function ChangePassword({ onClose }: { onClose: () => void }): ReactNode {
  const { user } = useSession();
  const form = useSchemaForm(changePasswordForm, nothing);
  const { isDirty, errors } = form.formState;
  const change = useCall(changePassword, {
    form,
    onSuccess: () => {
      toast.success('Your password has been changed.');
      onClose();
    },
  });
  useDirtyGuard(isDirty, form);
  return (
    <FormProvider {...form}>
      <form
        noValidate
        className={classes['password']}
        aria-label="Change password"
        onSubmit={(event) => void form.handleSubmit((values) => change.mutate(values))(event)}
      >
        <ServerError errors={errors} />
        <UsernameForManagers username={user.username} />
        <PasswordInput
          {...form.register('currentPassword')}
          label="Current password"
          error={errors.currentPassword?.message}
          autoComplete="current-password"
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Show current password' }}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the button that was pressed
          autoFocus
        />
        <GeneratedPasswordFields />
        <div className={classes['buttons']}>
          <Button
            variant="default"
            disabled={change.isPending}
            onClick={() => void mayLeave().then((isAgreed) => isAgreed && onClose())}
          >
            Cancel
          </Button>
          <Button type="submit" loading={change.isPending}>
            Save
          </Button>
        </div>
      </form>
    </FormProvider>
  );
}
