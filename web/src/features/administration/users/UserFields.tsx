import { allOf } from '@careloop/contracts/access';
import { formatPhone } from '@careloop/contracts/fields';
import {
  generateUsername,
  userAdministrationTexts as texts,
  type ManagedUser,
  type userForm,
} from '@careloop/contracts/administration/users';
import { Button, Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { useCall } from '../../../api/query.ts';
import { Section } from '../../../components/Section.tsx';
import { useSession } from '../../../session/useSession.ts';
import { CheckboxInput } from '../../../ui/CheckboxInput.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FaxInput, MobileInput, PhoneInput } from '../../../ui/PhoneInput.tsx';
import { EmailInput, UsernameInput } from '../../../ui/ruleInputs.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { usualMarks } from './usualMarks.ts';
import { useUserTypes } from './useUserTypes.ts';
import classes from './Users.module.css';

export type UserValues = z.input<typeof userForm>;

/** Initial values of the form. */
export function userValues(user?: ManagedUser): UserValues {
  return {
    userTypeId: user?.userTypeId as UserValues['userTypeId'],
    firstName: user?.firstName ?? '',
    middleName: user?.middleName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    directEmail: user?.directEmail ?? '',
    officePhone: formatPhone(user?.officePhone ?? null),
    cellPhone: formatPhone(user?.cellPhone ?? null),
    homePhone: formatPhone(user?.homePhone ?? null),
    fax: formatPhone(user?.fax ?? null),
    username: user?.username ?? '',
    forcePasswordReset: user?.forcePasswordReset ?? true,
    clientIds: user?.clients.map(({ clientId }) => clientId) ?? [],
    coordinatorClientIds: user?.clients.flatMap((one) => (one.isCoordinator ? [one.clientId] : [])) ?? [],
    userIdsUserCanImpersonate: user?.usersUserCanImpersonate ?? [],
    userIdsWhoCanImpersonateUser: user?.usersWhoCanImpersonateUser ?? [],
  };
}

/** Labels of the fields. */
export const userLabels = {
  userTypeId: 'User type',
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  email: 'Email',
  directEmail: 'Direct email',
  officePhone: 'Office phone',
  cellPhone: 'Cell phone',
  homePhone: 'Home phone',
  fax: 'Fax',
  username: 'Username',
  forcePasswordReset: texts.mustChange,
  clientIds: 'Clients',
  coordinatorClientIds: 'Coordinator of',
  userIdsUserCanImpersonate: 'Can act for',
  userIdsWhoCanImpersonateUser: 'Can be acted for by',
} satisfies Record<keyof UserValues, string>;

/** Fields of the surrounding form: the user's identity and contact details. */
export function UserInfo({ user }: { user?: ManagedUser }): ReactNode {
  const form = useFormContext<UserValues>();
  return (
    <Section title="User info">
      <div className={classes['fields']}>
        <Field form={form} name="firstName" label={userLabels.firstName} required input={TrimmedTextInput} />
        <Field form={form} name="middleName" label={userLabels.middleName} input={TrimmedTextInput} />
        <Field form={form} name="lastName" label={userLabels.lastName} required input={TrimmedTextInput} />
        {user?.isProvider === true ? (
          <TextInput
            label="User type"
            value="Provider"
            readOnly
            inputWrapperOrder={['label', 'input', 'description']}
            description={texts.providerType}
          />
        ) : (
          <UserTypeField user={user} />
        )}
        <AddressField name="email" user={user} />
        <AddressField name="directEmail" user={user} />
        <Field form={form} name="officePhone" label={userLabels.officePhone} input={PhoneInput} />
        <Field form={form} name="cellPhone" label={userLabels.cellPhone} input={MobileInput} />
        <Field form={form} name="homePhone" label={userLabels.homePhone} input={PhoneInput} />
        <Field form={form} name="fax" label={userLabels.fax} input={FaxInput} />
      </div>
    </Section>
  );
}

/** An address of the user; read-only on the administrator's own account. */
function AddressField({ name, user }: { name: 'email' | 'directEmail'; user: ManagedUser | undefined }): ReactNode {
  const form = useFormContext<UserValues>();
  const isOwn = user?.can.changeCredentials === texts.ownCredentials;
  return (
    <Field form={form} name={name} label={userLabels[name]} description={isOwn && texts.ownCredentials}>
      {(field) => (
        <EmailInput {...field} readOnly={isOwn} inputWrapperOrder={['label', 'input', 'description', 'error']} />
      )}
    </Field>
  );
}

/** The type of a user without a directory record; Provider, or an archived one, only if it is the saved type. */
function UserTypeField({ user }: { user: ManagedUser | undefined }): ReactNode {
  const form = useFormContext<UserValues>();
  const isMarking = useSession().can(allOf('ManageWorkQueues')) && user === undefined;
  const types = useUserTypes();
  const isProvider = user?.userType === 'provider';
  const newUserHint = user === undefined && texts.providersFromDirectory;
  const offered = types.filter(
    ({ id, userType, isArchived }) => id === user?.userTypeId || (userType !== 'provider' && !isArchived),
  );
  return (
    <Field
      form={form}
      name="userTypeId"
      label={userLabels.userTypeId}
      required
      description={isProvider ? texts.noProviderRecord : newUserHint}
    >
      {(field) => (
        <Select
          {...field}
          placeholder="Choose a type"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          data={offered.map(({ id, name }) => ({ value: id, label: name }))}
          value={field.value ?? null}
          onChange={(value) => {
            if (value === null) return;
            field.onChange(value);
            if (isMarking) form.setValue('coordinatorClientIds', usualMarks(types, value, form.getValues('clientIds')));
          }}
        />
      )}
    </Field>
  );
}

/** The username, with a suggestion based on the name. */
export function UsernameField(): ReactNode {
  const form = useFormContext<UserValues>();
  const suggest = useCall(generateUsername, {
    onSuccess: ({ username }) =>
      form.setValue('username', username, { shouldDirty: true, shouldTouch: true, shouldValidate: true }),
  });
  return (
    <div className={classes['fields']}>
      <Field form={form} name="username" label={userLabels.username} required input={UsernameInput} />
      <Button
        variant="default"
        className={classes['beside']}
        loading={suggest.isPending}
        onClick={() => {
          const { firstName, lastName } = form.getValues();
          suggest.mutate({ firstName, lastName });
        }}
      >
        Suggest username
      </Button>
    </div>
  );
}

/** Whether a password that the administrator knows must be replaced when the user next signs in. */
export function MustChangeField(): ReactNode {
  const form = useFormContext<UserValues>();
  return (
    <Field form={form} name="forcePasswordReset" label={userLabels.forcePasswordReset}>
      {(field) => <CheckboxInput {...field} mt="sm" />}
    </Field>
  );
}
