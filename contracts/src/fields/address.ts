import { z } from 'zod';
import { checkChanged, fieldsOnFile } from './onFile.ts';
import { faxNumber, faxProblem, phoneNumber, phoneProblem } from './phone.ts';
import { optionalText } from '../fields.ts';
import { optional, type Problem } from './checked.ts';

// Postal addresses (docs/domain/fields.md).

const addressLimits = { label: 50, address1: 100, address2: 50, city: 30, state: 2, locationCode: 60 } as const;

export const addressTexts = {
  zip: 'Must be 5 or 9 digits (XXXXX or XXXXX-XXXX)',
  empty: 'At least one address field must be populated',
  required: (field: string) => `${field} is required`,
  tooLong: (field: string, max: number) => `${field} cannot exceed ${max} characters`,
} as const;

/** A ZIP code: five or nine digits, with or without a dash. */
export const zipProblem: Problem = (value) => (/^\d{5}(?:-?\d{4})?$/.test(value) ? null : addressTexts.zip);

/** Formats nine digits as 02139-4307; other text is unchanged. */
export function formatZip(value: string): string {
  return value.replace(/^(\d{5})(\d{4})$/, '$1-$2');
}

/** Address fields that must all be present if any of them is. */
const placeLabels = { address1: 'Address', city: 'City', state: 'State', zipcode: 'Zip' } as const;
type PlaceField = keyof typeof placeLabels;
const placeFields = Object.keys(placeLabels) as PlaceField[];

type Place = Partial<Record<PlaceField, string | null>>;

/** The lines of a postal address. */
export type AddressLines = Place & { address2?: string | null };

const isFilled = (value: unknown) => typeof value === 'string' && value.trim() !== '';

/** Whether an address is complete enough for a lookup: street, city, state and ZIP code. */
export function isFullAddress(place: Place): boolean {
  return placeFields.every((field) => isFilled(place[field]));
}

const limited = (field: string, max: number) => optionalText(max, addressTexts.tooLong(field, max));

/** Address fields with their limits; `addressForm` adds the rules across fields. */
export const addressFields = z.object({
  addressLabel: limited('Label', addressLimits.label),
  address1: limited('Address', addressLimits.address1),
  address2: limited('Address 2', addressLimits.address2),
  city: limited('City', addressLimits.city),
  state: limited('State', addressLimits.state),
  zipcode: optional(zipProblem).transform((value) => value && formatZip(value)),
  officePhone: phoneNumber,
  faxNumber,
  locationCode: limited('Location code', addressLimits.locationCode),
});

const onFile = limited('Address', 500);

/**
 * Lines of an address that may be kept as it is on file: `addressProblems` checks their format once one is changed, because
 * imported addresses may be incomplete, too long or those of other countries.
 */
export const addressOnFile = {
  address1: onFile,
  address2: onFile,
  city: onFile,
  state: onFile,
  zipcode: onFile.transform((value) => value && formatZip(value)),
};

/** Numbers of an address that may be kept as they are on file. */
export const addressNumberRules = { officePhone: phoneProblem, faxNumber: faxProblem };

/** Address fields whose lines and numbers may be kept as they are on file. */
export const addressFieldsOnFile = addressFields.extend({ ...addressOnFile, ...fieldsOnFile(addressNumberRules) });

interface AddressRule {
  isRequired: boolean;
  /** The address on file, which is accepted unchanged. */
  stored?: AddressLines | null | undefined;
}

const linesOf = ({ address1, address2, city, state, zipcode }: AddressLines) =>
  JSON.stringify([address1, address2, city, state, formatZip(zipcode ?? '')].map((line) => line?.trim() ?? ''));

/**
 * Missing and wrong parts of an address, as messages by field: every empty part once one is given. If the address is
 * required but empty, only the street field gets a message.
 */
export function addressProblems(
  address: AddressLines & Record<string, unknown>,
  { isRequired, stored }: AddressRule,
): Map<string, string> {
  if (stored && linesOf(address) === linesOf(stored)) return new Map();
  const missing = placeFields.filter((field) => !isFilled(address[field]));
  const hasPlace = missing.length < placeFields.length || isFilled(address.address2);
  if (hasPlace) {
    const problems = new Map<string, string>(
      missing.map((field) => [field, addressTexts.required(placeLabels[field])]),
    );
    for (const field of [...placeFields, 'address2'] as const) {
      const problem = addressFields.shape[field].safeParse(address[field]).error?.issues[0];
      if (problem !== undefined) problems.set(field, problem.message);
    }
    return problems;
  }
  // A label or a phone number alone is no place.
  return new Map(isRequired ? [['address1', addressTexts.empty]] : []);
}

/** Reports the missing and wrong parts of an address on its fields. */
export function reportAddressProblems(
  address: AddressLines & Record<string, unknown>,
  context: z.RefinementCtx,
  rule: AddressRule,
): void {
  for (const [field, message] of addressProblems(address, rule)) {
    context.addIssue({ code: 'custom', path: [field], message });
  }
}

/** An address form; an empty address is only refused with `isRequired`. */
export function addressForm(rule: AddressRule) {
  return addressFieldsOnFile
    .superRefine(...checkChanged(addressNumberRules, rule.stored))
    .superRefine((address, context) => reportAddressProblems(address, context, rule));
}

/** The fifty states and the District of Columbia, by their postal codes. */
export const usStates: Readonly<Record<string, string>> = {
  AL: 'Alabama',
  AK: 'Alaska',
  AZ: 'Arizona',
  AR: 'Arkansas',
  CA: 'California',
  CO: 'Colorado',
  CT: 'Connecticut',
  DE: 'Delaware',
  DC: 'District of Columbia',
  FL: 'Florida',
  GA: 'Georgia',
  HI: 'Hawaii',
  ID: 'Idaho',
  IL: 'Illinois',
  IN: 'Indiana',
  IA: 'Iowa',
  KS: 'Kansas',
  KY: 'Kentucky',
  LA: 'Louisiana',
  ME: 'Maine',
  MD: 'Maryland',
  MA: 'Massachusetts',
  MI: 'Michigan',
  MN: 'Minnesota',
  MS: 'Mississippi',
  MO: 'Missouri',
  MT: 'Montana',
  NE: 'Nebraska',
  NV: 'Nevada',
  NH: 'New Hampshire',
  NJ: 'New Jersey',
  NM: 'New Mexico',
  NY: 'New York',
  NC: 'North Carolina',
  ND: 'North Dakota',
  OH: 'Ohio',
  OK: 'Oklahoma',
  OR: 'Oregon',
  PA: 'Pennsylvania',
  RI: 'Rhode Island',
  SC: 'South Carolina',
  SD: 'South Dakota',
  TN: 'Tennessee',
  TX: 'Texas',
  UT: 'Utah',
  VT: 'Vermont',
  VA: 'Virginia',
  WA: 'Washington',
  WV: 'West Virginia',
  WI: 'Wisconsin',
  WY: 'Wyoming',
};
