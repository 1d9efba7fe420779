import {
  providerSelectionReason,
  providerSelectionReasonLabels,
  type ProviderSelectionReason,
} from '@careloop/contracts/codes/referrals';
import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { isNotPreferred } from '@careloop/contracts/referrals/notPreferred';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../../../ui/Field.tsx';

/** The part of a wizard's values used here. */
interface SelectedProviderValues {
  chooseProvider: {
    healthcareProvider: Pick<ProviderSearchItem, 'isPreferred' | 'enforcePreferred'> | null;
    providerSelectionReason: number | null;
  };
}

const names = Object.keys(providerSelectionReasonLabels) as ProviderSelectionReason[];
const reasons = names.map((name) => ({
  value: providerSelectionReason.codeOf(name),
  label: providerSelectionReasonLabels[name],
}));

/**
 * Asks why the selected provider was chosen. Renders nothing without one, and for a provider who is not preferred, because
 * the reason asked for there states it.
 */
export function SelectionReasonField(): ReactNode {
  const form = useFormContext<SelectedProviderValues>();
  const provider = form.watch('chooseProvider.healthcareProvider');
  if (provider === null || isNotPreferred(provider)) return null;
  return (
    <Field form={form} name="chooseProvider.providerSelectionReason" label="Provider selection reason">
      {(field) => <Select {...field} maw={420} clearable placeholder="Not stated" data={reasons} />}
    </Field>
  );
}
