import { Select } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';
import { Controller, useFormContext, type ControllerRenderProps, type FieldValues } from 'react-hook-form';
import { DateInput } from '../../../ui/DateInput.tsx';
import { PhoneInput } from '../../../ui/PhoneInput.tsx';
import { SsnInput } from '../../../ui/ruleInputs.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { recordLabels } from './recordLabels.ts';

type Name = keyof typeof recordLabels;
interface FieldProps {
  name: Name;
  /** Replaces the field's own label. */
  label?: string;
  required?: boolean;
}

type Given = ControllerRenderProps<FieldValues, string> & {
  label: string;
  error: string | undefined;
  withAsterisk: boolean;
};

/** A field of the surrounding form, with its label and error. */
function Field({ name, label, required = false, children }: FieldProps & { children: (given: Given) => ReactElement }) {
  const { control } = useFormContext();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) =>
        children({
          ...field,
          value: (field.value ?? '') as unknown,
          label: label ?? recordLabels[name],
          error: fieldState.error?.message,
          withAsterisk: required,
        })
      }
    />
  );
}

export function TextField(props: FieldProps): ReactNode {
  return <Field {...props}>{(given) => <TrimmedTextInput {...given} value={String(given.value)} />}</Field>;
}

export function LongTextField(props: FieldProps): ReactNode {
  return (
    <Field {...props}>
      {(given) => <TrimmedTextarea minRows={2} maxRows={6} {...given} value={String(given.value)} />}
    </Field>
  );
}

export function PhoneField(props: FieldProps): ReactNode {
  return <Field {...props}>{(given) => <PhoneInput {...given} value={String(given.value)} />}</Field>;
}

export function DayField({ maxDate, ...props }: FieldProps & { maxDate?: string }): ReactNode {
  return (
    <Field {...props}>
      {(given) => <DateInput {...given} {...(maxDate !== undefined && { maxDate })} value={String(given.value)} />}
    </Field>
  );
}

export interface CodeChoice {
  code: number;
  label: string;
}

/** Masked unless it is being edited. */
export function SsnField(props: FieldProps): ReactNode {
  return <Field {...props}>{(given) => <SsnInput {...given} value={String(given.value)} />}</Field>;
}

/** A choice from a list of codes; the form keeps the number. */
export function CodeField(
  props: FieldProps & {
    choices: readonly CodeChoice[];
    placeholder?: string;
    clearable?: boolean;
    searchable?: boolean;
    /** Called when a code is chosen, not when it is cleared. */
    onChosen?: () => void;
  },
): ReactNode {
  const { choices, placeholder, clearable = true, searchable = false, onChosen } = props;
  return (
    <Field {...props}>
      {({ value, onChange, ...given }) => (
        <Select
          {...given}
          placeholder={placeholder}
          clearable={clearable}
          allowDeselect={clearable}
          searchable={searchable}
          nothingFoundMessage="No options found"
          data={choices.map(({ code, label }) => ({ value: String(code), label }))}
          value={value === '' ? null : String(value)}
          onChange={(chosen) => {
            onChange(chosen === null ? null : Number(chosen));
            if (chosen !== null) onChosen?.();
          }}
        />
      )}
    </Field>
  );
}

/** The codes of a table with their labels, as options. */
export function choicesOf<Name extends string>(
  { table }: { table: Readonly<Record<Name, number>> },
  labels: Readonly<Record<Name, string>>,
  leftOut: readonly Name[] = [],
): CodeChoice[] {
  const names = Object.keys(table) as Name[];
  return names.filter((name) => !leftOut.includes(name)).map((name) => ({ code: table[name], label: labels[name] }));
}
