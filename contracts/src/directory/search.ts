import { z } from 'zod';
import { permissions, signedIn } from '../access.ts';
import { codesOf, insurancePlanSubtype, insurancePlanType } from '../codes/patients.ts';
import { get, post } from '../endpoint.ts';
import { id, queryId } from '../fields.ts';
import { zipProblem } from '../fields/address.ts';
import { mostProviderPages, specialty, type ProviderSearchItem } from '../directory.ts';

// Advanced provider search (docs/domain/directory.md).

export const apsTexts = {
  lookupsFailed: 'Error loading APS data',
  searchFailed: 'Error searching for providers.',
  none: 'No providers were found.',
  noNewAppointment: 'Sorry, you do not have permission to create a new appointments.',
  outOfNetwork: 'Over 30 miles, out of network.',
  unknownZip: 'This ZIP code does not exist.',
  streetUnknown: (zip: string) =>
    `The exact position of this street is not known. Distances are measured from the center of ZIP code ${zip}.`,
  zipRequired: 'Enter a ZIP code to search by distance.',
  unknownTag: 'A selected tag no longer exists. Remove it and search again.',
  unknownAffiliation: 'This affiliation no longer exists. Choose another one and search again.',
  unknownClient: 'You do not belong to this client.',
  /** Confirmation before choosing a provider outside the preferred affiliations, if those are enforced. */
  notPreferred: (preferredAffiliations: string) =>
    `This provider is not a/an ${preferredAffiliations} specialist. Are you sure you want to continue?`,
} as const;

/** Options for the maximum distance, in miles. */
export const distanceOptions = [5, 10, 15, 20, 30, 40, 50] as const;
/** Providers farther away than this are out of network. */
export const outOfNetworkMiles = 30;
/** Providers per page; more if grouped by practice. */
export const apsPageSize = 20;
export const groupedPageSize = 90;

export const affiliation = z.object({
  value: id,
  name: z.string(),
  isPreferred: z.boolean(),
  enforcePreferred: z.boolean(),
  warningMessage: z.string().nullable(),
});
export type Affiliation = z.infer<typeof affiliation>;

const option = z.object({ value: z.number().int(), name: z.string() });

/** Starting point of "Search Near". */
const searchAddress = z.object({
  address1: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipcode: z.string().nullable(),
});
export type SearchAddress = z.infer<typeof searchAddress>;

export const getApsLookups = get('/aps/lookups', {
  summary: 'Returns options of the advanced provider search, by the client of the patient or the user.',
  auditText: 'Options of the advanced provider search',
  access: signedIn,
  input: z.object({
    patientId: queryId.optional(),
    clientId: queryId.optional(),
    facilityId: queryId.optional(),
    requiredPermission: z.enum(permissions).optional(),
  }),
  output: z.object({
    /** Client of these tags and affiliations, and of the search. */
    clientId: id.nullable(),
    /** The given facility, otherwise that of the patient's latest encounter. */
    facilityId: id.nullable(),
    facilityName: z.string().nullable(),
    specialties: z.array(specialty.extend({ isPrimaryCare: z.boolean() })),
    providerTags: z.array(z.object({ healthcareProviderTagId: id, tagName: z.string() })),
    affiliations: z.array(affiliation),
    insuranceCarriers: z.array(z.object({ insuranceCarrierId: id, name: z.string() })),
    insurancePlanTypes: z.array(option),
    insurancePlanSubTypes: z.array(option),
    languages: z.array(option),
    patientAddress: searchAddress.nullable(),
    facilityAddress: searchAddress.nullable(),
  }),
});

export const sortColumns = [
  'Distance',
  'FullName',
  'Specialty',
  'OrganizationName',
  'PrimaryAffiliation',
  'EnrollmentStatus',
] as const;
export type SortColumn = (typeof sortColumns)[number];

/** A search result: a provider at one address. */
export const apsProvider = z.object({
  /** The provider's id, as used in `excludePersonIds`. */
  personId: id,
  healthcareProviderId: id,
  userId: id.nullable(),
  healthcareProviderAddressInfoId: id.nullable(),
  addressId: id.nullable(),
  addressLabel: z.string().nullable(),
  address1: z.string().nullable(),
  address2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  addressOfficePhone: z.string().nullable(),
  faxNumber: z.string().nullable(),
  officePhone: z.string().nullable(),
  email: z.string().nullable(),
  /** "Last, First" */
  fullName: z.string(),
  degree: z.string().nullable(),
  gender: z.enum(['M', 'F']).nullable(),
  specialty: z.string().nullable(),
  healthcareProviderSpecialtyId: id.nullable(),
  npiNumber: z.string().nullable(),
  languages: z.array(z.string()),
  healthcareProviderTags: z.array(z.object({ name: z.string(), value: id })),
  /** The `value` of the tier in `affiliations`; null without an affiliation. */
  primaryAffiliation: id.nullable(),
  primaryAffiliationName: z.string().nullable(),
  isPreferred: z.boolean(),
  enforcePreferred: z.boolean(),
  healthcareOrganizationId: id.nullable(),
  organizationName: z.string().nullable(),
  acceptsNewPatients: z.boolean().nullable(),
  /** Miles; null if either location is unknown. */
  distance: z.number().nullable(),
  /** Why there is no distance. */
  distanceError: z.string().nullable(),
  isOnCall: z.boolean(),
  isEmployedOrEnrolled: z.boolean(),
  enrollmentStatus: z.number().int().nullable(),
});
export type ApsProvider = z.infer<typeof apsProvider>;

/** Converts a result to the form used by pickers and drafts. */
export function toSearchItem(provider: ApsProvider): ProviderSearchItem {
  const { addressId, addressLabel, address1, address2, city, state, zipCode, addressOfficePhone, faxNumber } = provider;
  const place = { addressLabel, address1, address2, city, state, zipCode, officePhone: addressOfficePhone, faxNumber };
  return {
    healthcareProviderId: provider.healthcareProviderId,
    userId: provider.userId,
    fullName: provider.fullName,
    degree: provider.degree,
    gender: provider.gender,
    specialty: provider.specialty,
    healthcareProviderSpecialtyId: provider.healthcareProviderSpecialtyId,
    organizationName: provider.organizationName,
    npiNumber: provider.npiNumber,
    acceptsNewPatients: provider.acceptsNewPatients,
    isPreferred: provider.isPreferred,
    enforcePreferred: provider.enforcePreferred,
    address: addressId === null ? null : { addressId, ...place },
    officePhone: provider.officePhone,
    distance: provider.distance,
  };
}

const apsGroup = z.object({
  healthcareOrganizationId: id.nullable(),
  organizationName: z.string().nullable(),
  items: z.array(apsProvider),
});
export type ApsGroup = z.infer<typeof apsGroup>;

const codeOfType = z.union(codesOf(insurancePlanType).map((code) => z.literal(code)));
const codeOfSubtype = z.union(codesOf(insurancePlanSubtype).map((code) => z.literal(code)));

export const apsQuery = z.object({
  searchName: z.string().trim().max(100).default(''),
  patientId: id.nullish(),
  clientId: id.nullish(),
  facilityId: id.nullish(),
  /** Starting point of distances, unless `address` is given. */
  searchNear: z.enum(['Patient', 'Facility']).default('Patient'),
  address: z
    .object({
      addressId: id.nullish(),
      address1: z.string().trim().max(100).nullish(),
      zipcode: z
        .string()
        .trim()
        .superRefine((value, context) => {
          const problem = value === '' ? null : zipProblem(value);
          if (problem !== null) context.addIssue({ code: 'custom', message: problem });
        })
        .nullish(),
    })
    .nullish(),
  distance: z.union(distanceOptions.map((miles) => z.literal(miles))).nullish(),
  gender: z.enum(['M', 'F']).nullish(),
  insuranceCarrier: id.nullish(),
  insurancePlanType: codeOfType.nullish(),
  insurancePlanSubType: codeOfSubtype.nullish(),
  preferredByProvider: id.nullish(),
  /** Code from contracts/src/codes/languages.ts. */
  language: z.number().int().nullish(),
  affiliation: id.nullish(),
  /** Only providers known to accept new patients. */
  isAcceptingNewPatients: z.boolean().default(false),
  groupByOrganization: z.boolean().default(false),
  specialities: z.array(id).max(50).default([]),
  healthcareProviderTagIds: z.array(id).max(50).default([]),
  /** The same under the name of the specified query; combined with `healthcareProviderTagIds`. */
  providerTags: z.array(id).max(50).default([]),
  /** Whether any or all of the tags must match. */
  tagFilterType: z.enum(['Any', 'All']).default('Any'),
  excludePersonIds: z.array(id).max(500).default([]),
  requiredPermission: z.enum(permissions).nullish(),
  sortBy: z.enum(sortColumns).default('Distance'),
  sortDirection: z.enum(['ASC', 'DESC']).default('ASC'),
  page: z.number().int().min(1).max(mostProviderPages).default(1),
});
export type ApsQuery = z.output<typeof apsQuery>;

export const searchAps = post('/aps/search', {
  summary: 'Searches directory providers at each of their addresses, with the filters of the advanced provider search.',
  auditText: 'Advanced provider search',
  access: signedIn,
  authorization: 'own',
  makesStale: [],
  // A read, although it is a POST. A distance reveals where the patient lives.
  audit: 'search',
  input: apsQuery,
  output: z.object({
    /** Providers, or practices with their providers if grouped. A practice may continue on the next page. */
    data: z.array(z.union([apsGroup, apsProvider])),
    /** Whether another page follows; false on the last page that can be requested. */
    hasMore: z.boolean(),
    /** Whether distances are measured from the center of the ZIP code, because the street that was given is not known. */
    isStreetUnknown: z.boolean(),
  }),
});

/** Whether a result is a practice with its providers. */
export function isGroup(row: ApsProvider | ApsGroup): row is ApsGroup {
  return 'items' in row;
}
