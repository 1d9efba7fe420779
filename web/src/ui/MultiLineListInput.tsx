import { linesOf } from '@careloop/contracts/fields/formats';
import { Textarea, type TextareaProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';

export interface MultiLineListInputProps extends Omit<TextareaProps, 'value' | 'onChange' | 'defaultValue'> {
  value: readonly string[];
  /** Called on every change, with the items without blank lines. */
  onChange: (items: string[]) => void;
}

/** A list with one item per line, ten lines high; blank lines are dropped when the field loses focus. */
export function MultiLineListInput({ value, onChange, onBlur, ...rest }: MultiLineListInputProps): ReactNode {
  // Keeps blank lines while the user is typing.
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Textarea
      rows={10}
      {...rest}
      value={typed ?? value.join('\n')}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(linesOf(event.currentTarget.value));
      }}
      onBlur={(event) => {
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
