import { z } from 'zod';
import { anyOf, signedIn } from '../access.ts';
import { actions } from '../can.ts';
import { get } from '../endpoint.ts';
import { id, queryBoolean, queryId, version } from '../fields.ts';
import {
  addressFields,
  addressFieldsOnFile,
  addressNumberRules,
  reportAddressProblems,
  type AddressLines,
} from '../fields/address.ts';
import { checkChanged } from '../fields/onFile.ts';

// Directory addresses: places shared by providers, and each provider's link to a place (docs/domain/addresses.md).

export const addressDialogTexts = {
  add: 'Add Address',
  edit: 'Edit Address',
  find: 'Add/Find Address',
  added: 'Address added successfully.',
  saved: 'Address saved successfully.',
  unsaved: 'All unsaved changes will be lost. Are you sure you want to proceed?',
  combinationRequired: 'At least one valid combination is required.',
  enterCombination: 'Please enter at least one valid combination.',
  searching: 'Searching...',
  noResults: 'No results found',
  noVariations: "We can't find any suggested variations with this address format...",
  noStandardized: "We couldn't find a standardized suggestion for this address.",
  changed: 'This address has changed since you opened it.',
  notFound: 'This address no longer exists.',
  noProvider: 'This provider does not exist.',
  noEdit: 'You do not have permission to edit providers.',
  otherOrigin: 'This provider belongs to another client and can only be viewed.',
  sharedWithOthers: 'Providers of other clients use this address.',
  localOnly: 'Only users who may edit providers can change shared addresses.',
  /** Follows either reason when a save is refused. */
  saveLocally: 'Save it for this provider only.',
  isListed: 'This provider already has this address.',
  sameTime: 'Somebody else has just saved an address with these lines. Save again.',
  tooMany: 'A provider can have at most 200 addresses. Remove one first.',
} as const;

/** Maximum addresses per provider. */
export const mostAddresses = 200;
/** Maximum places returned by a search. */
export const mostPlacesFound = 25;

/**
 * Permissions that allow finding addresses of any provider. Without them, providers and users who act for them can still add
 * to their own record.
 */
export const findingAddresses = anyOf('AddProvider', 'EditProvider');

// ---------------------------------------------------------------- finding places

const isFilled = (value: string | null | undefined): boolean => (value ?? '').trim() !== '';

interface Criteria {
  label?: string | null | undefined;
  street?: string | null | undefined;
  city?: string | null | undefined;
  state?: string | null | undefined;
  zip?: string | null | undefined;
  phone?: string | null | undefined;
  fax?: string | null | undefined;
}

/** Whether the criteria suffice: label or street with ZIP or with city and state, or a phone or fax number. */
export function hasCombination({ label, street, city, state, zip, phone, fax }: Criteria): boolean {
  if (isFilled(phone) || isFilled(fax)) return true;
  const isPlaced = isFilled(zip) || (isFilled(city) && isFilled(state));
  return isPlaced && (isFilled(label) || isFilled(street));
}

const { addressLabel, address1, address2, city, state, zipcode, officePhone, faxNumber, locationCode } =
  addressFields.shape;

/** The form of Add/Find Address. Its `label` and `zip` are called address label and zipcode in the API. */
export const addressSearchForm = z
  .object({
    label: addressLabel,
    address1,
    address2,
    city,
    state,
    zip: zipcode,
    officePhone,
    faxNumber,
    locationCode,
    /** Always empty; carries the error message of the whole form. */
    combination: z.string().nullish(),
  })
  .superRefine((form, context) => {
    const criteria = { ...form, street: form.address1, phone: form.officePhone, fax: form.faxNumber };
    if (hasCombination(criteria)) return;
    context.addIssue({ code: 'custom', path: ['combination'], message: addressDialogTexts.combinationRequired });
  });

/** A place with its address. */
export const place = z.object({
  address1: z.string().nullable(),
  address2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipcode: z.string().nullable(),
});

export const foundPlace = place.extend({
  /** The address's id. */
  id,
  totalProviders: z.number().int(),
  /** Appointments there of patients in the user's clients. */
  totalAppointments: z.number().int(),
  /** Some of the providers there, most appointments first. */
  providers: z.array(z.object({ name: z.string(), specialty: z.string().nullable(), appointments: z.number().int() })),
  organizations: z.array(z.string()),
});
export type FoundPlace = z.infer<typeof foundPlace>;

const foundPlaces = z.object({ items: z.array(foundPlace), hasMore: z.boolean() });

export const findAddresses = get('/providers/addresses/find', {
  summary: 'Searches places in the directory by label, street, city, state, ZIP, phone or fax number.',
  access: signedIn,
  audit: 'none',
  input: z
    .object({ addressLabel, address1, address2, city, state, zipcode, officePhone, faxNumber })
    .superRefine((input, context) => {
      const { addressLabel: label, address1: street, zipcode: zip, officePhone: phone, faxNumber: fax } = input;
      if (hasCombination({ label, street, city: input.city, state: input.state, zip, phone, fax })) return;
      context.addIssue({ code: 'custom', path: ['combination'], message: addressDialogTexts.combinationRequired });
    }),
  output: foundPlaces,
});

const fullAddress = z.object({ address1, address2, city, state, zipcode }).superRefine((input, context) => {
  reportAddressProblems(input, context, { isRequired: true });
});

export const getSuggestedAddresses = get('/providers/suggested-addresses', {
  summary: 'Finds places with the same street line and ZIP code, regardless of spelling.',
  access: signedIn,
  audit: 'none',
  input: fullAddress,
  output: foundPlaces,
});

export const standardizedAddress = z.object({
  address1: z.string(),
  address2: z.string().nullable(),
  city: z.string(),
  state: z.string(),
  zipcode: z.string(),
});
export type StandardizedAddress = z.infer<typeof standardizedAddress>;

export const getStandardizedAddresses = get('/providers/standardized-addresses', {
  summary: 'Returns the Postal Service’s standard form of an address, if there is one.',
  access: signedIn,
  audit: 'none',
  input: fullAddress,
  output: z.object({
    standardizedAddresses: z.array(standardizedAddress),
    /** False if the location of the ZIP code is unknown, so that distances cannot be calculated. */
    isZipKnown: z.boolean(),
  }),
});

// ---------------------------------------------------------------- addresses of a provider

const link = z.object({
  healthcareProviderAddressInfoId: id,
  healthcareProviderId: id,
  addressId: id,
  locationCode: z.string().nullable(),
  /** False for a place used only by this provider. */
  isShared: z.boolean(),
  /** Providers at this place, including this one. */
  totalProviders: z.number().int(),
  isArchived: z.boolean(),
  version,
  /** `changePlace`: change the place for everyone there, or turn a private place into a shared one. */
  can: actions(['edit', 'changePlace']),
});

export const listedAddress = place.extend(link.shape).extend({
  addressLabel: z.string().nullable(),
  officePhone: z.string().nullable(),
  fax: z.string().nullable(),
});
export type ListedAddress = z.infer<typeof listedAddress>;

export const getProviderAddresses = get('/providers/addresses', {
  summary: "Lists a provider's addresses.",
  access: signedIn,
  audit: 'none',
  input: z.object({ healthcareProviderId: queryId, includeArchived: queryBoolean.default(false) }),
  output: z.object({
    addresses: z.array(listedAddress),
    /** `edit`: add an address; `changePlace`: enter one as a shared place, which others can use. */
    can: actions(['edit', 'changePlace']),
  }),
});

export const providerAddressDetail = place.extend(link.shape).extend({
  addressLabel: z.string().nullable(),
  officePhone: z.string().nullable(),
  faxNumber: z.string().nullable(),
});
export type ProviderAddressDetail = z.infer<typeof providerAddressDetail>;

export const getProviderAddress = get('/providers/get-provider-address', {
  summary: "Returns one of a provider's addresses for editing.",
  access: signedIn,
  audit: 'none',
  input: z.object({ addressId: queryId, healthcareProviderAddressInfoId: queryId }),
  output: z.object({ address: providerAddressDetail }),
});

/** The form of the address dialog; `stored` is the address on file, which may be kept as it is. */
export function addressDialogForm(stored?: AddressLines) {
  return addressFieldsOnFile
    .extend({ saveLocally: z.boolean() })
    .superRefine(...checkChanged(addressNumberRules, stored))
    .superRefine((form, context) => reportAddressProblems(form, context, { isRequired: true, stored }));
}

/** Address of a provider that is not saved yet. */
export const newProviderAddress = addressFields
  .extend({
    /** An existing place; left out for an entered address. */
    addressId: id.nullish().transform((value) => value ?? null),
    /** Save the entered address for this provider only, not for the shared place. */
    saveLocally: z.boolean().default(false),
  })
  .superRefine((address, context) => {
    if (address.addressId === null) reportAddressProblems(address, context, { isRequired: true });
  });
