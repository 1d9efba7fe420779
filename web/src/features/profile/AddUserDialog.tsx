import { proxyType, proxyTypeLabels } from '@careloop/contracts/codes/profile';
import { addProxyUser, proxyForm, validateAddProxyUser } from '@careloop/contracts/profile/proxies';
import { proxyTexts } from '@careloop/contracts/profile/texts';
import { Radio, Group } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import type { z } from 'zod';
import { useCall } from '../../api/query.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Field } from '../../ui/Field.tsx';
import { FormDialog } from '../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { CodeRadioGroup } from '../../ui/RadioGroup.tsx';
import { EmailInput } from '../../ui/ruleInputs.tsx';
import { toast } from '../../ui/toasts.tsx';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';

interface AddUserDialogProps {
  /** Person to act for. */
  userId: number;
  canAssignAdministrators: boolean;
  onClose: () => void;
}

type Typed = z.output<typeof proxyForm>;

/** Why a user cannot be added. */
type Refusal = 'denied' | 'self' | 'already';

/** Adds a person who acts for a user; offers to create an account if they have none. */
export function AddUserDialog({ userId, canAssignAdministrators, onClose }: AddUserDialogProps): ReactNode {
  const form = useSchemaForm(proxyForm, { firstName: '', lastName: '', email: '', type: proxyType.table.office_user });
  const [refusal, setRefusal] = useState<Refusal>();
  /** A person without an account, as typed when asked: the confirmation applies to exactly these values. */
  const [unknown, setUnknown] = useState<string>();
  const ask = useCall(validateAddProxyUser, { form });
  const add = useCall(addProxyUser, { form });
  const isConfirming = unknown !== undefined && unknown === JSON.stringify(form.watch());

  const submit = async (typed: Typed) => {
    setRefusal(undefined);
    if (isConfirming) return addNow(typed, true);
    const answer = await ask.submit({ ...typed, userId });
    if (answer === undefined) return;
    if (!answer.doesExist) return setUnknown(JSON.stringify(form.getValues()));
    if (!answer.isAccessible || answer.user === null) return setRefusal('denied');
    if (answer.user.userId === userId) return setRefusal('self');
    if (answer.canProxyForUser) return setRefusal('already');
    return addNow(typed, false);
  };
  const addNow = async (typed: Typed, createAccount: boolean) => {
    const added = await add.submit({ ...typed, userId, createAccount });
    if (added === undefined) return;
    const name = `${typed.firstName} ${typed.lastName}`;
    toast.success(
      added.isNewAccount ? `${name} gets an email with a link to set up the account.` : `${name} was added.`,
    );
    onClose();
  };
  const text = (name: 'firstName' | 'lastName' | 'email', label: string, Input = TrimmedTextInput) => (
    <Field form={form} name={name} label={label} required input={Input} />
  );
  return (
    <FormDialog
      opened
      title="Add User"
      size="sm"
      form={form}
      onClose={onClose}
      acceptLabel={isConfirming ? 'Create account' : 'Add'}
      isAcceptEnabled
      onSubmit={submit}
    >
      {refusal !== undefined && (
        <Callout tone="warning" role="alert">
          {proxyTexts[refusal]}
        </Callout>
      )}
      {isConfirming && (
        <Callout tone="info" role="alert" title={proxyTexts.unknown}>
          {proxyTexts.createQuestion}
        </Callout>
      )}
      {text('firstName', 'First name')}
      {text('lastName', 'Last name')}
      {text('email', 'Email', EmailInput)}
      {canAssignAdministrators && (
        <Field form={form} name="type" label="Type">
          {(field) => (
            <CodeRadioGroup {...field}>
              <Group gap="md" py="xs">
                <Radio value={String(proxyType.table.office_user)} label={proxyTypeLabels.office_user} />
                <Radio value={String(proxyType.table.administrator)} label={proxyTypeLabels.administrator} />
              </Group>
            </CodeRadioGroup>
          )}
        </Field>
      )}
    </FormDialog>
  );
}
