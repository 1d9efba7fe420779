import type { Diagnosis } from '@careloop/contracts/directory';
import { Button, Chip, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { setField } from './setField.ts';
import type { Suggested } from './useSuggestions.ts';
import type { WizardValues } from './wizardForm.ts';
import classes from './Suggestions.module.css';

interface DiagnosisChipsProps {
  suggestions: Suggested;
  children?: ReactNode;
}

/**
 * The patient's current conditions: one click chooses the diagnosis, a second one clears it. Once one is chosen, the others make room
 * for what follows from it.
 */
export function DiagnosisChips({ suggestions, children }: DiagnosisChipsProps): ReactNode {
  const form = useFormContext<WizardValues>();
  const { diagnoses, diagnosis } = suggestions;
  const isListed = diagnoses.some((one) => one.codedConceptId === diagnosis?.codedConceptId);
  const other = isListed ? null : diagnosis;
  const [areAllShown, showAll] = useState(false);
  const shown =
    diagnosis === null || areAllShown
      ? diagnoses
      : diagnoses.filter((one) => one.codedConceptId === diagnosis.codedConceptId);
  const folded = diagnoses.length - shown.length;
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
      {shown.length > 0 && (
        <Text fz="xs" c="dimmed" mb={4}>
          From the patient’s problem list
        </Text>
      )}
      <Group gap={6}>
        {shown.map(chip)}
        {folded > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => showAll(true)}>
            {folded} {other === null ? 'other' : 'current'} {folded === 1 ? 'condition' : 'conditions'}
          </Button>
        )}
        {children}
      </Group>
    </div>
  );
}
