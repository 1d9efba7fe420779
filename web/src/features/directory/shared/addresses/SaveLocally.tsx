import type { ProviderAddressDetail } from '@careloop/contracts/directory/addresses';
import { Checkbox } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';

interface SaveLocallyProps {
  /** The address being edited; undefined for a new one. */
  address?: ProviderAddressDetail | undefined;
}

/** Selects whether the address is saved for this provider only, or for everyone at the place. */
export function SaveLocally({ address }: SaveLocallyProps): ReactNode {
  const { control } = useFormContext<{ saveLocally: boolean }>();
  const isFixed = address !== undefined && address.isShared && address.can.changePlace !== true;
  return (
    <Controller
      control={control}
      name="saveLocally"
      render={({ field: { value, ...field } }) => (
        <Checkbox
          {...field}
          label="Save for this provider only"
          description={consequenceOf(address)}
          checked={isFixed || value}
          disabled={isFixed}
        />
      )}
    />
  );
}

function consequenceOf(address: ProviderAddressDetail | undefined): string {
  if (address?.isShared !== true)
    return 'Otherwise other providers can be added at this address, and share its changes.';
  if (address.can.changePlace !== true) return address.can.changePlace;
  const others = address.totalProviders - 1;
  if (others === 0) return 'Otherwise the change is made to the shared address. No other provider uses it.';
  return others === 1
    ? 'Otherwise the address of 1 other provider changes, too.'
    : `Otherwise the addresses of ${others} other providers change, too.`;
}
