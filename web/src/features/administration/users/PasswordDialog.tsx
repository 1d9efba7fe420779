import { generatePassword, newPasswordForm } from '@careloop/contracts/session/credentials';
import { userAdministrationTexts as texts, type ManagedUser } from '@careloop/contracts/administration/users';
import { Button, Checkbox, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { useCall } from '../../../api/query.ts';
import { NewPasswordFields } from '../../../session/credentials/NewPasswordFields.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { userValues } from './UserFields.tsx';
import { useSaveUser } from './useSaveUser.ts';

/** Sets a new password for a user, which ends their sessions. */
export function PasswordDialog({ user, onClose }: { user: ManagedUser; onClose: () => void }): ReactNode {
  const { userId, version } = user;
  const form = useSchemaForm(newPasswordForm, { password: '', confirmPassword: '' });
  const [mustChange, setMustChange] = useState(true);
  const visibility = useState(false);
  const save = useSaveUser({ form });
  const generate = useCall(generatePassword, {
    onSuccess: ({ password }) => {
      const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
      form.setValue('password', password, options);
      form.setValue('confirmPassword', password, options);
      visibility[1](true);
    },
  });
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title={`Change password of ${user.firstName} ${user.lastName}`}
        size="sm"
        form={form}
        onClose={onClose}
        acceptLabel="Change Password"
        isAcceptEnabled
        onSubmit={async ({ password }) => {
          const saved = await save.submit({
            ...userValues(user),
            userIdsUserCanImpersonate: user.usersUserCanImpersonate.map((one) => one.userId),
            userIdsWhoCanImpersonateUser: user.usersWhoCanImpersonateUser.map((one) => one.userId),
            userId,
            version,
            password,
            forcePasswordReset: mustChange,
          });
          if (saved) onClose();
        }}
      >
        <Text fz="sm">The user is signed out everywhere and notified by email. Give them the password yourself.</Text>
        <NewPasswordFields
          isFirst
          visibility={visibility}
          action={
            <Button variant="default" loading={generate.isPending} onClick={() => generate.mutate({})}>
              Generate Password
            </Button>
          }
        />
        <Checkbox
          label={texts.mustChange}
          checked={mustChange}
          onChange={(event) => setMustChange(event.currentTarget.checked)}
        />
      </FormDialog>
    </FormProvider>
  );
}
