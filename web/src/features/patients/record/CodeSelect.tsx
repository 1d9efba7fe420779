import { Select, type SelectProps } from '@mantine/core';
import type { ReactNode } from 'react';

export interface CodeChoice {
  code: number;
  label: string;
}

interface CodeSelectProps<Code extends number | null | undefined> extends Omit<
  SelectProps<number>,
  'data' | 'value' | 'onChange'
> {
  choices: readonly CodeChoice[];
  value: Code;
  onChange: (code: Code) => void;
}

/** A choice from a list of codes, which can be cleared unless a code is required. */
export function CodeSelect<Code extends number | null | undefined>(props: CodeSelectProps<Code>): ReactNode {
  const { choices, clearable = true, value, onChange, ...rest } = props;
  return (
    <Select<number>
      {...rest}
      clearable={clearable}
      allowDeselect={clearable}
      nothingFoundMessage="No options found"
      data={choices.map(({ code, label }) => ({ value: code, label }))}
      value={value}
      // The choices are the codes of the field.
      onChange={(chosen) => onChange(chosen as Code)}
    />
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
