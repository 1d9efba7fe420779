import {
  makeProviderAUser,
  makeUserDialogForm,
  type HealthcareProvider,
} from '@careloop/contracts/directory/providers';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import { generatePassword } from '@careloop/contracts/session/credentials';
import { Button, Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { useCall } from '../../../api/query.ts';
import { useSession } from '../../../session/useSession.ts';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { EmailInput, UsernameInput } from '../../../ui/ruleInputs.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { providerLabels } from './providerLabels.ts';

interface MakeUserDialogProps {
  provider: HealthcareProvider;
  onClose: () => void;
  onMade: () => void;
}

/** Creates a user for a provider, with an initial password that the creator hands over. */
export function MakeUserDialog({ provider, onClose, onMade }: MakeUserDialogProps): ReactNode {
  const { healthcareProviderId, version, firstName, lastName, email } = provider;
  const { clients } = useSession().user;
  const usesClient = clients.length > 1 && provider.originClientId === null && provider.userId === null;
  const form = useSchemaForm(makeUserDialogForm(usesClient), {
    username: '',
    email: email ?? '',
    password: '',
    clientId: null,
  });
  const make = useCall(makeProviderAUser, {
    form,
    onSuccess: () => {
      toast.success(providerTexts.madeUser);
      onMade();
    },
  });
  const generate = useCall(generatePassword, {
    onSuccess: ({ password }) => form.setValue('password', password, { shouldDirty: true, shouldValidate: true }),
  });
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title={`Make ${firstName} ${lastName} a user`}
        size="sm"
        form={form}
        onClose={onClose}
        acceptLabel="Create user"
        isAcceptEnabled
        onSubmit={(values) => make.submit({ ...values, healthcareProviderId, version })}
      >
        <Text fz="sm">
          {firstName} {lastName} will be able to sign in as a provider. Give them the password yourself; they must
          change it when they first sign in.
        </Text>
        {usesClient && (
          <Field form={form} name="clientId" label={providerLabels.clientId} required>
            {(field) => (
              <Select
                {...field}
                data={clients.map((client) => ({ value: client.clientId, label: client.displayName }))}
              />
            )}
          </Field>
        )}
        <Field form={form} name="username" label={'Username'} required input={UsernameInput} />
        <Field form={form} name="email" label={providerLabels.email} input={EmailInput} />
        <Field form={form} name="password" label={'Password'} required input={TrimmedTextInput} />
        <Button variant="default" loading={generate.isPending} onClick={() => generate.mutate({})}>
          Generate Password
        </Button>
      </FormDialog>
    </FormProvider>
  );
}
