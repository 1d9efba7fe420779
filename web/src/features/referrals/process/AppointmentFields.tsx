import type { ProviderAddress } from '@careloop/contracts/directory';
import { isRepeatedHere } from '@careloop/contracts/fields/dates';
import { referralTexts } from '@careloop/contracts/referrals';
import { Checkbox, Select, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { Callout } from '../../../ui/Callout.tsx';
import { DateInput } from '../../../ui/DateInput.tsx';
import { formatDateTime, formatWeekday } from '../../../ui/dates.ts';
import { inputProps } from '../../../ui/forms.ts';
import { PhoneInput } from '../../../ui/PhoneInput.tsx';
import { addressText } from '../../directory/shared/address.ts';
import { TimeInput } from '../../../ui/TimeInput.tsx';
import { isAfterDue } from '../shared/afterDue.ts';
import { appointmentTimeOf, type ProcessValues } from './processForm.ts';
import type { AcceptingProvider } from './useAcceptingProviders.ts';

const numberOf = (value: string | null) => (value === null ? null : Number(value));
const textOf = (value: number | null) => (value === null ? null : String(value));

const providerChoices = (users: readonly AcceptingProvider[]) =>
  users.flatMap((user) =>
    user.healthcareProviderId === null
      ? []
      : [{ value: String(user.healthcareProviderId), label: `${user.lastName}, ${user.firstName}` }],
  );

const addressChoices = (addresses: readonly ProviderAddress[]) =>
  addresses.map((address) => ({
    value: String(address.addressId),
    label: [address.addressLabel, addressText(address)].filter(Boolean).join(': '),
  }));

interface ProviderFieldProps {
  users: readonly AcceptingProvider[];
  label: string;
}

/** The provider who sees the patient: the user, or one they may act for. */
export function ProviderField({ users, label }: ProviderFieldProps): ReactNode {
  const form = useFormContext<ProcessValues>();
  const chooseProvider = (chosenId: number | null) => {
    const chosen = users.find((user) => user.healthcareProviderId === chosenId)?.addressInfos ?? [];
    form.setValue('appointmentAddressId', chosen.length === 1 ? (chosen[0]?.addressId ?? null) : null);
  };
  return (
    <Controller
      control={form.control}
      name="healthcareProviderId"
      render={({ field, fieldState }) => (
        <Select
          label={label}
          withAsterisk
          placeholder="Choose a provider"
          nothingFoundMessage="No options found"
          data={providerChoices(users)}
          ref={field.ref}
          value={textOf(field.value)}
          onChange={(value) => {
            field.onChange(numberOf(value));
            chooseProvider(numberOf(value));
          }}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

/** One of the provider's addresses. */
function AddressField({ users }: { users: readonly AcceptingProvider[] }): ReactNode {
  const form = useFormContext<ProcessValues>();
  const providerId = form.watch('healthcareProviderId');
  const addresses = users.find((user) => user.healthcareProviderId === providerId)?.addressInfos ?? [];
  return (
    <Controller
      control={form.control}
      name="appointmentAddressId"
      render={({ field, fieldState }) => (
        <Select
          label="Appointment address"
          withAsterisk
          placeholder={providerId === null ? 'Choose a provider first' : 'Choose an address'}
          disabled={providerId === null}
          data={addressChoices(addresses)}
          ref={field.ref}
          value={textOf(field.value)}
          onChange={(value) => field.onChange(numberOf(value))}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}

function TimeFields(): ReactNode {
  const { control } = useFormContext<ProcessValues>();
  return (
    <SimpleGrid cols={2} spacing="sm">
      <Controller
        control={control}
        name="appointmentDate"
        render={({ field, fieldState }) => (
          <DateInput label="Appointment date" withAsterisk {...field} error={fieldState.error?.message} />
        )}
      />
      <Controller
        control={control}
        name="appointmentTime"
        render={({ field, fieldState }) => (
          <TimeInput label="Appointment time" withAsterisk {...field} error={fieldState.error?.message} />
        )}
      />
    </SimpleGrid>
  );
}

/** Shows how the typed date and time are understood, and whether the visit would be late. */
function VisitTime({ dueAt }: { dueAt: string }): ReactNode {
  const { watch } = useFormContext<ProcessValues>();
  const [appointmentDate, appointmentTime] = watch(['appointmentDate', 'appointmentTime']);
  const moment = appointmentTimeOf({ appointmentDate, appointmentTime });
  const at = moment?.toISOString();
  const isRepeated = moment !== null && isRepeatedHere(moment);
  return (
    <div role="status">
      <Text fz="sm" c="dimmed" mih="1.55em">
        {at !== undefined &&
          `The visit is on ${formatWeekday(at)}, ${formatDateTime(at)}${isRepeated ? ', before the clocks are set back' : ''}.`}
      </Text>
      {at !== undefined && isAfterDue(at, dueAt) && (
        <Callout tone="warning">
          This is after the due time of the referral, {formatDateTime(dueAt)}. You can log it; the referring side sees
          that it is late.
        </Callout>
      )}
    </div>
  );
}

export interface AppointmentFieldsProps {
  users: readonly AcceptingProvider[];
  /** When the referral is due. */
  dueAt: string;
}

/** The visit: where, when and what for. Its provider is selected above. */
export function VisitFields({ users, dueAt }: AppointmentFieldsProps): ReactNode {
  const form = useFormContext<ProcessValues>();
  return (
    <Stack gap="sm">
      <AddressField users={users} />
      <TimeFields />
      <VisitTime dueAt={dueAt} />
      <Textarea label="Appointment description" autosize minRows={2} {...inputProps(form, 'appointmentDescription')} />
    </Stack>
  );
}

/** The visit, and how the patient is reached about it. */
export function AppointmentFields({ users, dueAt }: AppointmentFieldsProps): ReactNode {
  const form = useFormContext<ProcessValues>();
  return (
    <Stack gap="sm">
      <VisitFields users={users} dueAt={dueAt} />
      <SimpleGrid cols={2} spacing="sm">
        <TextInput label="Caregiver name" {...inputProps(form, 'caregiverName')} />
        <Controller
          control={form.control}
          name="cellPhone"
          render={({ field, fieldState }) => (
            <PhoneInput label="Patient cell phone" {...field} error={fieldState.error?.message} />
          )}
        />
      </SimpleGrid>
      <Checkbox
        label="Patient/caregiver has given SMS consent"
        description={referralTexts.consentPrompt}
        {...form.register('givenSmsConsent')}
      />
    </Stack>
  );
}
