import { Checkbox, type CheckboxProps } from '@mantine/core';
import type { ReactNode } from 'react';

export interface CheckboxInputProps extends Omit<CheckboxProps, 'value' | 'defaultChecked' | 'checked' | 'onChange'> {
  value: boolean | null | undefined;
  onChange: (value: boolean) => void;
}

/** A checkbox whose value is whether it is checked. */
export function CheckboxInput({ value, onChange, ...rest }: CheckboxInputProps): ReactNode {
  return <Checkbox {...rest} checked={value === true} onChange={(event) => onChange(event.currentTarget.checked)} />;
}
