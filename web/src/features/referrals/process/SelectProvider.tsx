import { findSpecialties, providerSearchItem, type ProviderSearchItem } from '@careloop/contracts/directory';
import {
  isNotPreferred,
  notPreferredProblems,
  notPreferredReasonCode,
} from '@careloop/contracts/referrals/notPreferred';
import { selectionReasonCode } from '@careloop/contracts/referrals/selection';
import { processTexts, selectReferralProvider } from '@careloop/contracts/referrals/processing';
import type { Referral } from '@careloop/contracts/referrals';
import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode, Ref } from 'react';
import { FormProvider, type UseFormReturn } from 'react-hook-form';
import { z } from 'zod';
import type { ApiError } from '../../../api/errors.ts';
import { applyServerErrors } from '../../../api/formErrors.ts';
import { queryOf, useCall } from '../../../api/query.ts';
import { Field } from '../../../ui/Field.tsx';
import type { Focusable } from '../../../ui/focus.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { ProviderPicker } from '../../directory/shared/ProviderPicker.tsx';
import { NoPortalNote } from '../shared/NoPortalNote.tsx';
import { evidentReason } from '../shared/preferred/evidentReason.ts';
import { SelectionReasonField } from '../shared/preferred/SelectionReasonField.tsx';
import { NotPreferredFields } from '../shared/preferred/NotPreferredFields.tsx';
import { DueClock, UrgencyBadge } from '../shared/ReferralBadges.tsx';
import type { ReferralOutcome } from '../shared/referralOutcome.ts';
import { OpensNote } from '../wizard/OpensSection.tsx';
import { StaleCallout } from './StaleCallout.tsx';
import { useSeenReferral } from './useSeenReferral.ts';

export interface SelectProviderProps {
  referral: Referral;
  onClose: () => void;
  onProcessed: (outcome: ReferralOutcome) => void;
}

const selection = z.object({
  chooseProvider: z
    .object({
      healthcareProvider: providerSearchItem.nullable(),
      notPreferredReason: notPreferredReasonCode.nullable(),
      notPreferredAdditionalInfo: z.string(),
      providerSelectionReason: selectionReasonCode.nullable(),
    })
    .superRefine((choice, context) => {
      const { healthcareProvider: provider } = choice;
      const problems: Record<string, string> =
        provider === null
          ? { healthcareProvider: processTexts.providerRequired }
          : notPreferredProblems(provider, choice);
      for (const [field, message] of Object.entries(problems)) {
        context.addIssue({ code: 'custom', path: [field], message });
      }
    }),
});
type Selection = z.infer<typeof selection>;
type Choice = Selection['chooseProvider'];

const nothing: Choice = {
  healthcareProvider: null,
  notPreferredReason: null,
  notPreferredAdditionalInfo: '',
  providerSelectionReason: null,
};

/** Shows the server's errors. Asks for a reason if the provider is no longer among the preferred ones. */
function showErrors(form: UseFormReturn<Selection>, error: ApiError): void {
  const { healthcareProviderId, healthcareProviderAddressId, requiresUser, notPreferredReason, ...others } =
    error.validationErrors;
  const provider = form.getValues('chooseProvider.healthcareProvider');
  const problem = healthcareProviderId ?? healthcareProviderAddressId ?? requiresUser;
  // Shows who takes care of the referral instead.
  if (requiresUser !== undefined && provider !== null) {
    form.setValue('chooseProvider.healthcareProvider', { ...provider, userId: null });
  }
  if (notPreferredReason !== undefined && provider !== null) {
    const isAsked = { ...provider, isPreferred: false, enforcePreferred: true };
    form.setValue('chooseProvider.healthcareProvider', isAsked);
    form.setError('chooseProvider.notPreferredReason', { type: 'server', message: notPreferredReason });
  }
  if (problem !== undefined) {
    form.setError('chooseProvider.healthcareProvider', { type: 'server', message: problem });
  }
  const isShown = problem !== undefined || notPreferredReason !== undefined;
  if (!isShown || Object.keys(others).length > 0) applyServerErrors(form, error);
}

/** Selects the provider of a referral that was sent to a specialty; it then moves into their queue. */
export function SelectProvider({ referral, onClose, onProcessed }: SelectProviderProps): ReactNode {
  const form = useSchemaForm(selection, { chooseProvider: nothing });
  const { version, staleness, onStale, reload } = useSeenReferral(referral);
  const select = useCall(selectReferralProvider, { onStale, onError: (error) => showErrors(form, error) });
  const send = async ({ healthcareProvider: provider, providerSelectionReason, ...reason }: Choice) => {
    if (provider === null) return;
    const selected = await select.submit({
      referralId: referral.referralId,
      version,
      healthcareProviderId: provider.healthcareProviderId,
      requiresUser: provider.userId !== null,
      healthcareProviderAddressId: provider.address?.addressId,
      ...(isNotPreferred(provider) ? reason : { providerSelectionReason }),
    });
    if (selected) onProcessed(provider.userId === null ? 'assignedOutside' : 'assigned');
  };
  const chosen = form.watch('chooseProvider.healthcareProvider');
  return (
    <FormDialog
      opened
      title="Choose a Provider"
      size={1080}
      form={form}
      onClose={onClose}
      acceptLabel={chosen?.userId === null ? 'Choose provider' : 'Send to provider'}
      isAcceptEnabled
      isAcceptDisabled={staleness !== null}
      header={
        <DialogSubject
          patient={referral.patient}
          recipient={chosen?.fullName}
          consequence={
            chosen?.userId === null
              ? undefined
              : 'The referral moves into the provider’s work queue, with everything that was attached to it.'
          }
        />
      }
      onSubmit={({ chooseProvider }) => send(chooseProvider)}
    >
      <FormProvider {...form}>
        <Stack gap="md" mih="26rem">
          {staleness !== null && <StaleCallout staleness={staleness} onReload={reload} />}
          <Group gap="sm" fz="sm">
            <Text inherit>{referral.referralReason}</Text>
            <UrgencyBadge urgencyDays={referral.urgencyDays} />
            <DueClock status={referral.status} dueAt={referral.dueAt} />
          </Group>
          <Field form={form} name="chooseProvider.healthcareProvider">
            {(field) => (
              <PickerOfSpecialty
                {...field}
                referral={referral}
                onChange={(healthcareProvider) => {
                  const providerSelectionReason = evidentReason(healthcareProvider);
                  form.setValue(
                    'chooseProvider',
                    { ...nothing, healthcareProvider, providerSelectionReason },
                    { shouldDirty: true },
                  );
                  form.clearErrors();
                }}
              />
            )}
          </Field>
          <NoPortalNote provider={chosen} isUserCoordinator={referral.isUserCoordinator} />
          <OpensNote patientId={referral.patient.patientId} provider={chosen} />
          <NotPreferredFields patientId={referral.patient.patientId} />
          <SelectionReasonField />
        </Stack>
      </FormProvider>
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

/** The provider search, opened at the requested specialty. The referring provider and a receiver who cannot answer are not offered. */
function PickerOfSpecialty({ referral, ...field }: PickerProps): ReactNode {
  const specialties = useQuery(queryOf(findSpecialties, { searchTerm: referral.specialtyName ?? '' }));
  if (specialties.isPending) return <ListSkeleton count={5} />;
  const asked = specialties.data?.specialties.find((specialty) => specialty.name === referral.specialtyName);
  return (
    <ProviderPicker
      patientId={referral.patient.patientId}
      initialSpecialty={asked}
      excludePersonIds={[referral.healthcareProviderId, referral.referredByHealthcareProvider?.healthcareProviderId]}
      {...field}
    />
  );
}
