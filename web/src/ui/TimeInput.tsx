import { parseTime, timeInWords } from '@careloop/contracts/fields/dates';
import type { ReactNode } from 'react';
import { TrimmedTextInput, type TrimmedTextInputProps } from './TrimmedTextInput.tsx';

export type TimeInputProps = Omit<TrimmedTextInputProps, 'tidy' | 'resting' | 'max'>;

function inOrder(text: string): string {
  const time = parseTime(text);
  return time === null ? text : timeInWords(time);
}

/** A time of day in any notation, formatted when the field loses focus: 930 becomes 9:30 AM. */
export function TimeInput(props: TimeInputProps): ReactNode {
  return <TrimmedTextInput placeholder="9:30 AM" {...props} tidy={inOrder} />;
}
