import { languages } from '@careloop/contracts/codes/languages';
import type { ProviderFormValues, ProviderTag } from '@careloop/contracts/directory/providers';
import { MultiSelect, TagsInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../../ui/Field.tsx';
import { providerLabels } from './providerLabels.ts';

// Fields of the provider editor that hold several values.

interface NumbersFieldProps {
  name: 'languageCodes' | 'healthcareProviderTagIds';
  data: { value: number; label: string }[];
  placeholder: string;
}

/** Several values of a list, by their ids. */
function NumbersField({ name, data, placeholder }: NumbersFieldProps): ReactNode {
  const form = useFormContext<ProviderFormValues>();
  return (
    <Field form={form} name={name} label={providerLabels[name]}>
      {(field) => (
        <MultiSelect
          {...field}
          value={field.value ?? []}
          data={data}
          searchable
          hidePickedOptions
          nothingFoundMessage="No options found"
          placeholder={field.value?.length ? undefined : placeholder}
        />
      )}
    </Field>
  );
}

const languageChoices = languages.map(({ code, name }) => ({ value: code, label: name }));

export function LanguagesField(): ReactNode {
  return <NumbersField name="languageCodes" data={languageChoices} placeholder="Not stated" />;
}

/** Tags of the user's clients and those the provider already has. */
export function TagsField({ tags }: { tags: readonly ProviderTag[] }): ReactNode {
  const data = tags.map(({ healthcareProviderTagId, tagName }) => ({ value: healthcareProviderTagId, label: tagName }));
  return <NumbersField name="healthcareProviderTagIds" data={data} placeholder="No tags" />;
}

export function PopulationsField(): ReactNode {
  const form = useFormContext<ProviderFormValues>();
  return (
    <Field
      form={form}
      name="populations"
      label={providerLabels.populations}
      description="Type a group of patients and press Enter."
    >
      {(field) => <TagsInput {...field} value={field.value ?? []} acceptValueOnBlur />}
    </Field>
  );
}
