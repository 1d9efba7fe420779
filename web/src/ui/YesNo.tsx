import { Group, Radio } from '@mantine/core';
import { useId, type ReactNode, type Ref } from 'react';
import type { Focusable } from './focus.ts';
import { RadioGroup } from './RadioGroup.tsx';

export interface YesNoProps {
  label: ReactNode;
  /** null while unanswered. */
  value: boolean | null;
  onChange: (value: boolean) => void;
  onBlur?: () => void;
  description?: ReactNode;
  error?: ReactNode;
  yes?: string;
  no?: string;
  withAsterisk?: boolean;
  disabled?: boolean;
  ref?: Ref<Focusable>;
}

/** A yes/no question, unanswered at first. */
export function YesNo({ ref, ...props }: YesNoProps): ReactNode {
  const { label, value, onChange, yes = 'Yes', no = 'No', withAsterisk, disabled, description, error } = props;
  return (
    <RadioGroup
      ref={ref}
      name={useId()}
      label={label}
      description={description}
      error={error}
      withAsterisk={withAsterisk}
      value={value === null ? '' : String(value)}
      onChange={(chosen) => onChange(chosen === 'true')}
      onBlur={props.onBlur}
    >
      <Group gap="lg" py="xs">
        <Radio value="true" label={yes} disabled={disabled} />
        <Radio value="false" label={no} disabled={disabled} />
      </Group>
    </RadioGroup>
  );
}
