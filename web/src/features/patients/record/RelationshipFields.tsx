import { patientRelationship, patientRelationshipLabels } from '@careloop/contracts/codes/patients';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { choicesOf, CodeSelect } from './CodeSelect.tsx';
import { recordLabels } from './recordLabels.ts';
import { Field } from '../../../ui/Field.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';

const choices = choicesOf(patientRelationship, patientRelationshipLabels);

interface RelationshipFieldsProps {
  code: 'relationshipCode' | 'subscriberRelationshipCode';
  /** The relationship in words, for one that is not in the list. */
  words: 'relationship' | 'subscriberRelationship';
}

type Values = Record<RelationshipFieldsProps['code'], number | null> & Record<RelationshipFieldsProps['words'], string>;

/** A relationship to the patient, from the list or else in words. */
export function RelationshipFields({ code, words }: RelationshipFieldsProps): ReactNode {
  const form = useFormContext<Values>();
  return (
    <>
      <Field form={form} name={code} label={recordLabels[code]}>
        {(field) => (
          <CodeSelect
            {...field}
            choices={choices}
            placeholder="Select"
            onChange={(chosen) => {
              field.onChange(chosen);
              // The other field is then hidden, and an error in it would prevent saving without a message.
              if (chosen !== null) form.setValue(words, '', { shouldDirty: true, shouldValidate: true });
            }}
          />
        )}
      </Field>
      {form.watch(code) == null && (
        <Field form={form} name={words} label="Relationship, if not in the list" input={TrimmedTextInput} />
      )}
    </>
  );
}
