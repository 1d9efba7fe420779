import { newUserForm } from '@careloop/contracts/administration/users';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { Section } from '../../../components/Section.tsx';
import { GeneratedPasswordFields } from '../../../session/credentials/GeneratedPasswordFields.tsx';
import { useSession } from '../../../session/useSession.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { ActingFields } from './ActingFields.tsx';
import { ClientFields } from './ClientFields.tsx';
import { MustChangeField, UserInfo, UsernameField, userValues } from './UserFields.tsx';
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
  const save = useSaveUser({ form });
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
          <GeneratedPasswordFields />
          <MustChangeField />
        </Section>
        <ClientFields />
        <ActingFields />
      </FormDialog>
    </FormProvider>
  );
}
