import { addressDialogTexts, type ProviderAddressDetail } from '@careloop/contracts/directory/addresses';
import { formatPhone } from '@careloop/contracts/fields';
import type { LeaveWords } from '../../../../ui/unsaved.ts';

/** Provider whose address is edited. */
export interface ProviderOfAddress {
  healthcareProviderId: number;
  /** "Last, First" */
  fullName: string;
}

/** Values that the address dialogs return for a provider who is not saved yet. */
export interface AddressValues {
  /** A place found in the directory, with its lines unchanged. */
  addressId?: number;
  addressLabel: string | null;
  address1: string | null;
  address2: string | null;
  city: string | null;
  state: string | null;
  zipcode: string | null;
  officePhone: string | null;
  faxNumber: string | null;
  locationCode: string | null;
  /** Saved only for this provider, not for the shared place. */
  saveLocally: boolean;
}

export const unsavedAddress: LeaveWords = {
  title: 'Unsaved changes',
  message: addressDialogTexts.unsaved,
  tone: 'danger',
};

type Known = Partial<Omit<AddressValues, 'saveLocally'>>;

/** Form values; empty for unknown fields. */
export function valuesOf(known: Known | undefined) {
  return {
    addressLabel: known?.addressLabel ?? '',
    address1: known?.address1 ?? '',
    address2: known?.address2 ?? '',
    city: known?.city ?? '',
    state: known?.state ?? '',
    zipcode: known?.zipcode ?? '',
    officePhone: formatPhone(known?.officePhone),
    faxNumber: formatPhone(known?.faxNumber),
    locationCode: known?.locationCode ?? '',
  };
}

export const addressLabels = {
  addressLabel: 'Label',
  address1: 'Address',
  address2: 'Address 2',
  city: 'City',
  state: 'State',
  zipcode: 'Zip',
  officePhone: 'Office phone',
  faxNumber: 'Fax number',
  locationCode: 'Clinic code',
} satisfies Record<keyof ReturnType<typeof valuesOf>, string>;

/** The part of a save that identifies the address. */
export function addressChanges(
  { healthcareProviderId }: ProviderOfAddress,
  address: ProviderAddressDetail | undefined,
  version: number | undefined,
) {
  const healthcareProviderAddressInfoId = address?.healthcareProviderAddressInfoId;
  return { healthcareProviderId, healthcareProviderAddressInfoId, version };
}

/** The lines of a place, for a lookup. */
export const linesOf = ({ address1, address2, city, state, zipcode }: Known) => ({
  address1: address1?.trim() ?? '',
  address2: address2?.trim() ?? '',
  city: city?.trim() ?? '',
  state: state?.trim() ?? '',
  zipcode: zipcode?.trim() ?? '',
});
export type Lines = ReturnType<typeof linesOf>;

export const isSameLines = (one: Lines, other: Lines): boolean =>
  (Object.keys(one) as (keyof Lines)[]).every((line) => one[line] === other[line]);
