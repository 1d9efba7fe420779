import { Group, Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { RadioGroup, type RadioGroupProps } from './RadioGroup.tsx';

interface YesNoUnknownProps extends Omit<RadioGroupProps, 'value' | 'onChange' | 'children'> {
  /** Null or undefined: not stated. */
  value: boolean | null | undefined;
  onChange: (value: boolean | null) => void;
}

/** Yes, No, or Not stated. */
export function YesNoUnknown({ value, onChange, ...rest }: YesNoUnknownProps): ReactNode {
  return (
    <RadioGroup
      {...rest}
      value={String(value ?? 'unknown')}
      onChange={(chosen) => onChange(chosen === 'unknown' ? null : chosen === 'true')}
    >
      <Group gap="md" py="xs">
        <Radio value="true" label="Yes" />
        <Radio value="false" label="No" />
        <Radio value="unknown" label="Not stated" />
      </Group>
    </RadioGroup>
  );
}
