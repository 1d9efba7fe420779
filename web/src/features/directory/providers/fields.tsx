import { languages } from '@careloop/contracts/codes/languages';
import type { ProviderTag } from '@careloop/contracts/directory/providers';
import { MultiSelect, Select, TagsInput, type SelectProps } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { Controller, useFormContext, type ControllerRenderProps, type FieldValues } from 'react-hook-form';
import { FaxInput, PhoneInput } from '../../../ui/PhoneInput.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput, type TrimmedTextInputProps } from '../../../ui/TrimmedTextInput.tsx';
import { providerLabel } from './providerLabels.ts';

// Fields of the provider editor, each connected to the surrounding form.

type Given = ControllerRenderProps<FieldValues, string> & { label: string; error: string | undefined };

interface FieldProps {
  name: string;
  required?: boolean;
}

export function Field({ name, children }: { name: string; children: (given: Given) => ReactElement }): ReactNode {
  const { control } = useFormContext();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) =>
        children({ ...field, label: providerLabel(name), error: fieldState.error?.message })
      }
    />
  );
}

type InputComponent = (props: TrimmedTextInputProps) => ReactNode;

/** A text field; `Input` for fields with their own rule. */
export function TextField({
  name,
  required = false,
  input: Input = TrimmedTextInput,
  ...rest
}: FieldProps & { input?: InputComponent; disabled?: boolean; description?: ReactNode }): ReactNode {
  return <Field name={name}>{(given) => <Input {...given} {...rest} withAsterisk={required} />}</Field>;
}

export function PhoneField({ name }: FieldProps): ReactNode {
  return <Field name={name}>{(given) => <PhoneInput {...given} />}</Field>;
}

export function FaxField({ name }: FieldProps): ReactNode {
  return <Field name={name}>{(given) => <FaxInput {...given} />}</Field>;
}

export function NotesField({ name, description }: FieldProps & { description: string }): ReactNode {
  return (
    <Field name={name}>
      {(given) => <TrimmedTextarea {...given} description={description} minRows={4} maxRows={12} />}
    </Field>
  );
}

/** A choice of a few options; null for none. */
export function ChoiceField({
  name,
  required = false,
  parse,
  ...rest
}: FieldProps &
  Pick<SelectProps, 'data' | 'placeholder' | 'clearable'> & { parse: (value: string) => unknown }): ReactNode {
  return (
    <Field name={name}>
      {({ value, onChange, ...given }) => (
        <Select
          {...given}
          {...rest}
          withAsterisk={required}
          value={value === null || value === undefined ? null : String(value)}
          onChange={(chosen) => onChange(chosen === null ? null : parse(chosen))}
        />
      )}
    </Field>
  );
}

const languageChoices = languages.map(({ code, name }) => ({ value: String(code), label: name }));

/** Several values of a list, by their ids. */
function NumbersField({
  name,
  data,
  placeholder,
}: FieldProps & { data: { value: string; label: string }[]; placeholder: string }) {
  return (
    <Field name={name}>
      {({ value, onChange, ...given }) => {
        const chosen = ((value ?? []) as number[]).map(String);
        return (
          <MultiSelect
            {...given}
            data={data}
            searchable
            hidePickedOptions
            nothingFoundMessage="No options found"
            {...(chosen.length === 0 && { placeholder })}
            value={chosen}
            onChange={(values) => onChange(values.map(Number))}
          />
        );
      }}
    </Field>
  );
}

export function LanguagesField(): ReactNode {
  return <NumbersField name="languageCodes" data={languageChoices} placeholder="Not stated" />;
}

/** Tags of the user's clients and those the provider already has. */
export function TagsField({ tags }: { tags: readonly ProviderTag[] }): ReactNode {
  const data = tags.map(({ healthcareProviderTagId, tagName }) => ({
    value: String(healthcareProviderTagId),
    label: tagName,
  }));
  return <NumbersField name="healthcareProviderTagIds" data={data} placeholder="No tags" />;
}

export function PopulationsField(): ReactNode {
  return (
    <Field name="populations">
      {({ value, onChange, ...given }) => {
        const chosen = (value ?? []) as string[];
        return (
          <TagsInput
            {...given}
            description="Type a group of patients and press Enter."
            value={chosen}
            onChange={onChange}
            acceptValueOnBlur
          />
        );
      }}
    </Field>
  );
}
