import { formatPhone } from '@careloop/contracts/fields';
import { TextInput, type TextInputProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';

export interface PhoneInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** Digits or what was typed. */
  value: string | null | undefined;
  onChange: (value: string) => void;
}

/** A phone number, typed anyhow and put in order when the field is left: (617) 555-0123. */
export function PhoneInput({ value, onChange, onBlur, onFocus, ...rest }: PhoneInputProps): ReactNode {
  const [isTyping, setTyping] = useState(false);
  const text = value ?? '';
  return (
    <TextInput
      type="tel"
      inputMode="tel"
      autoComplete="off"
      {...rest}
      value={isTyping ? text : formatPhone(text)}
      onChange={(event) => onChange(event.currentTarget.value)}
      onFocus={(event) => {
        setTyping(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setTyping(false);
        const ordered = formatPhone(event.currentTarget.value.trim());
        if (ordered !== value) onChange(ordered);
        onBlur?.(event);
      }}
    />
  );
}
