import { NumberInput, type NumberInputProps } from '@mantine/core';
import type { ReactNode } from 'react';

export interface WholeNumberInputProps extends Omit<NumberInputProps, 'value' | 'onChange' | 'allowDecimal'> {
  /** Null for none. */
  value: number | null | undefined;
  onChange: (value: number | null) => void;
}

/** A whole number. */
export function WholeNumberInput({ value, onChange, ...rest }: WholeNumberInputProps): ReactNode {
  return (
    <NumberInput
      {...rest}
      allowDecimal={false}
      value={value ?? ''}
      onChange={(typed) => onChange(typed === '' ? null : Number(typed))}
    />
  );
}
