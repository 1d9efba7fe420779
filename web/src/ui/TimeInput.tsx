import { TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { parseTime, timeInWords } from '@careloop/contracts/fields/dates';

export interface TimeInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  onChange: (value: string) => void;
}

/** A time of day, typed anyhow and put in order when the field is left: 930 becomes 9:30 AM. */
export function TimeInput({ value, onChange, onBlur, ...rest }: TimeInputProps): ReactNode {
  return (
    <TextInput
      autoComplete="off"
      {...rest}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event) => {
        const time = parseTime(event.currentTarget.value);
        if (time !== null) onChange(timeInWords(time));
        onBlur?.(event);
      }}
    />
  );
}
