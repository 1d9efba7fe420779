import { linesOf } from '@careloop/contracts/fields/formats';
import { Textarea, type TextareaProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';

export interface MultiLineListInputProps extends Omit<TextareaProps, 'value' | 'onChange' | 'defaultValue'> {
  value: readonly string[];
  /** Gets the items without blank lines, with every key. */
  onChange: (items: string[]) => void;
}

/** A list written one item to a line, ten lines high; blank lines are dropped when it is left. */
export function MultiLineListInput({ value, onChange, onBlur, ...rest }: MultiLineListInputProps): ReactNode {
  // While somebody types, the blank line of the next item is there.
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
