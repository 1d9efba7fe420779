import { Switch, type SwitchProps } from '@mantine/core';
import type { ReactNode } from 'react';

export interface ToggleProps extends Omit<SwitchProps, 'value' | 'defaultChecked' | 'checked' | 'onChange'> {
  value: boolean;
  onChange: (value: boolean) => void;
}

/** A switch that takes effect at once, without saving a form. */
export function Toggle({ value, onChange, ...rest }: ToggleProps): ReactNode {
  return <Switch {...rest} checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />;
}
