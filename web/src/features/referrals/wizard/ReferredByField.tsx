import { searchProviders } from '@careloop/contracts/directory';
import { suggestionTexts, type ReferralSuggestions } from '@careloop/contracts/referrals/suggestions';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { AsyncSelect } from '../../../ui/AsyncSelect.tsx';
import { Field, type InputOfField } from '../../../ui/Field.tsx';
import { setField } from './setField.ts';
import type { Referrer, WizardValues } from './wizardForm.ts';

export interface ReferredByFieldProps {
  /** The user's own provider record and the providers they may act for. */
  referrers: readonly Referrer[];
  /** Who is suggested, and why. */
  suggested?: ReferralSuggestions['referredBy'] | undefined;
  /** Whether any provider of the directory may be selected. */
  isAnyAllowed: boolean;
}

interface InputProps extends InputOfField<string, Referrer | null> {
  referrers: readonly Referrer[];
  onTyped: (term: string) => void;
  initialTerm: string | undefined;
}

function OwnReferrers({
  referrers,
  value,
  onChange,
  onTyped: _typed,
  initialTerm: _term,
  ...field
}: InputProps): ReactNode {
  const isEmpty = referrers.length === 0;
  return (
    <Select
      disabled={isEmpty}
      placeholder="Choose whom the referral is on behalf of"
      searchable={referrers.length > 8}
      selectFirstOptionOnChange
      allowDeselect={false}
      data={referrers.map((one) => ({ value: one.healthcareProviderId, label: one.name }))}
      value={value?.healthcareProviderId ?? null}
      onChange={(id) => onChange(referrers.find((one) => one.healthcareProviderId === id) ?? null)}
      {...field}
    />
  );
}

function AnyReferrer({ referrers, ...field }: InputProps): ReactNode {
  const search = async (searchTerm: string, signal: AbortSignal): Promise<Referrer[]> => {
    const { items } = await call(searchProviders, { searchTerm }, { signal });
    const found = items.map(({ healthcareProviderId, fullName }) => ({ healthcareProviderId, name: fullName }));
    const all = searchTerm === '' ? [...referrers, ...found] : found;
    // The search returns a provider once per address.
    return [...new Map(all.map((one) => [one.healthcareProviderId, one])).values()];
  };
  return (
    <AsyncSelect
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
export function ReferredByField({ referrers, suggested, isAnyAllowed }: ReferredByFieldProps): ReactNode {
  const form = useFormContext<WizardValues>();
  const Input = isAnyAllowed ? AnyReferrer : OwnReferrers;
  const chosen = form.watch('chooseProvider.referredBy');
  const isSuggested = suggested != null && suggested.healthcareProviderId === chosen?.healthcareProviderId;
  return (
    <Field
      form={form}
      name="chooseProvider.referredBy"
      label="Referred by"
      required
      {...(isSuggested && { description: suggestionTexts.referrers[suggested.reason] })}
    >
      {(field) => (
        <Input
          {...field}
          referrers={referrers}
          onChange={(referrer) => setField(form, 'chooseProvider.referredBy', referrer)}
          initialTerm={form.getValues('chooseProvider.referredByTyped')}
          onTyped={(term) => {
            form.setValue('chooseProvider.referredByTyped', term);
            form.clearErrors('chooseProvider.referredBy');
          }}
        />
      )}
    </Field>
  );
}
