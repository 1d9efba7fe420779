import type { ReactNode } from 'react';
import { TrimmedTextInput, type TrimmedTextInputProps } from '../../../ui/TrimmedTextInput.tsx';

/** A date that may also be a month or a year. */
export function PartialDayInput(props: TrimmedTextInputProps): ReactNode {
  return <TrimmedTextInput {...props} placeholder="M/D/YYYY, M/YYYY or YYYY" />;
}
