import { z } from 'zod';
import { permissions, signedIn } from '../access.ts';
import { get } from '../endpoint.ts';
import { id, queryBoolean, queryId } from '../fields.ts';

// Options for pickers of clients, facilities, organizations and user types (docs/domain/organizations.md).

export const lookupTexts = {
  /** Error of `facilities/hierarchies` for the one combination that is refused. */
  marketsWithPermission: 'includeMarkets and requiredPermission cannot be combined.',
  allClients: 'Only administrators can list clients they do not belong to.',
} as const;

const onBehalfOfUserId = queryId.optional();
/** Limits the options to clients in which the user has this permission. */
const requiredPermission = z.enum(permissions).optional();

export const facilityOption = z.object({
  /** The facility's id. */
  key: id,
  label: z.string(),
  clientId: id,
});
export type FacilityOption = z.infer<typeof facilityOption>;

export const listFacilities = get('/facilities/list', {
  summary: "Lists facilities of the user's clients by name.",
  access: signedIn,
  audit: 'none',
  input: z.object({ onBehalfOfUserId, requiredPermission, clientId: queryId.optional() }),
  output: z.object({ facilities: z.array(facilityOption) }),
});

export const facilityHierarchy = z.object({
  clientId: id,
  displayName: z.string(),
  /** Empty unless `includeMarkets` is set. */
  markets: z.array(z.object({ marketId: id, name: z.string(), facilities: z.array(facilityOption) })),
  /** All facilities of the client; with `includeMarkets`, only those without a market. */
  facilities: z.array(facilityOption),
});
export type FacilityHierarchy = z.infer<typeof facilityHierarchy>;

export const getFacilityHierarchies = get('/facilities/hierarchies', {
  summary: "Lists the user's clients with their facilities, optionally by market.",
  access: signedIn,
  audit: 'none',
  input: z
    .object({ onBehalfOfUserId, requiredPermission, includeMarkets: queryBoolean.default(false) })
    .refine((input) => !(input.includeMarkets && input.requiredPermission !== undefined), {
      path: ['includeMarkets'],
      message: lookupTexts.marketsWithPermission,
    }),
  output: z.object({ clients: z.array(facilityHierarchy) }),
});

export const findClients = get('/clients/find', {
  summary: 'Searches clients by the beginning of a word in their name: the user’s own clients, or all.',
  access: signedIn,
  audit: 'none',
  input: z.object({
    onBehalfOfUserId,
    searchTerm: z.string().trim().max(100).default(''),
    requiredPermission,
    /** `all` requires permission to manage users or the site. */
    scope: z.enum(['allocated', 'all']).default('allocated'),
  }),
  output: z.object({
    clients: z.array(z.object({ clientId: id, displayName: z.string(), organizationName: z.string() })),
  }),
});

export const userOrganization = z.object({ healthcareOrganizationId: id, healthcareOrganizationName: z.string() });
export type UserOrganization = z.infer<typeof userOrganization>;

export const getUserOrganizations = get('/users/organizations', {
  summary: "Lists the user's organization, then those of people they may act for.",
  access: signedIn,
  audit: 'none',
  input: z.object({ onBehalfOfUserId }),
  output: z.object({ organizations: z.array(userOrganization) }),
});

export const getSpecialtiesAndUserTypes = get('/users/specialties-and-user-types', {
  summary: 'Returns filter values for colleagues: specialties and user types.',
  access: signedIn,
  audit: 'none',
  input: z.object({ onBehalfOfUserId, requiredPermission }),
  output: z.object({
    specialties: z.array(z.object({ healthcareProviderSpecialtyId: id, name: z.string() })),
    userTypes: z.array(
      z.object({
        userTypeId: id,
        description: z.string(),
      }),
    ),
  }),
});
