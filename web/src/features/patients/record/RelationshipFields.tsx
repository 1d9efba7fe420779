import { patientRelationship, patientRelationshipLabels } from '@careloop/contracts/codes/patients';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { choicesOf, CodeField, TextField } from './fields.tsx';

const choices = choicesOf(patientRelationship, patientRelationshipLabels);

interface RelationshipFieldsProps {
  code: 'relationshipCode' | 'subscriberRelationshipCode';
  /** The relationship in words, for one that is not in the list. */
  words: 'relationship' | 'subscriberRelationship';
}

/** A relationship to the patient, from the list or else in words. */
export function RelationshipFields({ code, words }: RelationshipFieldsProps): ReactNode {
  const form = useFormContext();
  return (
    <>
      <CodeField
        name={code}
        choices={choices}
        placeholder="Select"
        // The other field is then hidden, and an error in it would prevent saving without a message.
        onChosen={() => form.setValue(words, '', { shouldDirty: true, shouldValidate: true })}
      />
      {form.watch(code) == null && <TextField name={words} label="Relationship, if not in the list" />}
    </>
  );
}
