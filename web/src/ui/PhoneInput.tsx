import { tidyPhone } from '@careloop/contracts/fields/phone';
import type { ReactNode } from 'react';
import { TrimmedTextInput, type TrimmedTextInputProps } from './TrimmedTextInput.tsx';

export type PhoneInputProps = Omit<TrimmedTextInputProps, 'tidy' | 'resting' | 'max' | 'type'>;

/** A phone number in any notation, formatted when the field loses focus: (617) 555-0123 x12. */
export function PhoneInput(props: PhoneInputProps): ReactNode {
  return <TrimmedTextInput type="tel" inputMode="tel" {...props} tidy={tidyPhone} resting={tidyPhone} />;
}

/** A mobile number; its rule is `mobileNumber`. */
export function MobileInput(props: PhoneInputProps): ReactNode {
  return <PhoneInput {...props} />;
}

/** A fax number; its rule is `faxNumber`. */
export function FaxInput(props: PhoneInputProps): ReactNode {
  return <PhoneInput {...props} />;
}
