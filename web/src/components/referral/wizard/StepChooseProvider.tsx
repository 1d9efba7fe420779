import { Input, Select, Stack, Tabs, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { useSession } from '../../../session/useSession.ts';
import { ProviderPicker } from '../../providers/ProviderPicker.tsx';
import { SpecialtySelect } from '../../providers/SpecialtySelect.tsx';
import { OpenReferralNote } from './OpenReferralNote.tsx';
import type { WizardValues } from './wizardForm.ts';
import type { Referrer } from './wizardInput.ts';

export interface StepChooseProviderProps {
  patientId: number;
  referrers: readonly Referrer[];
}

/** Step 1: to whom, and in whose name. Picking a provider clears the specialty and the other way round. */
export function StepChooseProvider({ patientId, referrers }: StepChooseProviderProps): ReactNode {
  return (
    <Stack gap="md">
      <ReferredBy referrers={referrers} />
      <Target patientId={patientId} />
      <OpenReferralNote patientId={patientId} />
    </Stack>
  );
}

function ReferredBy({ referrers }: { referrers: readonly Referrer[] }): ReactNode {
  const { user } = useSession();
  const { control } = useFormContext<WizardValues>();
  if (referrers.length === 0) {
    return (
      <Text fz="sm">
        Referred by {user.lastName}, {user.firstName}
      </Text>
    );
  }
  return (
    <Controller
      control={control}
      name="chooseProvider.referredByHealthcareProviderId"
      render={({ field, fieldState }) => (
        <Select
          label="Referred by"
          withAsterisk
          maw={420}
          placeholder="Choose whom the referral is on behalf of"
          searchable={referrers.length > 8}
          allowDeselect={false}
          data={referrers.map((one) => ({ value: String(one.healthcareProviderId), label: one.name }))}
          ref={field.ref}
          value={field.value === null ? null : String(field.value)}
          onChange={(value) => field.onChange(value === null ? null : Number(value))}
          onBlur={field.onBlur}
          error={fieldState.error?.message}
        />
      )}
    />
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
      <Input.Error role="alert" mt="xs">
        {form.formState.errors.chooseProvider?.referralType?.message}
      </Input.Error>
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
