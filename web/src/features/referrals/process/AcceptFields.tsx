import type { Referral } from '@careloop/contracts/referrals';
import { Stack, Text } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useFormContext, type UseFormReturn } from 'react-hook-form';
import { Field } from '../../../ui/Field.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { YesNoPanel } from '../../../ui/YesNoPanel.tsx';
import { AppointmentFields, ProviderField } from './AppointmentFields.tsx';
import type { ProcessValues } from './processForm.ts';
import { useAcceptingProviders, type AcceptingProvider } from './useAcceptingProviders.ts';

/** Preselects the provider it was accepted for already, the one it names, or the only one available. */
function suggestProvider(form: UseFormReturn<ProcessValues>, referral: Referral, users: readonly AcceptingProvider[]) {
  if (form.getValues('healthcareProviderId') !== null) return;
  const userOf = (providerId: number | null) => users.find((user) => user.healthcareProviderId === providerId);
  const named = userOf(referral.acceptedForHealthcareProviderId) ?? userOf(referral.healthcareProviderId);
  const provider = named ?? (users.length === 1 ? users[0] : undefined);
  if (provider === undefined || provider.healthcareProviderId === null) return;
  const addresses = provider.addressInfos;
  const address =
    addresses.find(({ addressId }) => addressId === referral.referredToAddress?.addressId) ?? addresses[0];
  form.setValue('healthcareProviderId', provider.healthcareProviderId);
  form.setValue('appointmentAddressId', address?.addressId ?? null);
}

/** The provider it is accepted for; an appointment is with the same provider. */
function AcceptingProvider({
  referral,
  users,
}: {
  referral: Referral;
  users: readonly AcceptingProvider[];
}): ReactNode {
  const form = useFormContext<ProcessValues>();
  useEffect(() => suggestProvider(form, referral, users), [form, referral, users]);
  return <ProviderField users={users} label="Provider" />;
}

/** Fields of an acceptance: the authorization code, and the appointment if it is already known. */
export function AcceptFields({ referral }: { referral: Referral }): ReactNode {
  const form = useFormContext<ProcessValues>();
  const providers = useAcceptingProviders(referral);
  return (
    <Stack gap="sm" mt="sm">
      <QueryState query={providers} size="small" loading={<ListSkeleton count={1} />} showsRefetchError>
        {(users) => <AcceptingProvider referral={referral} users={users} />}
      </QueryState>
      <Field form={form} name="authorizationCode" label="Authorization code" input={TrimmedTextInput} />
      <Field form={form} name="isSchedulingAppointment" label="Are you ready to log appointment info?" required>
        {(field) => (
          <YesNoPanel
            {...field}
            whenNo={
              <Text fz="sm" c="dimmed">
                The referral stays Pending in the work queue and shows Accepted on the Referrals Dashboard.
              </Text>
            }
          >
            {providers.data !== undefined && <AppointmentFields users={providers.data} dueAt={referral.dueAt} />}
          </YesNoPanel>
        )}
      </Field>
    </Stack>
  );
}
