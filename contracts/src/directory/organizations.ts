import { z } from 'zod';
import { allOf, anyOf, signedIn } from '../access.ts';
import { actions } from '../can.ts';
import { browseDirectory } from './browse.ts';
import { get, post } from '../endpoint.ts';
import { id, queryId, queryInteger, version } from '../fields.ts';
import {
  addressFieldsOnFile,
  addressForm,
  addressNumberRules,
  addressOnFile,
  reportAddressProblems,
  type AddressLines,
} from '../fields/address.ts';
import { atMost, required } from '../fields/checked.ts';
import { urlProblem } from '../fields/formats.ts';
import { identifierTexts, npiProblem } from '../fields/identifiers.ts';
import { checkChanged, fieldsOnFile } from '../fields/onFile.ts';
import { phoneProblem } from '../fields/phone.ts';
import { findAddresses, getSuggestedAddresses } from './addresses.ts';

// Healthcare organizations in the directory (docs/domain/organizations.md).

export const organizationLimits = { name: 100, found: 50, providers: 50, addresses: 200 } as const;

export const organizationTexts = {
  find: 'Add/Find Organization',
  nameRequired: 'Organization name is required',
  nameTooLong: `Organization name cannot exceed ${organizationLimits.name} characters`,
  checkInfo: 'Please double check your info and try again.',
  noMatches: 'No matches found.',
  saved: 'Organization saved successfully',
  changed: 'This organization has changed since you opened it.',
  notFound: 'This organization does not exist.',
  sameNpi: 'An organization with this NPI number already exists. An organization cannot be added with the same NPI.',
  unsaved: 'All unsaved changes will be lost. Are you sure you want to proceed?',
  noAdd: 'You do not have permission to add organizations.',
  noEdit: 'You do not have permission to edit organizations.',
  addressNotFound: 'This address no longer exists.',
  hasAddress: 'This organization already has this address.',
  tooManyAddresses: `An organization can have at most ${organizationLimits.addresses} addresses. Remove one first.`,
  otherOrigin: 'The providers of this organization belong to other clients, so it can only be viewed.',
} as const;

/** Access to the organization search, for adding and editing. Any signed-in user may read an organization. */
export const findingOrganizations = anyOf('AddProvider', 'EditProvider');

const name = required(atMost(organizationLimits.name, organizationTexts.nameTooLong), organizationTexts.nameRequired);
const npiNumber = required(npiProblem, identifierTexts.npiRequired);

export const organizationSearchForm = z.object({ name, npiNumber });

export const foundOrganization = z.object({
  healthcareOrganizationId: id,
  name: z.string(),
  npiNumber: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipcode: z.string().nullable(),
});
export type FoundOrganization = z.infer<typeof foundOrganization>;

export const searchOrganizations = get('/providers/organizations/search', {
  summary: 'Searches organizations by NPI or the beginning of the name; an NPI match comes first.',
  access: findingOrganizations,
  audit: 'none',
  input: organizationSearchForm,
  output: z.object({ healthcareOrganizations: z.array(foundOrganization), hasMore: z.boolean() }),
});

export const listedOrganization = foundOrganization.extend({ totalProviders: z.number().int() });
export type ListedOrganization = z.infer<typeof listedOrganization>;

export const listOrganizations = get('/providers/organizations/list', {
  summary:
    'Searches organizations by the beginning of their name or their complete NPI; without a term, lists all by name.',
  access: findingOrganizations,
  audit: 'none',
  input: z.object({ searchTerm: z.string().trim().max(100).default(''), cursor: z.string().optional() }),
  output: z.object({ items: z.array(listedOrganization), nextCursor: z.string().nullable() }),
});

export const organizationAddress = z.object({
  healthcareOrganizationAddressInfoId: id,
  addressId: id,
  addressLabel: z.string().nullable(),
  address1: z.string().nullable(),
  address2: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  zipcode: z.string().nullable(),
  officePhone: z.string().nullable(),
  fax: z.string().nullable(),
  locationCode: z.string().nullable(),
  version,
});
export type OrganizationAddress = z.infer<typeof organizationAddress>;

export const organization = z.object({
  healthcareOrganizationId: id,
  name: z.string(),
  npiNumber: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  /** The main address first. */
  addresses: z.array(organizationAddress),
  totalProviders: z.number().int(),
  version,
  can: actions(['edit']),
});
export type Organization = z.infer<typeof organization>;

export const getOrganization = get('/providers/organizations/get', {
  summary: 'Returns an organization with its addresses.',
  access: signedIn,
  audit: 'none',
  input: z.object({ healthcareOrganizationId: queryId }),
  output: organization,
});

export const organizationProvider = z.object({
  healthcareProviderId: id,
  /** "Last, First" */
  fullName: z.string(),
  degree: z.string().nullable(),
  specialty: z.string().nullable(),
  npiNumber: z.string().nullable(),
  officePhone: z.string().nullable(),
});
export type OrganizationProvider = z.infer<typeof organizationProvider>;

export const listOrganizationProviders = get('/providers/organizations/providers', {
  summary: 'Lists providers of an organization by name.',
  access: signedIn,
  audit: 'none',
  input: z.object({ healthcareOrganizationId: queryId, page: queryInteger({ min: 1, max: 1000, fallback: 1 }) }),
  output: z.object({ items: z.array(organizationProvider), hasMore: z.boolean() }),
});

/** Texts that may be kept as they are on file. The NPI is optional, because registries contain organizations without one. */
export const organizationRules = { npiNumber: npiProblem, phone: phoneProblem, website: urlProblem };
const organizationFields = z.object({
  name,
  ...fieldsOnFile(organizationRules),
  ...addressOnFile,
});

/** The form of an organization; `stored` is what is on file, whose main address and texts may be kept as they are. */
export function organizationForm(stored?: Organization) {
  return organizationFields
    .superRefine(...checkChanged(organizationRules, stored))
    .superRefine((form, context) =>
      reportAddressProblems(form, context, { isRequired: false, stored: stored?.addresses[0] }),
    );
}

export const saveOrganization = post('/providers/organizations/save', {
  summary: 'Adds or changes an organization.',
  access: findingOrganizations,
  authorization: 'policy',
  makesStale: [getOrganization, listOrganizations, searchOrganizations, browseDirectory],
  input: organizationFields
    .extend({
      /** Left out or 0 for a new organization. */
      healthcareOrganizationId: z.number().int().min(0).nullish(),
      version: version.optional(),
    })
    .superRefine(...checkChanged(organizationRules, null, (input) => !input['healthcareOrganizationId']))
    .superRefine((input, context) => {
      // A changed address is compared with the one on file by the service.
      if (!input.healthcareOrganizationId) reportAddressProblems(input, context, { isRequired: false });
    }),
  output: z.object({ healthcareOrganizationId: id, version }),
});

/** The form of the address dialog; `stored` is the address on file, which may be kept as it is. */
export const organizationAddressForm = (stored?: AddressLines) => addressForm({ isRequired: true, stored });

export const saveOrganizationAddress = post('/providers/organizations/save-address', {
  summary: 'Adds, changes or archives an address of an organization.',
  access: allOf('EditProvider'),
  authorization: 'policy',
  makesStale: [getOrganization, listOrganizations, searchOrganizations, findAddresses, getSuggestedAddresses],
  input: addressFieldsOnFile
    .extend({
      healthcareOrganizationId: id,
      /** Left out for a new address. */
      healthcareOrganizationAddressInfoId: id.nullish(),
      /** Removes the address from the organization; the shared place does not change. */
      isArchived: z.boolean().default(false),
      /** Version of the changed address. */
      version: version.optional(),
    })
    .superRefine(...checkChanged(addressNumberRules, null, (input) => !input['healthcareOrganizationAddressInfoId']))
    .superRefine((input, context) => {
      if (input.healthcareOrganizationAddressInfoId) return;
      reportAddressProblems(input, context, { isRequired: true });
    }),
  output: z.object({ healthcareOrganizationAddressInfoId: id, version }),
});
