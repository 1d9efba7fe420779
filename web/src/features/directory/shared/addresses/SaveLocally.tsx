import type { Allowance } from '@careloop/contracts/can';
import type { ProviderAddressDetail } from '@careloop/contracts/directory/addresses';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { CheckboxInput } from '../../../../ui/CheckboxInput.tsx';
import { Field } from '../../../../ui/Field.tsx';

interface SaveLocallyProps {
  /** The address being edited; undefined for a new one. */
  address?: ProviderAddressDetail | undefined;
  /** Whether the user may enter it as a shared place, or why not. */
  changePlace: Allowance;
}

/** Selects whether the address is saved for this provider only, or for everyone at the place. */
export function SaveLocally({ address, changePlace }: SaveLocallyProps): ReactNode {
  const form = useFormContext<{ saveLocally: boolean }>();
  const isFixed = changePlace !== true;
  return (
    <Field
      form={form}
      name="saveLocally"
      label={isFixed ? 'Saved for this provider only' : 'Save for this provider only'}
      description={isFixed ? reasonOf(changePlace, address) : consequenceOf(address)}
    >
      {(field) => <CheckboxInput {...field} value={isFixed || field.value} disabled={isFixed} />}
    </Field>
  );
}

function reasonOf(changePlace: string, address: ProviderAddressDetail | undefined): string {
  return address === undefined ? `${changePlace} A suggested address is used as it is.` : changePlace;
}

function consequenceOf(address: ProviderAddressDetail | undefined): string {
  if (address?.isShared !== true)
    return 'Otherwise other providers can be added at this address, and share its changes.';
  const others = address.totalProviders - 1;
  if (others === 0) return 'Otherwise the change is made to the shared address. No other provider uses it.';
  return others === 1
    ? 'Otherwise the address of 1 other provider changes, too.'
    : `Otherwise the addresses of ${others} other providers change, too.`;
}
