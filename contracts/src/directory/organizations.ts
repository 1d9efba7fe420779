import { z } from 'zod';
import { anyOf, signedIn } from '../access.ts';
import { actions } from '../can.ts';
import { get, post } from '../endpoint.ts';
import { id, queryId, queryInteger, version } from '../fields.ts';
import { addressFields, addressProblems } from '../fields/address.ts';
import { atMost, optional, required } from '../fields/checked.ts';
import { identifierTexts, npiProblem } from '../fields/identifiers.ts';
import { phoneNumber } from '../fields/phone.ts';

// Healthcare organizations of the directory (docs/domain/organizations.md).

export const organizationLimits = { name: 100, found: 50, providers: 50 } as const;

export const organizationTexts = {
  find: 'Add/Find Organization',
  nameRequired: 'Organization name is required',
  nameTooLong: `Organization name cannot exceed ${organizationLimits.name} characters`,
  checkInfo: 'Please double check your info and try again.',
  noMatches: 'No matches found.',
  saved: 'Organization saved successfully',
  changed: 'This organization has changed since you opened it.',
  notFound: 'There is no such organization.',
  sameNpi: 'An organization with this NPI number already exists. An organization cannot be added with the same NPI.',
  unsaved: 'All unsaved changes will be lost. Are you sure you want to proceed?',
  noAdd: 'You do not have permission to add organizations.',
  noEdit: 'You do not have permission to edit organizations.',
  otherOrigin: 'The providers of this organization belong to other clients, so it can only be viewed.',
} as const;

/** Who finds organizations in order to add or edit them. Reading one is for everybody who meets its name. */
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
  summary: 'Organizations with this NPI or a name that has these words, the one with the NPI first.',
  access: findingOrganizations,
  audit: 'none',
  input: organizationSearchForm,
  output: z.object({ healthcareOrganizations: z.array(foundOrganization), hasMore: z.boolean() }),
});

export const listedOrganization = foundOrganization.extend({ totalProviders: z.number().int() });
export type ListedOrganization = z.infer<typeof listedOrganization>;

export const listOrganizations = get('/providers/organizations/list', {
  summary: 'Organizations by the beginning of their name or their whole NPI; all of them by name.',
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
});
export type OrganizationAddress = z.infer<typeof organizationAddress>;

export const organization = z.object({
  healthcareOrganizationId: id,
  name: z.string(),
  npiNumber: z.string().nullable(),
  phone: z.string().nullable(),
  /** The main one first. */
  addresses: z.array(organizationAddress),
  totalProviders: z.number().int(),
  version,
  can: actions(['edit']),
});
export type Organization = z.infer<typeof organization>;

export const getOrganization = get('/providers/organizations/get', {
  summary: 'One organization with its addresses.',
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
  summary: 'The providers of an organization, by name.',
  access: signedIn,
  audit: 'none',
  input: z.object({ healthcareOrganizationId: queryId, page: queryInteger({ min: 1, max: 1000, fallback: 1 }) }),
  output: z.object({ items: z.array(organizationProvider), hasMore: z.boolean() }),
});

const { address1, address2, city, state, zipcode } = addressFields.shape;
/** Registries know organizations without an NPI, so it is not asked for where one is saved. */
const organizationFields = z.object({
  name,
  npiNumber: optional(npiProblem),
  phone: phoneNumber,
  address1,
  address2,
  city,
  state,
  zipcode,
});

type Fields = z.output<typeof organizationFields>;

/** The main address may be left out, or is whole. */
function checkPlace(form: Fields, context: z.RefinementCtx<Fields>): void {
  const lines = { address1: form.address1, address2: form.address2, city: form.city, state: form.state };
  for (const [field, message] of addressProblems({ ...lines, zipcode: form.zipcode }, false)) {
    context.addIssue({ code: 'custom', path: [field], message });
  }
}

export const organizationForm = organizationFields.superRefine(checkPlace);

export const saveOrganization = post('/providers/organizations/save', {
  summary: 'Adds an organization, or changes one.',
  access: findingOrganizations,
  authorization: 'policy',
  idempotent: true,
  input: organizationFields
    .extend({
      /** Left out, or 0, for a new one. */
      healthcareOrganizationId: z.number().int().min(0).nullish(),
      version: version.optional(),
    })
    .superRefine(checkPlace),
  output: z.object({ healthcareOrganizationId: id, version }),
});
