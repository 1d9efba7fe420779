import { z } from 'zod';
import { allOf, signedIn } from '../access.ts';
import { getManagedAffiliation, listManagedAffiliations } from '../administration/clientLookups.ts';
import { getManagedUser, listManagedUsers } from '../administration/users.ts';
import { listUserTypes } from '../administration/userTypes.ts';
import { listCareTeam } from '../care-teams.ts';
import { listCareTeamMembers } from '../care-teams/members.ts';
import { searchProviders } from '../directory.ts';
import { post } from '../endpoint.ts';
import { id, version } from '../fields.ts';
import { addressFieldsOnFile, addressNumberRules, reportAddressProblems } from '../fields/address.ts';
import { checkChanged } from '../fields/onFile.ts';
import { optional, required } from '../fields/checked.ts';
import { identifierTexts } from '../fields/identifiers.ts';
import {
  findAddresses,
  getProviderAddress,
  getProviderAddresses,
  getSuggestedAddresses,
  newProviderAddress,
  place,
} from './addresses.ts';
import {
  chosenAffiliations,
  chosenPlans,
  enrollmentCode,
  getProviderNetwork,
  networkLimits,
  networkTexts,
  onCallPeriods,
} from './network.ts';
import { browseDirectory } from './browse.ts';
import { findProviderChoices } from './choices.ts';
import { getOrganization, listOrganizationProviders } from './organizations.ts';
import { checkEmails } from '../fields/contact.ts';
import { findProviders, getProvider, makeUserForm, providerFields, providerRules } from './providers.ts';
import { providerLimits, providerTexts } from './providerTexts.ts';
import { searchAps } from './search.ts';

/** Reads that show a provider's own data or places. */
export const providerReads = [
  getProvider,
  findProviders,
  searchProviders,
  findProviderChoices,
  searchAps,
  getOrganization,
  listOrganizationProviders,
  browseDirectory,
  listCareTeam,
  listCareTeamMembers,
];

// Only the server knows the record's current values, so the service checks which values may stay unchanged.
const checkedByService = {
  firstName: required(() => null, providerTexts.firstNameRequired),
  lastName: required(() => null, providerTexts.lastNameRequired),
  /** Null only if the provider has none. */
  npiNumber: required(() => null, identifierTexts.npiRequired).nullable(),
  deaNumber: optional(() => null),
};

type NewNames = Partial<Record<keyof typeof checkedByService, string | null>> & {
  healthcareProviderId?: number | null;
};

const newProviderRules = providerFields().shape;

/** The same rules for a new provider, of whom nothing is stored: all errors of the input are reported at once. */
function checkNewNames(input: NewNames, context: z.RefinementCtx): void {
  if (input.healthcareProviderId) return;
  for (const name of Object.keys(checkedByService) as (keyof typeof checkedByService)[]) {
    const isReported = context.issues.some(({ path }) => path?.[0] === name);
    const problem = isReported ? undefined : newProviderRules[name].safeParse(input[name]).error?.issues[0];
    if (problem !== undefined) context.addIssue({ code: 'custom', path: [name], message: problem.message });
  }
}

export const saveProvider = post('/providers/save', {
  summary: 'Adds or changes a directory provider. Later imports do not overwrite the changes.',
  access: signedIn,
  authorization: 'policy',
  makesStale: providerReads,
  input: providerFields()
    .extend({
      ...checkedByService,
      healthcareProviderId: id.nullish().transform((value) => value || null),
      /** Required to change one: saving without it is refused as stale. */
      version: version.optional(),
      /** Creates a user record that cannot sign in for a provider who is not a user. */
      createStubUser: z.boolean().default(false),
      addresses: z.array(newProviderAddress).max(providerLimits.addresses).default([]),
    })
    .superRefine(...checkChanged(providerRules, null, (input) => !input['healthcareProviderId']))
    .superRefine(checkEmails, { when: () => true })
    .superRefine(checkNewNames, { when: () => true }),
  output: z.object({ healthcareProviderId: id, userId: id.nullable(), version }),
});

export const makeProviderAUser = post('/users/make-provider-a-user', {
  summary: 'Gives a directory provider a user who can sign in; completes an existing one that could not.',
  access: allOf('ManageUsers'),
  authorization: 'policy',
  makesStale: [...providerReads, listManagedUsers, getManagedUser, listUserTypes],
  input: makeUserForm.extend({ healthcareProviderId: id, version, clientId: id.nullish() }),
  output: z.object({ userId: id, username: z.string() }),
});

export const saveProviderAddress = post('/providers/save-provider-address', {
  summary: 'Adds or changes an address of a provider.',
  access: signedIn,
  authorization: 'policy',
  makesStale: [...providerReads, findAddresses, getProviderAddress, getProviderAddresses, getSuggestedAddresses],
  input: addressFieldsOnFile
    .extend({
      healthcareProviderId: id,
      /** Left out for a new address. */
      healthcareProviderAddressInfoId: id.nullish(),
      /** An existing place; the provider is added to it and its address lines do not change. */
      addressId: id.nullish(),
      /** Save for this provider only, not for the shared place. */
      saveLocally: z.boolean().default(false),
      /** Removes the address from the provider; old referrals keep it. */
      isArchived: z.boolean().default(false),
      version: version.optional(),
    })
    .superRefine(...checkChanged(addressNumberRules, null, (input) => !input['healthcareProviderAddressInfoId']))
    .superRefine((input, context) => {
      // A changed address is compared with the one on file by the service.
      if (input.healthcareProviderAddressInfoId || input.addressId) return;
      reportAddressProblems(input, context, { isRequired: true });
    }),
  output: z.object({
    address: place.extend({ addressId: id, label: z.string().nullable() }),
    healthcareProviderAddressInfo: z.object({
      healthcareProviderAddressInfoId: id,
      healthcareProviderId: id,
      addressId: id,
      officePhone: z.string().nullable(),
      fax: z.string().nullable(),
      locationCode: z.string().nullable(),
      isArchived: z.boolean(),
      version,
    }),
  }),
});

export const saveProviderNetwork = post('/providers/save-network', {
  summary: "Replaces a provider's network; omitted parts and affiliations with other clients do not change.",
  access: allOf('EditProvider'),
  authorization: 'policy',
  makesStale: [
    getProviderNetwork,
    findProviders,
    searchAps,
    searchProviders,
    listCareTeam,
    listCareTeamMembers,
    listManagedAffiliations,
    getManagedAffiliation,
  ],
  input: z.object({
    healthcareProviderId: id,
    /** Saving without it is refused as stale. */
    networkVersion: version.optional(),
    affiliations: chosenAffiliations.optional(),
    preferredByIds: z.array(id).max(networkLimits.preferredBy, networkTexts.tooManyPreferredBy).optional(),
    insurancePlanIds: chosenPlans.optional(),
    onCall: onCallPeriods.optional(),
    isEmployed: z.boolean().nullish(),
    enrollmentStatus: enrollmentCode.nullish(),
  }),
  output: z.object({ networkVersion: version }),
});
