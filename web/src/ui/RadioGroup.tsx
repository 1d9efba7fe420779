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
