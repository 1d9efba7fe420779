import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { processTexts, selectReferralProvider } from '@careloop/contracts/referral-processing';
import type { Referral } from '@careloop/contracts/referrals';
import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { useCall } from '../../../api/query.ts';
import { toast } from '../../../shell/toasts.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { PatientLine } from '../../PatientBanner.tsx';
import { ProviderPicker } from '../../providers/ProviderPicker.tsx';
import { changedByReferrals } from '../referralChanges.ts';

const form = z.object({
  provider: z.custom<ProviderSearchItem>((value) => value != null, processTexts.providerRequired),
});

export interface SelectProviderProps {
  referral: Referral;
  onClose: () => void;
}

/** Picks the provider of a referral that was sent to a specialty; it then moves on into their queue. */
export function SelectProvider({ referral, onClose }: SelectProviderProps): ReactNode {
  const chosen = useSchemaForm(form, { provider: null as unknown as ProviderSearchItem });
  const select = useCall(selectReferralProvider, {
    invalidates: changedByReferrals,
    onSuccess: () => {
      toast.success('Referral sent to the provider');
      onClose();
    },
  });
  return (
    <FormDialog
      opened
      size="xl"
      title="Choose a provider"
      acceptLabel="Send to provider"
      form={chosen}
      header={<PatientLine patient={referral.patient} />}
      onClose={onClose}
      onSubmit={({ provider }) =>
        select
          .mutateAsync({
            referralId: referral.referralId,
            version: referral.version,
            healthcareProviderId: provider.healthcareProviderId,
            healthcareProviderAddressId: provider.address?.addressId,
          })
          // Told by a toast; the dialog stays with what was chosen.
          .catch(() => undefined)
      }
    >
      <Stack gap="sm">
        <Text>{referral.referralReason}</Text>
        <Controller
          control={chosen.control}
          name="provider"
          render={({ field, fieldState }) => (
            <ProviderPicker
              patientId={referral.patient.patientId}
              specialty={specialtyOf(referral)}
              value={field.value}
              onChange={field.onChange}
              error={fieldState.error?.message}
            />
          )}
        />
      </Stack>
    </FormDialog>
  );
}

function specialtyOf({ healthcareProviderSpecialtyId, specialtyName }: Referral) {
  if (healthcareProviderSpecialtyId === null || specialtyName === null) return undefined;
  return { healthcareProviderSpecialtyId, name: specialtyName };
}
