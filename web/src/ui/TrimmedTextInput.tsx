import { TextInput, type TextInputProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import readOnly from './readOnly.module.css';
import { CharacterCounter, countBelow } from './CharacterCounter.tsx';

export interface TrimmedTextInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  value: string | null | undefined;
  onChange: (value: string) => void;
  /** Formats the trimmed text when the field loses focus. */
  tidy?: (text: string) => string;
  /** Formats the text shown while the field is not focused; defaults to the text itself. */
  resting?: (text: string) => string;
  /** Shows "n / max characters"; longer text can still be typed. */
  max?: number;
}

/** Single-line text, trimmed when the field loses focus. All inputs with a rule of their own build on it. */
export function TrimmedTextInput(props: TrimmedTextInputProps): ReactNode {
  const { value, onChange, onBlur, onFocus, tidy, resting, max, ...rest } = props;
  const [isTyping, setTyping] = useState(false);
  const text = value ?? '';
  const counted = max !== undefined && {
    inputWrapperOrder: countBelow,
    description: <CharacterCounter length={text.length} max={max} description={rest.description} />,
  };
  return (
    <TextInput
      autoComplete="off"
      {...(rest.readOnly === true && { classNames: readOnly })}
      {...rest}
      {...counted}
      value={isTyping || resting === undefined ? text : resting(text)}
      onChange={(event) => onChange(event.currentTarget.value)}
      onFocus={(event) => {
        setTyping(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setTyping(false);
        const trimmed = text.trim();
        const ordered = tidy === undefined ? trimmed : tidy(trimmed);
        if (ordered !== text && rest.readOnly !== true) onChange(ordered);
        onBlur?.(event);
      }}
    />
  );
}
