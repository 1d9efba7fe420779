import { Input, Stack, Tabs, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useSession } from '../../../session/useSession.ts';
import { ProviderPicker } from '../../providers/ProviderPicker.tsx';
import { SpecialtySelect } from '../../providers/SpecialtySelect.tsx';
import { OpenReferralNote } from './OpenReferralNote.tsx';
import { ReferredByField } from './ReferredByField.tsx';
import type { Referrer, WizardValues } from './wizardForm.ts';

export interface StepChooseProviderProps {
  patientId: number;
  referrers: readonly Referrer[];
  /** Whether the referral may be sent on behalf of any provider. */
  isAnyReferrerAllowed: boolean;
}

/** Step 1: to whom, and in whose name. Picking a provider clears the specialty and the other way round. */
export function StepChooseProvider(props: StepChooseProviderProps): ReactNode {
  const { patientId, referrers, isAnyReferrerAllowed } = props;
  return (
    <Stack gap="md">
      <ReferredByField referrers={referrers} isAnyAllowed={isAnyReferrerAllowed} />
      <Target patientId={patientId} />
      <OpenReferralNote patientId={patientId} />
    </Stack>
  );
}

function Target({ patientId }: { patientId: number }): ReactNode {
  const { features } = useSession();
  const form = useFormContext<WizardValues>();
  const type = form.watch('chooseProvider.referralType');
  const [tab, setTab] = useState<string | null>(type ?? 'provider');
  if (features.has('disableSpecialtyOnReferralCreation')) return <ChooseProvider patientId={patientId} />;
  return (
    <div>
      <Input.Error role="alert" mb="xs">
        {form.formState.errors.chooseProvider?.referralType?.message}
      </Input.Error>
      <Tabs value={tab} onChange={setTab}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="provider">Provider</Tabs.Tab>
          <Tabs.Tab value="specialty">Specialty</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="provider">
          <ChooseProvider patientId={patientId} />
        </Tabs.Panel>
        <Tabs.Panel value="specialty">
          <ChooseSpecialty />
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

/** What was picked last is what counts; nothing picked leaves it open, where there is a choice. */
function usePick() {
  const { features } = useSession();
  const form = useFormContext<WizardValues>();
  const nothing = features.has('disableSpecialtyOnReferralCreation') ? 'provider' : null;
  return (picked: Partial<WizardValues['chooseProvider']>, type: 'provider' | 'specialty', isPicked: boolean) => {
    const values = form.getValues('chooseProvider');
    const cleared = { healthcareProvider: null, healthcareProviderSpecialty: null };
    form.setValue(
      'chooseProvider',
      { ...values, ...cleared, ...picked, referralType: isPicked ? type : nothing },
      { shouldDirty: true },
    );
    form.clearErrors([
      'chooseProvider.referralType',
      'chooseProvider.healthcareProvider',
      'chooseProvider.healthcareProviderSpecialty',
    ]);
  };
}

function ChooseProvider({ patientId }: { patientId: number }): ReactNode {
  const pick = usePick();
  const form = useFormContext<WizardValues>();
  return (
    <ProviderPicker
      patientId={patientId}
      value={form.watch('chooseProvider.healthcareProvider')}
      onChange={(healthcareProvider) => pick({ healthcareProvider }, 'provider', healthcareProvider !== null)}
      error={form.formState.errors.chooseProvider?.healthcareProvider?.message}
    />
  );
}

function ChooseSpecialty(): ReactNode {
  const pick = usePick();
  const form = useFormContext<WizardValues>();
  return (
    <Stack gap="xs" maw={420}>
      <SpecialtySelect
        label="Specialty"
        required
        value={form.watch('chooseProvider.healthcareProviderSpecialty')}
        onChange={(specialty) => pick({ healthcareProviderSpecialty: specialty }, 'specialty', specialty !== null)}
        error={form.formState.errors.chooseProvider?.healthcareProviderSpecialty?.message}
      />
      <Text fz="xs" c="dimmed">
        A care coordinator chooses the provider.
      </Text>
    </Stack>
  );
}
