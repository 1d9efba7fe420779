import {
  getProviderNetwork,
  networkForm,
  networkTexts,
  type NetworkValues,
  type ProviderNetwork,
} from '@careloop/contracts/directory/network';
import { saveProviderNetwork } from '@careloop/contracts/directory/changes';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { queryOf, useCall } from '../../../api/query.ts';
import { useSharedEdit } from '../../../components/useSharedEdit.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { toast } from '../../../ui/toasts.tsx';
import { AffiliationsPart } from './AffiliationsPart.tsx';
import { EmploymentPart } from './EmploymentPart.tsx';
import classes from './Network.module.css';
import { detailFacts } from './NetworkFacts.tsx';
import { networkLabels } from './networkText.ts';
import { OnCallPart } from './OnCallPart.tsx';
import { PlansPart } from './PlansPart.tsx';
import { PreferredByPart } from './PreferredByPart.tsx';

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
