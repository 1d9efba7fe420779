import { z } from 'zod';
import { permissions, signedIn } from './access.ts';
import { get } from './endpoint.ts';
import { id, queryBoolean, queryId, queryInteger } from './fields.ts';

/** A practice address of a provider. */
export const providerAddress = z.object({
  addressId: id,
  addressLabel: z.string().nullable(),
  address1: z.string().nullable(),
  address2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipCode: z.string().nullable(),
  officePhone: z.string().nullable(),
  faxNumber: z.string().nullable(),
});
export type ProviderAddress = z.infer<typeof providerAddress>;

/** Whether the provider is in the network of the patient's active plans. */
export const networkState = z.enum(['in', 'out', 'unknown']);
export type NetworkState = z.infer<typeof networkState>;

/** What shows why a provider was chosen, so that the reason need not be asked for. */
export const selectionEvidence = z.enum(['seen', 'suggested', 'payer', 'firstInNetwork', 'nearest']);
export type SelectionEvidence = z.infer<typeof selectionEvidence>;

/** A row of the provider search: one provider at one address. */
export const providerSearchItem = z.object({
  healthcareProviderId: id,
  userId: id.nullable(),
  /** "Last, First" */
  fullName: z.string(),
  degree: z.string().nullable(),
  gender: z.enum(['M', 'F']).nullable(),
  specialty: z.string().nullable(),
  healthcareProviderSpecialtyId: id.nullable(),
  organizationName: z.string().nullable(),
  npiNumber: z.string().nullable(),
  /** Null if unknown. */
  acceptsNewPatients: z.boolean().nullable(),
  address: providerAddress.nullable(),
  /** The provider's, for an address without a phone; absent in old drafts. */
  officePhone: z.string().nullable().optional(),
  /** Miles from the patient to this address; null if either location is unknown. */
  distance: z.number().nullable(),
  /** From the provider's affiliation with the client; absent in old drafts. */
  isPreferred: z.boolean().optional(),
  enforcePreferred: z.boolean().optional(),
  /** As the provider was chosen. */
  network: networkState.optional(),
  selectionEvidence: selectionEvidence.nullable().optional(),
});
export type ProviderSearchItem = z.infer<typeof providerSearchItem>;

/** Why a row shows no distance (docs/domain/directory.md). With an address, either position is unknown. */
export const noDistanceText = (hasAddress: boolean): string =>
  `No distance information available.${hasAddress ? '' : ' Provider has no associated addresses.'}`;

/** Pages per provider search. */
export const mostProviderPages = 50;
/** Shown after the last row of the last page, as further providers may match. */
export const narrowSearchText = 'Narrow the search to see others.';

/** Without this permission of the user, a picker offers nothing. */
const requiredPermission = z.enum(permissions).optional();

export const searchProviders = get('/provider/users/search-providers', {
  summary: 'Searches directory providers by name and specialty, nearest to the patient first.',
  auditText: 'Search for providers',
  access: signedIn,
  // A distance reveals where the patient lives.
  audit: 'search',
  input: z.object({
    searchTerm: z.string().trim().max(100).default(''),
    healthcareProviderSpecialtyId: queryId.optional(),
    /** Distances are measured from this patient's address. */
    patientId: queryId.optional(),
    /** `healthcareProviderId` to exclude, such as the requesting provider. */
    excludePersonId: queryId.optional(),
    /** Only providers to whom no user belongs. */
    withoutUser: queryBoolean.default(false),
    requiredPermission,
    page: queryInteger({ min: 1, max: mostProviderPages, fallback: 1 }),
  }),
  output: z.object({
    items: z.array(providerSearchItem),
    /** Whether another page follows; false on the last page that can be requested. */
    hasMore: z.boolean(),
  }),
});
/** Providers per page. */
export const providerPageSize = 20;

export const specialty = z.object({ healthcareProviderSpecialtyId: id, name: z.string() });
export type Specialty = z.infer<typeof specialty>;

export const findSpecialties = get('/specialties/find', {
  summary: 'Lists specialties in the directory by name.',
  access: signedIn,
  audit: 'none',
  input: z.object({
    searchTerm: z.string().trim().max(100).default(''),
    requiredPermission,
  }),
  output: z.object({ specialties: z.array(specialty) }),
});

export const diagnosis = z.object({ codedConceptId: id, code: z.string(), description: z.string() });
export type Diagnosis = z.infer<typeof diagnosis>;

export const diagnosisMatch = diagnosis.extend({
  /** Whether it is one of the patient's own conditions. */
  isOfPatient: z.boolean(),
});
export type DiagnosisMatch = z.infer<typeof diagnosisMatch>;

export const findDiagnoses = get('/coded-concepts/diagnoses/icd-10/find', {
  summary: 'Searches ICD-10-CM codes by code or words of the description; at least two characters.',
  access: signedIn,
  audit: 'none',
  input: z.object({
    searchTerm: z.string().trim().max(100).default(''),
    /** This patient's conditions come first; without a search term only they are returned. */
    patientId: queryId.optional(),
  }),
  output: z.object({ diagnoses: z.array(diagnosisMatch) }),
});

/** A provider the user may act for, with addresses to book at. */
export const impersonatableUser = z.object({
  userId: id,
  healthcareProviderId: id.nullable(),
  firstName: z.string(),
  lastName: z.string(),
  specialty: z.string().nullable(),
  addressInfos: z.array(providerAddress),
  /** Their unread messages; null if not requested, or if the user may not read messages. */
  unreadMessageCount: z.number().int().nullable(),
});
export type ImpersonatableUser = z.infer<typeof impersonatableUser>;

export const getImpersonatableUsers = get('/users/impersonatable', {
  summary: 'Lists the user and everybody they may act for.',
  access: signedIn,
  audit: 'none',
  input: z.object({
    providersOnly: z.union([z.boolean(), z.stringbool()]).default(false),
    includeAddresses: z.union([z.boolean(), z.stringbool()]).default(false),
    excludeSelf: z.union([z.boolean(), z.stringbool()]).default(false),
    includeUnreadMessageCounts: z.union([z.boolean(), z.stringbool()]).default(false),
  }),
  output: z.object({ users: z.array(impersonatableUser) }),
});
