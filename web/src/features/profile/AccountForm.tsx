import { userTypeLabels } from '@careloop/contracts/codes';
import { timeZones } from '@careloop/contracts/codes/timeZones';
import { formatPhone } from '@careloop/contracts/fields';
import {
  accountForm,
  accountFormWithoutEmail,
  type AccountData,
  type AccountFormValues,
  type UserProfile,
} from '@careloop/contracts/profile';
import { saveUserProfile } from '@careloop/contracts/profile/saving';
import { profileTexts } from '@careloop/contracts/profile/texts';
import { Button, Select } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormProvider, useFormContext } from 'react-hook-form';
import { useCall } from '../../api/query.ts';
import { useSharedEdit } from '../../components/useSharedEdit.tsx';
import { resume } from '../../session/actions.ts';
import { useDirtyGuard } from '../../ui/dirtyGuard.ts';
import { DateTimeText } from '../../ui/DateText.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/Field.tsx';
import { ServerError } from '../../ui/FormError.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { FaxInput, MobileInput, PhoneInput } from '../../ui/PhoneInput.tsx';
import { EmailInput } from '../../ui/ruleInputs.tsx';
import { toast } from '../../ui/toasts.tsx';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import { UnconfirmedAddress } from './UnconfirmedAddress.tsx';
import { profileQuery } from './useProfile.ts';
import classes from './Profile.module.css';

/** Labels of the Account tab's fields. */
const profileLabels = {
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  email: 'Email',
  directEmail: 'Direct email',
  officePhone: 'Office phone',
  cellPhone: 'Cell phone',
  homePhone: 'Home phone',
  fax: 'Fax',
  timeZone: 'Time zone',
} satisfies Record<keyof AccountFormValues, string>;

interface AccountFormProps {
  common: UserProfile['commonData'];
  overview: UserProfile['overviewData'];
  account: AccountData;
  /** Called once the saved values are refetched: the form restarts with them. */
  onSaved: () => void;
}

function valuesOf(account: AccountData): AccountFormValues {
  return {
    firstName: account.firstName,
    middleName: account.middleName ?? '',
    lastName: account.lastName,
    email: account.email ?? '',
    directEmail: account.directEmail ?? '',
    officePhone: formatPhone(account.officePhone),
    cellPhone: formatPhone(account.cellPhone),
    homePhone: formatPhone(account.homePhone),
    fax: formatPhone(account.fax),
    timeZone: account.timeZone,
  };
}

/** The user's identity and contact details. */
export function AccountForm({ common, overview, account, onSaved }: AccountFormProps): ReactNode {
  const { userId, isSelf } = common;
  const client = useQueryClient();
  const form = useSchemaForm(account.email === null ? accountFormWithoutEmail : accountForm, valuesOf(account));
  const read = async () => {
    const now = await client.fetchQuery({ ...profileQuery(userId, ['Account']), staleTime: 0 });
    return { values: valuesOf(now.accountData ?? account), version: now.commonData.version };
  };
  const opened = { values: valuesOf(account), version: common.version };
  const { version, onStale, notice } = useSharedEdit(form, opened, read, profileLabels);
  const save = useCall(saveUserProfile, {
    form,
    // Errors of `accountData.email` belong to the field `email`.
    fieldOf: (name) => name.replace('accountData.', ''),
    onStale,
    onSuccess: async ({ unconfirmed }) => {
      // Before the toast, so that nothing typed after it is lost.
      await read();
      onSaved();
      toast.success(profileTexts.saved);
      if (unconfirmed.length > 0) toast.success('We sent a code to the new address. Enter it below to confirm.');
      if (isSelf) void resume();
    },
  });
  const { isDirty, isSubmitting, errors } = form.formState;
  useDirtyGuard(isDirty && !isSubmitting, form);
  const onSubmit = form.handleSubmit(
    (accountData) => save.submit({ userId, version, accountData }),
    () => toast.error(profileTexts.saveFailed),
  );
  return (
    <ProfileSection
      title="Account"
      text={
        isSelf
          ? 'Your name and contact details.'
          : `You are changing the profile of ${common.firstName} ${common.lastName}.`
      }
    >
      <FormProvider {...form}>
        <form noValidate className={classes['account']} aria-label="Account" onSubmit={(event) => void onSubmit(event)}>
          {notice}
          <ServerError errors={errors} />
          <AccountFacts common={common} overview={overview} />
          <Fields account={account} />
          <div className={classes['buttons']}>
            <Button variant="default" disabled={!isDirty || isSubmitting} onClick={() => form.reset(valuesOf(account))}>
              Undo changes
            </Button>
            <Button type="submit" loading={isSubmitting}>
              Save profile
            </Button>
          </div>
        </form>
      </FormProvider>
      <UnconfirmedAddress userId={userId} isSelf={isSelf} kind="email" address={account.unconfirmedEmail} />
      <UnconfirmedAddress userId={userId} isSelf={isSelf} kind="directEmail" address={account.unconfirmedDirectEmail} />
    </ProfileSection>
  );
}

function AccountFacts({ common, overview }: Omit<AccountFormProps, 'account' | 'onSaved'>): ReactNode {
  return (
    <Facts
      facts={[
        { label: 'Username', value: common.username },
        { label: 'Type', value: userTypeLabels[common.userType] },
        { label: common.clients.length === 1 ? 'Client' : 'Clients', value: common.clients.join(', ') },
        {
          label: 'Created',
          value: (
            <>
              <DateTimeText at={overview.dateCreated} />
              {overview.createdBy !== null && ` by ${overview.createdBy}`}
            </>
          ),
        },
        {
          label: 'Last sign-in',
          value: overview.lastLogin === null ? 'Never' : <DateTimeText at={overview.lastLogin} />,
        },
        ...(overview.isAccountLocked ? [{ label: 'Account', value: 'Switched off' }] : []),
      ]}
    />
  );
}

function Fields({ account }: { account: AccountData }): ReactNode {
  const form = useFormContext<AccountFormValues>();
  return (
    <div className={classes['fields']}>
      <Field form={form} name="firstName" label={profileLabels.firstName} required input={TrimmedTextInput} />
      <Field form={form} name="middleName" label={profileLabels.middleName} input={TrimmedTextInput} />
      <Field form={form} name="lastName" label={profileLabels.lastName} required input={TrimmedTextInput} />
      <Field
        form={form}
        name="email"
        label={profileLabels.email}
        required={account.email !== null}
        input={EmailInput}
      />
      <Field form={form} name="directEmail" label={profileLabels.directEmail} input={EmailInput} />
      <Field form={form} name="officePhone" label={profileLabels.officePhone} input={PhoneInput} />
      <Field form={form} name="cellPhone" label={profileLabels.cellPhone} input={MobileInput} />
      <Field form={form} name="homePhone" label={profileLabels.homePhone} input={PhoneInput} />
      <Field form={form} name="fax" label={profileLabels.fax} input={FaxInput} />
      <TimeZoneField clientTimeZone={account.clientTimeZone} />
    </div>
  );
}

function TimeZoneField({ clientTimeZone }: { clientTimeZone: number }): ReactNode {
  const form = useFormContext<AccountFormValues>();
  const usual = timeZones.find(({ code }) => code === clientTimeZone)?.label ?? 'Eastern';
  return (
    <Field form={form} name="timeZone" label={profileLabels.timeZone}>
      {(field) => (
        <Select
          {...field}
          clearable
          placeholder={`${usual} (default)`}
          data={timeZones.map(({ code, label }) => ({ value: code, label }))}
        />
      )}
    </Field>
  );
}
