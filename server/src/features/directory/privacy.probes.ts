import { browseDirectory } from '@careloop/contracts/directory/browse';
import { linkDirectoryRecord } from '@careloop/contracts/administration/users';
import { findDiagnoses, searchProviders } from '@careloop/contracts/directory';
import { getProviderAddress, getProviderAddresses } from '@careloop/contracts/directory/addresses';
import { findProviderChoices } from '@careloop/contracts/directory/choices';
import {
  makeProviderAUser,
  saveProvider,
  saveProviderAddress,
  saveProviderNetwork,
} from '@careloop/contracts/directory/changes';
import { saveUserProfile } from '@careloop/contracts/profile/saving';
import { listFacilities } from '@careloop/contracts/directory/lookups';
import { getProviderNetwork } from '@careloop/contracts/directory/network';
import {
  getOrganization,
  listOrganizationProviders,
  saveOrganization,
  saveOrganizationAddress,
} from '@careloop/contracts/directory/organizations';
import { findProviders, getProvider, getProviderToPrint } from '@careloop/contracts/directory/providers';
import { getApsLookups, searchAps } from '@careloop/contracts/directory/search';
import { findUsers, listUsers, suggestUsers } from '@careloop/contracts/directory/users';

import {
  keysOf,
  beside,
  changed,
  ofAll,
  ofClients,
  ofColleague,
  ofPatient,
  ofRows,
  several,
} from '../../../test/privacyProbes.ts';
import { diagnoses, directory, insurancePlans, specialties } from '../../../test/directoryProbes.ts';
import type { Oracle } from '../../../test/oracle.ts';
import type { OwnedRow } from '../../../test/oracleRows.ts';
import type { FeatureProbes, OpenToAll, Probe } from '../../../test/privacyProbes.ts';

const organizations: OpenToAll = {
  name: 'organizations',
  because: 'Organizations are part of the shared directory.',
  reads: getOrganization,
  ids: (oracle) => oracle.rows.organizations.map(({ id }) => id),
  inputOf: (healthcareOrganizationId) => ({ healthcareOrganizationId }),
  shows: keysOf(
    'address1 address2 city state zipcode',
    'healthcareOrganizationId name npiNumber phone website totalProviders version can edit addresses',
    'healthcareOrganizationAddressInfoId addressId addressLabel officePhone fax locationCode',
  ),
};

const networks: OpenToAll = {
  name: 'networks of providers',
  because: "All clients share a provider's network, except for their affiliations.",
  reads: getProviderNetwork,
  ids: directory.ids,
  inputOf: (healthcareProviderId) => ({ healthcareProviderId }),
  // No key of an affiliation: those of other clients are left out.
  shows: keysOf(
    'healthcareProviderId affiliations preferredBy fullName degree specialty insurancePlans insurancePlanId name',
    'insuranceCarrierId carrierName isDisabled onCall startsAt endsAt isEmployed enrollmentStatus networkVersion',
    'options can editAffiliations editDetails',
  ),
  withholds: ['options'],
};

const ofClient = ofClients('clientId', (oracle) => oracle.rows.clients);
const ofFacility = ofClients('facilityId', (oracle) => oracle.rows.facilities);
const ofTier = ofClients('affiliationTierId', (oracle) => oracle.rows.tiers);
const ofTag = ofClients('healthcareProviderTagId', (oracle) => oracle.rows.tags);
const ofEncounter = ofRows(
  'patientEncounterId',
  (oracle) => oracle.rows.encounters,
  (oracle, userId, { patientId }) => oracle.patientsOf(userId).has(patientId),
);

/** Editors may change shared records and those of their clients; providers and their proxies the provider's own. */
function mayEditProvider(oracle: Oracle, userId: number, provider: OwnedRow): boolean {
  if (oracle.actsFor(userId).has(provider.userId)) return true;
  const isOfOthers = provider.clientId !== 0 && !oracle.clientsOf(userId).has(provider.clientId);
  return oracle.holds(userId, 'EditProvider') && !isOfOthers;
}
/** Rows of the directory, which every user may read and only some may change. */
const inDirectory = (probe: Probe): Probe => ({ ...probe, refusal: 'wrong_state', isKnown: true });
const ofEdited = inDirectory(ofRows('healthcareProviderId', (oracle) => oracle.rows.providers, mayEditProvider));
const ofEditor = inDirectory(
  ofRows(
    'healthcareProviderId',
    (oracle) => oracle.rows.providers,
    (oracle, userId, provider) => mayEditProvider(oracle, userId, { ...provider, userId: -1 }),
  ),
);
const ofMadeUser = inDirectory(
  ofRows(
    'healthcareProviderId',
    (oracle) => oracle.rows.providers,
    (oracle, userId, { clientId }) => clientId === 0 || oracle.clientsOf(userId).has(clientId),
  ),
);
/** Shared providers without a user account: the administrator chooses the client of the account. */
const ofShared = ofRows(
  'healthcareProviderId',
  (oracle) => oracle.rows.providers,
  (_oracle, _userId, { clientId, userId }) => clientId === 0 && userId === 0,
);
/** Organizations without providers, or with a provider whose record is shared or belongs to a client of the user. */
const ofOrganization = inDirectory(
  ofRows(
    'healthcareOrganizationId',
    (oracle) => oracle.rows.organizations,
    (oracle, userId, { id }) => {
      const owners = oracle.rows.providers.filter((one) => one.organizationId === id).map(({ clientId }) => clientId);
      return owners.length === 0 || owners.some((clientId) => clientId === 0 || oracle.clientsOf(userId).has(clientId));
    },
  ),
);
const ofOrganizationAddress = ofRows(
  'healthcareOrganizationAddressInfoId',
  (oracle) => oracle.rows.organizationAddresses,
  (oracle, userId, { organizationId }) => ofOrganization.may(oracle, userId).has(organizationId),
);
const ofProviderAddress = ofRows(
  'healthcareProviderAddressInfoId',
  (oracle) => oracle.rows.providerAddresses,
  (oracle, userId, { providerId }) => ofEdited.may(oracle, userId).has(providerId),
);
/** Providers whose addresses the user may list: all of them with a permission to find addresses, or else the user's own. */
const ofListed: Probe = {
  ...ofRows(
    'healthcareProviderId',
    (oracle) => oracle.rows.providers,
    (oracle, userId, provider) =>
      oracle.holds(userId, 'AddProvider') ||
      oracle.holds(userId, 'EditProvider') ||
      oracle.actsFor(userId).has(provider.userId),
  ),
  refusal: 'forbidden',
  isKnown: true,
};
const ofListedAddress: Probe = {
  ...ofRows(
    'healthcareProviderAddressInfoId',
    (oracle) => oracle.rows.providerAddresses,
    (oracle, userId, { providerId }) => ofListed.may(oracle, userId).has(providerId),
    'forbidden',
  ),
  inputOf: (oracle, id) => ({
    healthcareProviderAddressInfoId: id,
    addressId: oracle.rows.providerAddresses.find((one) => one.id === id)?.addressId,
  }),
};
/** Clients of users who may add providers. */
const ofAdder: Probe = {
  ...ofClient,
  key: 'originClientId',
  needs: 'AddProvider',
  may: (oracle, userId) => (oracle.holds(userId, 'AddProvider') ? oracle.clientsOf(userId) : new Set()),
};

const someProvider = {
  firstName: 'x',
  lastName: 'x',
  npiNumber: '1234567893',
  healthcareProviderSpecialtyId: 1,
  version: 9_999,
};
const someUser = { username: 'probed', password: 'a long enough password', version: 9_999 };
const somePlace = { address1: '1 Main St', city: 'Lowell', state: 'MA', zipcode: '01850', version: 9_999 };
const someNames = { firstName: 'x', lastName: 'x' };

const colleagues = {
  userIds: ofColleague,
  excludedUserIds: ofAll((oracle: Oracle) => oracle.rows.accounts),
  healthcareOrganizationId: ofAll((oracle: Oracle) => oracle.rows.organizations),
  clientId: ofClient,
};
const manyUsers = ['userIds', 'excludedUserIds'];

export const probes: FeatureProbes = {
  opens: [
    [getApsLookups, ofPatient],
    [searchAps, ofPatient],
    [findUsers, ofPatient],
    [findUsers, { ...ofEncounter, atMost: 12 }],
    [suggestUsers, ofPatient],
    [findProviders, changed(ofPatient, someNames)],
    [getProviderAddresses, ofListed],
    [getProviderAddress, ofListedAddress],
  ],
  closes: [
    [listUsers, ofPatient],
    [listUsers, { ...ofEncounter, atMost: 2 }],
    [getApsLookups, { ...ofClient, refusal: 'invalid_input clientId' }],
    [searchAps, { ...ofClient, refusal: 'invalid_input clientId' }],
    [searchAps, several(ofTag, 'healthcareProviderTagIds', {})],
    [searchAps, several(ofTag, 'providerTags', {})],
    [saveProvider, changed(ofEdited, someProvider)],
    [saveProvider, { ...changed(ofAdder, someProvider), refusal: 'invalid_input originClientId' }],
    [
      saveProvider,
      beside(
        changed(ofAdder, someProvider),
        { ...ofTag, key: 'healthcareProviderTagIds' },
        'invalid_input healthcareProviderTagIds',
        (id) => ({
          healthcareProviderTagIds: [id],
        }),
      ),
    ],
    [saveProviderNetwork, changed(ofEditor, { networkVersion: 9_999, isEmployed: true })],
    [
      saveProviderNetwork,
      beside(changed(ofEditor, { networkVersion: 1 }), ofTier, 'invalid_input affiliations', (affiliationTierId) => ({
        affiliations: [{ affiliationTierId }],
      })),
    ],
    [makeProviderAUser, changed(ofMadeUser, someUser)],
    [makeProviderAUser, beside(changed(ofShared, { ...someUser, version: 1 }), ofClient, 'invalid_input clientId')],
    [saveProviderAddress, changed(ofEdited, somePlace)],
    [saveProviderAddress, beside(changed(ofEdited, somePlace), ofProviderAddress, 'refused')],
    [saveOrganization, changed(ofOrganization, { ...somePlace, name: 'x' })],
    [saveOrganizationAddress, changed(ofOrganization, somePlace)],
    [saveOrganizationAddress, beside(changed(ofOrganization, somePlace), ofOrganizationAddress, 'refused')],
  ],
  filters: [
    { endpoint: findUsers, by: colleagues, several: manyUsers },
    { endpoint: listUsers, by: colleagues, several: manyUsers },
    { endpoint: listFacilities, by: { clientId: ofClient }, itemsIn: (answer) => answer['facilities'] as object[] },
    {
      endpoint: getApsLookups,
      by: { facilityId: ofFacility },
      itemsIn: (answer) => [answer['facilityId'], answer['facilityName'], answer['facilityAddress']],
    },
    {
      endpoint: searchAps,
      by: { facilityId: ofFacility, excludePersonIds: ofAll((oracle) => oracle.rows.providers) },
      several: ['excludePersonIds'],
      more: { searchNear: 'Facility' },
      itemsIn: (answer) => answer['data'] as object[],
    },
    {
      endpoint: searchProviders,
      by: {
        patientId: ofPatient,
        excludePersonId: ofAll((oracle) => oracle.rows.providers),
        healthcareProviderSpecialtyId: ofAll((oracle) => oracle.rows.specialties),
      },
    },
    {
      endpoint: findProviderChoices,
      by: {
        patientId: ofPatient,
        excludePersonId: ofAll((oracle) => oracle.rows.providers),
        healthcareProviderId: ofAll((oracle) => oracle.rows.providers),
        healthcareProviderSpecialtyId: ofAll((oracle) => oracle.rows.specialties),
      },
      more: { searchTerm: 'a' },
      itemsIn: (answer) => [...(answer['items'] as object[]), answer['plans'], answer['figuresClientName']],
    },
    { endpoint: findDiagnoses, by: { patientId: ofPatient }, itemsIn: diagnosesIn },
    { endpoint: findDiagnoses, by: { patientId: ofPatient }, more: { searchTerm: 'E11' }, itemsIn: diagnosesIn },
  ],
  takesOpen: [
    [
      directory,
      [
        [getProvider, 'healthcareProviderId'],
        [getProviderToPrint, 'healthcareProviderId'],
        [getProviderAddress, 'addressId'],
        [saveProvider, 'addressId'],
        [saveProviderNetwork, 'preferredByIds'],
        [saveProviderAddress, 'addressId'],
        [saveUserProfile, 'addressId'],
        [searchAps, 'addressId'],
        [linkDirectoryRecord, 'healthcareProviderId'],
      ],
    ],
    [
      organizations,
      [
        [getOrganization, 'healthcareOrganizationId'],
        [listOrganizationProviders, 'healthcareOrganizationId'],
      ],
    ],
    [networks, [[getProviderNetwork, 'healthcareProviderId']]],
    [insurancePlans, [[saveProviderNetwork, 'insurancePlanIds']]],
    [
      specialties,
      [
        [browseDirectory, 'healthcareProviderSpecialtyId'],
        [saveProvider, 'healthcareProviderSpecialtyId'],
        [saveUserProfile, 'healthcareProviderSpecialtyId'],
      ],
    ],
    [diagnoses, []],
  ],
};

function diagnosesIn(answer: Record<string, unknown>): readonly unknown[] {
  return answer['diagnoses'] as object[];
}
