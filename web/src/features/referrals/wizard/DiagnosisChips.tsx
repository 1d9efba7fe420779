import type { Diagnosis } from '@careloop/contracts/directory';
import { Chip, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { setField } from './setField.ts';
import type { Suggested } from './useSuggestions.ts';
import type { WizardValues } from './wizardForm.ts';
import classes from './Suggestions.module.css';

interface DiagnosisChipsProps {
  suggestions: Suggested;
  children?: ReactNode;
}

/** The patient's current conditions: one click chooses the diagnosis, a second one clears it. */
export function DiagnosisChips({ suggestions, children }: DiagnosisChipsProps): ReactNode {
  const form = useFormContext<WizardValues>();
  const { diagnoses, diagnosis } = suggestions;
  const isListed = diagnoses.some((one) => one.codedConceptId === diagnosis?.codedConceptId);
  const other = isListed ? null : diagnosis;
  if (other === null && diagnoses.length === 0 && children === undefined) return null;
  const chip = (one: Diagnosis) => (
    <Chip
      key={one.codedConceptId}
      size="sm"
      classNames={{ label: classes.chip }}
      checked={one.codedConceptId === diagnosis?.codedConceptId}
      onChange={(isChosen) => {
        form.setValue('referralReason.diagnosisTyped', '');
        form.clearErrors('referralReason.diagnosis');
        setField(form, 'referralReason.diagnosis', isChosen ? one : null);
      }}
    >
      <b>{one.code}</b> {one.description}
    </Chip>
  );
  return (
    <div role="group" aria-label="Conditions of the patient">
      {other !== null && <Group mb={6}>{chip(other)}</Group>}
      {diagnoses.length > 0 && (
        <Text fz="xs" c="dimmed" mb={4}>
          From the patient’s problem list
        </Text>
      )}
      <Group gap={6}>
        {diagnoses.map(chip)}
        {children}
      </Group>
    </div>
  );
}
