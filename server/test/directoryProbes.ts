import { listPrimaryDocumentTypes } from '@careloop/contracts/charts/upload';
import { findDiagnoses, findSpecialties } from '@careloop/contracts/directory';
import { getProvider } from '@careloop/contracts/directory/providers';
import { getInsurancePlans } from '@careloop/contracts/patients/insurance';

import { keysOf } from './privacyProbes.ts';
import type { OpenToAll } from './privacyProbes.ts';

// Rows of the directory, and other rows of all clients, that the calls of several features take. A feature does not import another feature's probes.

export const directory: OpenToAll = {
  name: 'providers and their addresses',
  because: 'All clients share one directory, so that patients can be referred to any provider.',
  reads: getProvider,
  ids: (oracle) =>
    oracle.rows.providers.filter(({ clientId }) => clientId === oracle.firstClientId).map(({ id }) => id),
  inputOf: (healthcareProviderId) => ({ healthcareProviderId }),
  shows: keysOf(
    'address1 address2 city state zipcode',
    'healthcareProviderId firstName middleName lastName degree gender specialty',
    'healthcareProviderSpecialtyId organizationName npiNumber npiIsValid npiDeactivatedOn email',
    'directEmail website officePhone fax licenseNumber physicianCode acceptsNewPatients languages code name',
    'populations tags publicNotes originClientId originClientName userId isStub version can edit editNpi changeKnown',
    'seePrivateNotes makeUser addresses healthcareProviderAddressInfoId addressId addressLabel',
    'locationCode isMailing deaNumber homePhone mobilePhone privateNotes',
  ),
  withholds: ['deaNumber', 'homePhone', 'mobilePhone', 'privateNotes'],
};

export const specialties: OpenToAll = {
  name: 'specialties',
  because: 'All clients share one list of specialties.',
  reads: findSpecialties,
  inputOf: () => ({ searchTerm: '' }),
  shows: ['specialties', 'healthcareProviderSpecialtyId', 'name'],
};

export const diagnoses: OpenToAll = {
  name: 'diagnosis codes',
  because: 'ICD-10-CM is a public code system.',
  reads: findDiagnoses,
  inputOf: () => ({ searchTerm: 'E11' }),
  shows: ['diagnoses', 'codedConceptId', 'code', 'description', 'isOfPatient'],
};

export const insurancePlans: OpenToAll = {
  name: 'insurance plans',
  because: 'All clients share one list of insurance plans.',
  reads: getInsurancePlans,
  inputOf: () => ({ searchTerm: '' }),
  shows: [
    'plans',
    'insurancePlanId',
    'name',
    'insurancePlanType',
    'insurancePlanSubType',
    'insuranceCarrier',
    'insuranceCarrierId',
    'isDisabled',
  ],
};

export const documentTypes: OpenToAll = {
  name: 'document types',
  because: 'All clients share one list of document types.',
  reads: listPrimaryDocumentTypes,
  inputOf: () => ({}),
  shows: ['documentTypes', 'documentTypeId', 'documentName'],
};
