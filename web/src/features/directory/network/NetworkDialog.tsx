import {
  getProviderNetwork,
  networkForm,
  networkTexts,
  type NetworkValues,
  type PreferringProvider,
  type ProviderNetwork,
} from '@careloop/contracts/directory/network';
import { saveProviderNetwork } from '@careloop/contracts/directory/changes';
import { Select, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormProvider, useFormContext } from 'react-hook-form';
import { queryOf, useCall } from '../../../api/query.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { AsyncMultiSelect } from '../../../ui/AsyncMultiSelect.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { toast } from '../../../ui/toasts.tsx';
import { YesNoUnknown } from '../../../ui/YesNoUnknown.tsx';
import { findEachProvider } from '../shared/providerQueries.ts';
import { AffiliationsPart } from './AffiliationsPart.tsx';
import classes from './Network.module.css';
import { detailFacts } from './NetworkFacts.tsx';
import { enrollmentChoices, networkLabels, providerText } from './networkText.ts';
import { OnCallPart } from './OnCallPart.tsx';
import { PlansPart } from './PlansPart.tsx';

function sharedOf(network: ProviderNetwork): { values: NetworkValues; version: number } {
  const { affiliations, preferredBy, insurancePlans, onCall, isEmployed, enrollmentStatus } = network;
  return {
    values: {
      affiliations: affiliations.map(({ affiliationTierId, isPrimary }) => ({ affiliationTierId, isPrimary })),
      preferredBy,
      insurancePlanIds: insurancePlans.map(({ insurancePlanId }) => insurancePlanId),
      onCall,
      isEmployed,
      enrollmentStatus,
    },
    version: network.networkVersion,
  };
}

export interface NetworkProvider {
  healthcareProviderId: number;
  firstName: string;
  lastName: string;
}

interface NetworkDialogProps {
  provider: NetworkProvider;
  opened: ProviderNetwork;
  onClose: () => void;
}

/** Edits a provider's network. */
export function NetworkDialog({ provider, opened, onClose }: NetworkDialogProps): ReactNode {
  const { healthcareProviderId, firstName, lastName } = provider;
  const client = useQueryClient();
  const form = useSchemaForm(networkForm, sharedOf(opened).values);
  const read = async () =>
    sharedOf(await client.fetchQuery({ ...queryOf(getProviderNetwork, { healthcareProviderId }), staleTime: 0 }));
  const { version, onStale, notice } = useSharedEdit(form, sharedOf(opened), read, networkLabels);
  const save = useCall(saveProviderNetwork, {
    form,
    onStale,
    onSuccess: () => {
      toast.success(networkTexts.saved);
      onClose();
    },
  });
  const { options, can } = opened;
  const mayEditDetails = can.editDetails === true;
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title={`Network of ${firstName} ${lastName}`}
        size={920}
        form={form}
        onClose={onClose}
        isAcceptEnabled
        onSubmit={({ affiliations, preferredBy, ...details }) => {
          const preferredByIds = preferredBy.map((one) => one.healthcareProviderId);
          return save.submit({
            healthcareProviderId,
            networkVersion: version,
            affiliations,
            ...(mayEditDetails && { ...details, preferredByIds }),
          });
        }}
      >
        {notice}
        {!mayEditDetails && (
          <Callout tone="info">{can.editDetails} You can change its affiliations with your clients.</Callout>
        )}
        <div className={classes['columns']}>
          <div className={classes['column']}>
            <AffiliationsPart clients={options?.clients ?? []} kept={opened.affiliations} />
            {mayEditDetails && (
              <>
                <EmploymentPart />
                <PreferredByPart healthcareProviderId={healthcareProviderId} />
              </>
            )}
          </div>
          <div className={classes['column']}>
            {mayEditDetails ? (
              <>
                <PlansPart carriers={options?.carriers ?? []} kept={opened.insurancePlans} />
                <OnCallPart />
              </>
            ) : (
              <Facts facts={detailFacts(opened)} />
            )}
          </div>
        </div>
      </FormDialog>
    </FormProvider>
  );
}

/** Employment and enrollment, each of which may be unknown. */
function EmploymentPart(): ReactNode {
  const form = useFormContext<NetworkValues>();
  return (
    <section className={classes['part']} aria-label="Employment and enrollment">
      <h3>Employment and enrollment</h3>
      <Field form={form} name="isEmployed" label={networkLabels.isEmployed} input={YesNoUnknown} />
      <Field form={form} name="enrollmentStatus" label={networkLabels.enrollmentStatus}>
        {(field) => <Select {...field} placeholder="Not stated" clearable data={enrollmentChoices} />}
      </Field>
    </section>
  );
}

/** The providers who prefer this one. */
function PreferredByPart({ healthcareProviderId: own }: { healthcareProviderId: number }): ReactNode {
  const form = useFormContext<NetworkValues>();
  const search = async (term: string, signal: AbortSignal): Promise<PreferringProvider[]> =>
    (await findEachProvider(term, signal, { excludePersonId: own })).map(
      ({ healthcareProviderId, fullName, degree, specialty }) => ({
        healthcareProviderId,
        fullName,
        degree,
        specialty,
      }),
    );
  return (
    <section className={classes['part']} aria-label={networkLabels.preferredBy}>
      <h3>{networkLabels.preferredBy}</h3>
      <Field form={form} name="preferredBy" label="Providers who prefer this one">
        {(field) => (
          <AsyncMultiSelect
            {...field}
            placeholder="Search by name or NPI"
            minimum={2}
            search={search}
            itemKey={(provider) => provider.healthcareProviderId}
            itemLabel={(provider) => [providerText(provider), provider.specialty].filter(Boolean).join(' · ')}
            renderItem={(provider) => (
              <>
                {providerText(provider)}
                <Text span display="block" fz="xs" c="dimmed">
                  {provider.specialty ?? 'Specialty not stated'}
                </Text>
              </>
            )}
          />
        )}
      </Field>
    </section>
  );
}
