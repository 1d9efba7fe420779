import { searchProviders } from '@careloop/contracts/directory';
import { Select } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { AsyncSelect } from '../../../ui/AsyncSelect.tsx';
import { setField } from './setField.ts';
import type { Referrer, WizardValues } from './wizardForm.ts';

export interface ReferredByFieldProps {
  /** The user's own provider record and the providers they may act for. */
  referrers: readonly Referrer[];
  /** Whether any provider of the directory may be selected. */
  isAnyAllowed: boolean;
}

interface FieldProps {
  referrers: readonly Referrer[];
  value: Referrer | null;
  onChange: (referrer: Referrer | null) => void;
  onBlur: () => void;
  onTyped: (term: string) => void;
  initialTerm: string | undefined;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
}

const label = 'Referred by';
const noneReason =
  'You are not a provider and cannot act for one. Ask your administrator to let you act for a provider.';

function OwnReferrers({
  referrers,
  value,
  onChange,
  onTyped: _typed,
  initialTerm: _term,
  ...field
}: FieldProps): ReactNode {
  const isEmpty = referrers.length === 0;
  return (
    <Select
      label={label}
      description={isEmpty ? noneReason : undefined}
      withAsterisk
      disabled={isEmpty}
      placeholder="Choose whom the referral is on behalf of"
      searchable={referrers.length > 8}
      selectFirstOptionOnChange
      allowDeselect={false}
      data={referrers.map((one) => ({ value: String(one.healthcareProviderId), label: one.name }))}
      value={value === null ? null : String(value.healthcareProviderId)}
      onChange={(id) => onChange(referrers.find((one) => String(one.healthcareProviderId) === id) ?? null)}
      {...field}
    />
  );
}

function AnyReferrer({ referrers, ...field }: FieldProps): ReactNode {
  const search = async (searchTerm: string, signal: AbortSignal): Promise<Referrer[]> => {
    const { items } = await call(searchProviders, { searchTerm }, { signal });
    const found = items.map(({ healthcareProviderId, fullName }) => ({ healthcareProviderId, name: fullName }));
    const all = searchTerm === '' ? [...referrers, ...found] : found;
    // The search returns a provider once per address.
    return [...new Map(all.map((one) => [one.healthcareProviderId, one])).values()];
  };
  return (
    <AsyncSelect
      label={label}
      required
      placeholder="Search by name"
      minimum={0}
      search={search}
      itemKey={(referrer) => referrer.healthcareProviderId}
      itemLabel={(referrer) => referrer.name}
      {...field}
    />
  );
}

/** The provider on whose behalf the referral is sent. */
export function ReferredByField({ referrers, isAnyAllowed }: ReferredByFieldProps): ReactNode {
  const form = useFormContext<WizardValues>();
  const Field = isAnyAllowed ? AnyReferrer : OwnReferrers;
  return (
    <Controller
      control={form.control}
      name="chooseProvider.referredBy"
      render={({ field, fieldState }) => (
        <Field
          referrers={referrers}
          value={field.value}
          onChange={(referrer) => setField(form, 'chooseProvider.referredBy', referrer)}
          onBlur={field.onBlur}
          initialTerm={form.getValues('chooseProvider.referredByTyped')}
          onTyped={(term) => {
            form.setValue('chooseProvider.referredByTyped', term);
            form.clearErrors('chooseProvider.referredBy');
          }}
          ref={field.ref}
          error={fieldState.error?.message}
        />
      )}
    />
  );
}
