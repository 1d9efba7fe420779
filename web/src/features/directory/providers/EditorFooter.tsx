import { makeProviderAUser } from '@careloop/contracts/directory/changes';
import { makeUserDialogForm, type HealthcareProvider } from '@careloop/contracts/directory/providers';
import { providerTexts } from '@careloop/contracts/directory/providerTexts';
import { generatePassword } from '@careloop/contracts/session/credentials';
import { Button, Checkbox, Group, Select, Text } from '@mantine/core';
import { IconPrinter, IconUserPlus } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { useCall } from '../../../api/query.ts';
import { ActionButton } from '../../../components/ActionButton.tsx';
import { useSession } from '../../../session/useSession.ts';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { EmailInput, UsernameInput } from '../../../ui/ruleInputs.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { printProvider } from './printProvider.ts';
import { providerLabels } from './providerLabels.ts';

interface EditorFooterProps {
  /** Undefined for a new one. */
  provider: HealthcareProvider | undefined;
  /** Whether there are unsaved changes, which would be lost. */
  isDirty: boolean;
  isStub: boolean;
  onStub: (isStub: boolean) => void;
  /** Called once the provider has become a user. */
  onClose: () => void;
}

/** Further actions for a provider: print, and create a user. */
export function EditorFooter({ provider, isDirty, isStub, onStub, onClose }: EditorFooterProps): ReactNode {
  const [isMaking, setMaking] = useState(false);
  const mayManage = useSession().permissions.has('ManageUsers');
  const hasUser = provider?.userId !== null && provider !== undefined;
  return (
    <Group gap="sm">
      {provider !== undefined && (
        <Button
          variant="subtle"
          leftSection={<IconPrinter size={16} aria-hidden />}
          onClick={() => printProvider(provider.healthcareProviderId)}
        >
          Print
        </Button>
      )}
      {!hasUser && (
        <Checkbox
          label="Create a user record that cannot sign in"
          checked={isStub}
          onChange={(event) => onStub(event.currentTarget.checked)}
        />
      )}
      {provider !== undefined && mayManage && provider.can.makeUser === true && (
        <ActionButton
          allowance={isDirty ? providerTexts.saveFirst : true}
          variant="subtle"
          leftSection={<IconUserPlus size={16} aria-hidden />}
          onClick={() => setMaking(true)}
        >
          Make this provider a user
        </ActionButton>
      )}
      {isMaking && provider !== undefined && (
        <MakeUserDialog provider={provider} onClose={() => setMaking(false)} onMade={onClose} />
      )}
    </Group>
  );
}

interface MakeUserDialogProps {
  provider: HealthcareProvider;
  onClose: () => void;
  onMade: () => void;
}

/** Creates a user for a provider, with an initial password that the creator hands over. */
function MakeUserDialog({ provider, onClose, onMade }: MakeUserDialogProps): ReactNode {
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
