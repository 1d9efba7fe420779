import { isAfterDue } from '@careloop/contracts/referrals/answerWords';
import { streetText, townText } from '@careloop/contracts/directory/addressText';
import type { ProviderAddress } from '@careloop/contracts/directory';
import { dayLimits, isRepeatedHere, parseDay } from '@careloop/contracts/fields/dates';
import { referralTexts } from '@careloop/contracts/referrals';
import { Select, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Callout } from '../../../ui/Callout.tsx';
import { CheckboxInput } from '../../../ui/CheckboxInput.tsx';
import { DateInput } from '../../../ui/DateInput.tsx';
import { formatDateTime, formatWeekday } from '../../../ui/dates.ts';
import { Field } from '../../../ui/Field.tsx';
import { PhoneInput } from '../../../ui/PhoneInput.tsx';
import { TimeInput } from '../../../ui/TimeInput.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { isDayAfterDue } from '../shared/afterDue.ts';
import { appointmentTimeOf, type ProcessValues } from './processForm.ts';
import type { AcceptingProvider } from './useAcceptingProviders.ts';

const providerChoices = (users: readonly AcceptingProvider[]) =>
  users.flatMap((user) =>
    user.healthcareProviderId === null
      ? []
      : [{ value: user.healthcareProviderId, label: `${user.lastName}, ${user.firstName}` }],
  );

/** Without the town, which stands below the field: together they are too long for a phone. */
const placeName = (address: ProviderAddress) =>
  [streetText(address), address.addressLabel].filter(Boolean).join(' · ') || townText(address);

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
    <Field form={form} name="healthcareProviderId" label={label} required>
      {(field) => (
        <Select
          {...field}
          placeholder="Choose a provider"
          nothingFoundMessage="No options found"
          data={providerChoices(users)}
          onChange={(value) => {
            field.onChange(value);
            chooseProvider(value);
          }}
        />
      )}
    </Field>
  );
}

/** One of the provider's addresses. */
export function AddressField({ users }: { users: readonly AcceptingProvider[] }): ReactNode {
  const form = useFormContext<ProcessValues>();
  const providerId = form.watch('healthcareProviderId');
  const addresses = users.find((user) => user.healthcareProviderId === providerId)?.addressInfos ?? [];
  const addressId = form.watch('appointmentAddressId');
  const chosen = addresses.find((one) => one.addressId === addressId);
  return (
    <Field form={form} name="appointmentAddressId" label="Appointment address" required>
      {(field) => (
        <Select
          {...field}
          placeholder={providerId === null ? 'Choose a provider first' : 'Choose an address'}
          disabled={providerId === null}
          data={addresses.map((one) => ({ value: one.addressId, label: placeName(one) }))}
          renderOption={({ option }) => {
            const address = addresses.find((one) => one.addressId === option.value);
            return (
              <span>
                {option.label}
                {address !== undefined && <Town address={address} />}
              </span>
            );
          }}
          description={chosen && <Town address={chosen} />}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      )}
    </Field>
  );
}

function Town({ address }: { address: ProviderAddress }): ReactNode {
  return (
    <Text span display="block" fz="xs" c="dimmed">
      {townText(address)}
    </Text>
  );
}

/** Day and time of the visit, one after the other. */
export function DateAndTime(): ReactNode {
  const form = useFormContext<ProcessValues>();
  return (
    <>
      <Field form={form} name="appointmentDate" label="Appointment date" required comparedIn={['appointmentTime']}>
        {(field) => <DateInput {...field} isAhead {...dayLimits.ahead()} />}
      </Field>
      <Field form={form} name="appointmentTime" label="Appointment time" required input={TimeInput} />
    </>
  );
}

/** Shows how the typed date and time are understood, and whether the visit would be late. */
function VisitTime({ dueAt }: { dueAt: string }): ReactNode {
  const { watch } = useFormContext<ProcessValues>();
  const [appointmentDate, appointmentTime] = watch(['appointmentDate', 'appointmentTime']);
  const moment = appointmentTimeOf({ appointmentDate, appointmentTime });
  const at = moment?.toISOString();
  const day = parseDay(appointmentDate ?? '');
  const isLate = at === undefined ? day !== null && isDayAfterDue(day, dueAt) : isAfterDue(at, dueAt);
  const isRepeated = moment !== null && isRepeatedHere(moment);
  return (
    <div role="status">
      <Text fz="sm" c="dimmed" mih="1.55em">
        {at !== undefined &&
          `The visit is on ${formatWeekday(at)}, ${formatDateTime(at)}${isRepeated ? ', before the clocks are set back' : ''}.`}
      </Text>
      {isLate && (
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
      <SimpleGrid cols={2} spacing="sm">
        <DateAndTime />
      </SimpleGrid>
      <VisitTime dueAt={dueAt} />
      <Field form={form} name="appointmentDescription" label="Appointment description">
        {(field) => <TrimmedTextarea {...field} minRows={2} />}
      </Field>
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
        <Field form={form} name="caregiverName" label="Caregiver name" input={TrimmedTextInput} />
        <Field form={form} name="cellPhone" label="Patient cell phone" input={PhoneInput} />
      </SimpleGrid>
      <Field
        form={form}
        name="givenSmsConsent"
        label="Patient/caregiver has given SMS consent"
        description={referralTexts.consentPrompt}
        input={CheckboxInput}
      />
    </Stack>
  );
}
