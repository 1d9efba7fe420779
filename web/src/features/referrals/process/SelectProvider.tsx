import { findSpecialties, providerSearchItem, type ProviderSearchItem } from '@careloop/contracts/directory';
import { processTexts, selectReferralProvider } from '@careloop/contracts/referrals/processing';
import type { Referral } from '@careloop/contracts/referrals';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { Controller } from 'react-hook-form';
import { z } from 'zod';
import { toApiError } from '../../../api/errors.ts';
import { applyServerErrors } from '../../../api/formErrors.ts';
import { queryOf } from '../../../api/query.ts';
import type { Focusable } from '../../../ui/focus.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { ProviderPicker } from '../../directory/shared/ProviderPicker.tsx';
import { DueClock, UrgencyBadge } from '../shared/ReferralBadges.tsx';
import { useReferralCall } from '../shared/referralChanges.ts';
import type { ReferralOutcome } from '../shared/referralOutcome.ts';

export interface SelectProviderProps {
  referral: Referral;
  onClose: () => void;
  onProcessed: (outcome: ReferralOutcome) => void;
}

const selection = z.object({
  healthcareProviderId: providerSearchItem
    .nullable()
    .refine((provider) => provider !== null, processTexts.providerRequired),
});

/** Picks the provider of a referral that was sent to a specialty; it moves on into their queue. */
export function SelectProvider({ referral, onClose, onProcessed }: SelectProviderProps): ReactNode {
  const form = useSchemaForm(selection, { healthcareProviderId: null });
  const select = useReferralCall(selectReferralProvider, { onError: 'form' });
  const send = async (provider: ProviderSearchItem) => {
    try {
      await select.mutateAsync({
        referralId: referral.referralId,
        version: referral.version,
        healthcareProviderId: provider.healthcareProviderId,
        healthcareProviderAddressId: provider.address?.addressId,
      });
    } catch (thrown) {
      applyServerErrors(form, toApiError(thrown));
      return;
    }
    onProcessed('assigned');
  };
  return (
    <FormDialog
      opened
      title="Choose a Provider"
      size={1080}
      form={form}
      onClose={onClose}
      acceptLabel="Send to provider"
      header={
        <DialogSubject
          patient={referral.patient}
          recipient={form.watch('healthcareProviderId')?.fullName}
          consequence="The referral moves into the provider’s work queue, with everything that was attached to it."
        />
      }
      onSubmit={async ({ healthcareProviderId: provider }) => {
        if (provider !== null) await send(provider);
      }}
    >
      <Stack gap="md" mih="26rem">
        <Group gap="sm" fz="sm">
          <Text inherit>{referral.referralReason}</Text>
          <UrgencyBadge urgencyDays={referral.urgencyDays} />
          <DueClock status={referral.status} dueAt={referral.dueAt} />
        </Group>
        <Controller
          control={form.control}
          name="healthcareProviderId"
          render={({ field, fieldState }) => (
            <PickerOfSpecialty
              referral={referral}
              value={field.value}
              onChange={(provider) =>
                form.setValue('healthcareProviderId', provider, { shouldDirty: true, shouldValidate: true })
              }
              ref={field.ref}
              error={fieldState.error?.message}
            />
          )}
        />
      </Stack>
    </FormDialog>
  );
}

interface PickerProps {
  referral: Referral;
  value: ProviderSearchItem | null;
  onChange: (provider: ProviderSearchItem | null) => void;
  error: string | undefined;
  ref: Ref<Focusable>;
}

/** The provider search, opened at the specialty that was asked for. */
function PickerOfSpecialty({ referral, ...field }: PickerProps): ReactNode {
  const specialties = useQuery(queryOf(findSpecialties, { searchTerm: referral.specialtyName ?? '' }));
  if (specialties.isPending) return <ListSkeleton count={5} />;
  const asked = specialties.data?.specialties.find((specialty) => specialty.name === referral.specialtyName);
  return <ProviderPicker patientId={referral.patient.patientId} initialSpecialty={asked} {...field} />;
}
