import { formatPhone } from '@careloop/contracts/fields';
import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';

export interface PhoneInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string | null | undefined;
  onChange: (value: string) => void;
}

/** A phone number, written anyhow and put in order when the field is left. */
export function PhoneInput({ value, onChange, onBlur, ...rest }: PhoneInputProps): ReactNode {
  return (
    <TextInput
      type="tel"
      autoComplete="off"
      inputMode="tel"
      {...rest}
      value={value ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event) => {
        onChange(formatPhone(event.currentTarget.value.trim()));
        onBlur?.(event);
      }}
    />
  );
}
