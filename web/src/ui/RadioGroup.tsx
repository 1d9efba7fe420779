import { Radio, type RadioGroupProps as LibraryProps } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useGroupFocus, type Focusable } from './focus.ts';

export interface RadioGroupProps extends Omit<LibraryProps, 'ref'> {
  ref?: Ref<Focusable> | undefined;
}

/** Radio buttons as one field: on an error, a form focuses the selected button or the first one. */
export function RadioGroup({ ref, ...rest }: RadioGroupProps): ReactNode {
  return <Radio.Group {...rest} ref={useGroupFocus(ref)} />;
}

interface CodeRadioGroupProps<Code extends number> extends Omit<RadioGroupProps, 'value' | 'onChange'> {
  value: Code | null | undefined;
  onChange: (code: Code) => void;
}

/** Radio buttons for the codes of a table; each button's value is its code as text. */
export function CodeRadioGroup<Code extends number>(props: CodeRadioGroupProps<Code>): ReactNode {
  const { value, onChange, ...rest } = props;
  return (
    <RadioGroup
      {...rest}
      value={value == null ? null : String(value)}
      onChange={(chosen) => onChange(Number(chosen) as Code)}
    />
  );
}
