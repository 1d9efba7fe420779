import { newUserForm } from '@careloop/contracts/administration/users';
import { generatePassword } from '@careloop/contracts/session/credentials';
import { Button, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { useCall } from '../../../api/query.ts';
import { Section } from '../../../components/Section.tsx';
import { NewPasswordFields } from '../../../session/credentials/NewPasswordFields.tsx';
import { useSession } from '../../../session/useSession.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { ActingFields } from './ActingFields.tsx';
import { ClientFields, MustChangeField, UserInfo, UsernameField, userValues } from './UserFields.tsx';
import { useSaveUser } from './useSaveUser.ts';

/** Adds a user with the default permissions of their type. */
export function NewUserDialog({ onClose }: { onClose: () => void }): ReactNode {
  const { clients } = useSession().user;
  const [only, ...others] = clients;
  const form = useSchemaForm(newUserForm, {
    ...userValues(),
    // No choice: the administrator has only one client.
    clientIds: only !== undefined && others.length === 0 ? [only.clientId] : [],
    password: '',
    confirmPassword: '',
  });
  const visibility = useState(false);
  const save = useSaveUser({ form });
  const generate = useCall(generatePassword, {
    onSuccess: ({ password }) => {
      const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
      form.setValue('password', password, options);
      form.setValue('confirmPassword', password, options);
      // The password is shown, because the administrator has to hand it over.
      visibility[1](true);
    },
  });
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title="Add user"
        size={760}
        form={form}
        onClose={onClose}
        acceptLabel="Add user"
        isAcceptEnabled
        onSubmit={async (values) => {
          if (await save.submit(values)) onClose();
        }}
      >
        <UserInfo />
        <Section title="Login info">
          <UsernameField />
          <Text fz="sm" c="dimmed" my="xs">
            Give the user this password yourself.
          </Text>
          <NewPasswordFields
            visibility={visibility}
            action={
              <Button variant="default" loading={generate.isPending} onClick={() => generate.mutate({})}>
                Generate Password
              </Button>
            }
          />
          <MustChangeField />
        </Section>
        <ClientFields />
        <ActingFields />
      </FormDialog>
    </FormProvider>
  );
}
