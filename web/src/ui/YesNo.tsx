import { Group, Radio } from '@mantine/core';
import { useId, type ReactNode } from 'react';

export interface YesNoProps {
  label: ReactNode;
  /** null: not answered. */
  value: boolean | null;
  onChange: (value: boolean) => void;
  description?: ReactNode;
  error?: ReactNode;
  yes?: string;
  no?: string;
  required?: boolean;
  disabled?: boolean;
}

/** A question with two answers, none chosen before it is answered. */
export function YesNo(props: YesNoProps): ReactNode {
  const { label, value, onChange, yes = 'Yes', no = 'No', required, disabled, description, error } = props;
  return (
    <Radio.Group
      name={useId()}
      label={label}
      description={description}
      error={error}
      withAsterisk={required}
      value={value === null ? '' : String(value)}
      onChange={(chosen) => onChange(chosen === 'true')}
    >
      <Group gap="lg" py="xs">
        <Radio value="true" label={yes} disabled={disabled} />
        <Radio value="false" label={no} disabled={disabled} />
      </Group>
    </Radio.Group>
  );
}

/** true, false and not known as words. */
export function yesNo(value: boolean | null | undefined): string {
  if (value === null || value === undefined) return 'Unknown';
  return value ? 'Yes' : 'No';
}
