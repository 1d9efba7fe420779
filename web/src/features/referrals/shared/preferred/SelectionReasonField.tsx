import {
  providerSelectionReason,
  providerSelectionReasonLabels,
  selectionReasonLabel,
  type ProviderSelectionReason,
} from '@careloop/contracts/codes/referrals';
import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { isNotPreferred } from '@careloop/contracts/referrals/notPreferred';
import { Button, Group, Select, Text } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../../../ui/Field.tsx';
import { evidenceWords } from '../../../directory/shared/choices/choiceWords.ts';
import { evidentReason } from './evidentReason.ts';

/** The part of a wizard's values used here. */
interface SelectedProviderValues {
  chooseProvider: {
    healthcareProvider: Pick<ProviderSearchItem, 'isPreferred' | 'enforcePreferred' | 'selectionEvidence'> | null;
    providerSelectionReason: number | null;
  };
}

const names = Object.keys(providerSelectionReasonLabels) as ProviderSelectionReason[];
const reasons = names.map((name) => ({
  value: providerSelectionReason.codeOf(name),
  label: providerSelectionReasonLabels[name],
}));

/**
 * Why the selected provider was chosen: stated if the choice shows it, otherwise asked. Renders nothing without a provider,
 * and for one who is not preferred, because the reason asked for there states it.
 */
export function SelectionReasonField(): ReactNode {
  const form = useFormContext<SelectedProviderValues>();
  const [isChanging, setChanging] = useState(false);
  const { setFocus } = form;
  // The pressed button disappears.
  useEffect(() => {
    if (isChanging) setFocus('chooseProvider.providerSelectionReason');
  }, [isChanging, setFocus]);
  const { healthcareProvider: provider, providerSelectionReason: reason } = form.watch('chooseProvider');
  if (provider === null || isNotPreferred(provider)) return null;
  const evidence = provider.selectionEvidence ?? null;
  if (evidence !== null && reason === evidentReason(provider) && !isChanging) {
    return (
      <Group gap="xs" fz="sm">
        <Text inherit>
          Provider selection reason:{' '}
          <Text span inherit fw={600}>
            {selectionReasonLabel(reason)}
          </Text>{' '}
          <Text span inherit c="dimmed">
            {evidenceWords[evidence]}
          </Text>
        </Text>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label="Change the provider selection reason"
          onClick={() => setChanging(true)}
        >
          Change
        </Button>
      </Group>
    );
  }
  return (
    <Field form={form} name="chooseProvider.providerSelectionReason" label="Provider selection reason">
      {(field) => <Select {...field} maw={420} clearable placeholder="Not stated" data={reasons} />}
    </Field>
  );
}
