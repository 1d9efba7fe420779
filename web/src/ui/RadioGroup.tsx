import { Radio, type RadioGroupProps as LibraryProps } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { useGroupFocus, type Focusable } from './focus.ts';

export interface RadioGroupProps extends Omit<LibraryProps, 'ref'> {
  ref?: Ref<Focusable> | undefined;
}

/** Radio buttons as one field: a form that finds it wrong focuses the chosen one, or the first. */
export function RadioGroup({ ref, ...rest }: RadioGroupProps): ReactNode {
  return <Radio.Group {...rest} ref={useGroupFocus(ref)} />;
}
