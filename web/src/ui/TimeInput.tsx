import { parseClockTime, parseTime, timeInWords } from '@careloop/contracts/fields/dates';
import type { ReactNode } from 'react';
import { TrimmedTextInput, type TrimmedTextInputProps } from './TrimmedTextInput.tsx';

export interface TimeInputProps extends Omit<TrimmedTextInputProps, 'tidy' | 'resting' | 'max'> {
  /** Accepts any hour; a time such as 6:15 without AM or PM is then left as typed. */
  isAnyHour?: boolean;
}

const inOrder = (parse: typeof parseTime) => (text: string) => {
  const time = parse(text);
  return time === null ? text : timeInWords(time);
};

/** A time of day in any notation, formatted when the field loses focus: 930 becomes 9:30 AM. */
export function TimeInput({ isAnyHour = false, ...props }: TimeInputProps): ReactNode {
  return <TrimmedTextInput placeholder="9:30 AM" {...props} tidy={inOrder(isAnyHour ? parseClockTime : parseTime)} />;
}
