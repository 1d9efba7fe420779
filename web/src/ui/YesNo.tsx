import { Radio } from '@mantine/core';
import type { ReactNode } from 'react';

export interface YesNoProps {
  label: string;
  value: boolean | null;
  onChange: (value: boolean) => void;
  description?: ReactNode;
  error?: ReactNode;
  yes?: string;
  no?: string;
  required?: boolean;
  disabled?: boolean;
}

/** A question with two answers, none chosen before. */
export function YesNo({ label, value, onChange, yes = 'Yes', no = 'No', ...rest }: YesNoProps): ReactNode {
  return (
    <Radio.Group
      label={label}
      value={value === null ? '' : String(value)}
      onChange={(chosen) => onChange(chosen === 'true')}
      {...rest}
    >
      <Radio value="true" label={yes} />
      <Radio value="false" label={no} />
    </Radio.Group>
  );
}

/** true, false and not known as words. */
export function yesNo(value: boolean | null | undefined): string {
  if (value === null || value === undefined) return 'Unknown';
  return value ? 'Yes' : 'No';
}
