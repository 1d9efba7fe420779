import { addressDialogTexts, type ProviderAddressDetail } from '@careloop/contracts/directory/addresses';
import type { LeaveWords } from '../../../../ui/unsaved.ts';

/** Whose address is edited. */
export interface ProviderOfAddress {
  healthcareProviderId: number;
  /** "Last, First" */
  fullName: string;
}

/** What the address dialogs give to whoever keeps an address until its provider is saved. */
export interface AddressValues {
  /** A place that was found in the directory: its lines are as they are there. */
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
  /** Only for this provider and not for the shared place. */
  saveLocally: boolean;
}

export const unsavedAddress: LeaveWords = {
  title: 'Unsaved changes',
  message: addressDialogTexts.unsaved,
  tone: 'danger',
};

type Known = Partial<Omit<AddressValues, 'saveLocally'>>;

/** The fields of the form; empty where nothing is known. */
export function valuesOf(known: Known | undefined) {
  return {
    addressLabel: known?.addressLabel ?? '',
    address1: known?.address1 ?? '',
    address2: known?.address2 ?? '',
    city: known?.city ?? '',
    state: known?.state ?? '',
    zipcode: known?.zipcode ?? '',
    officePhone: known?.officePhone ?? '',
    faxNumber: known?.faxNumber ?? '',
    locationCode: known?.locationCode ?? '',
  };
}

/** What names the address in a save. */
export function addressChanges(
  { healthcareProviderId }: ProviderOfAddress,
  address: ProviderAddressDetail | undefined,
  version: number | undefined,
) {
  const healthcareProviderAddressInfoId = address?.healthcareProviderAddressInfoId;
  return { healthcareProviderId, healthcareProviderAddressInfoId, version };
}

/** The lines of a place, for looking it up. */
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
