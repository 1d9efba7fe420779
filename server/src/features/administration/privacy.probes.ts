import { userTypeIds } from '@careloop/contracts/codes';
import { permissions } from '@careloop/contracts/access';
import { exportAudit, listAudit } from '@careloop/contracts/administration/audit';
import {
  archiveAffiliation,
  archiveProviderTag,
  archiveTaskTag,
  getManagedAffiliation,
  getManagedProviderTag,
  getManagedTaskTag,
  listManagedAffiliations,
  listManagedProviderTags,
  listManagedTaskTags,
  saveAffiliation,
  saveProviderTag,
  saveTaskTag,
} from '@careloop/contracts/administration/clientLookups';
import { getClientLogo, saveClientLogo } from '@careloop/contracts/administration/clientLogo';
import {
  listManagedFacilities,
  listMarkets,
  saveClient,
  saveClientOrganization,
  saveFacility,
  saveMarket,
} from '@careloop/contracts/administration/clients';
import { listFaxNumbers, provisionFaxNumber } from '@careloop/contracts/administration/faxNumbers';
import {
  archiveInsuranceCarrier,
  archiveInsurancePlan,
  getInsuranceCarrier,
  getInsurancePlan,
  listPlansOfCarrier,
  saveInsuranceCarrier,
  saveInsurancePlan,
} from '@careloop/contracts/administration/insuranceLookups';
import {
  archiveProtocol,
  getManagedProtocol,
  listManagedProtocols,
  listProtocolVersions,
  saveProtocol,
} from '@careloop/contracts/administration/referralProtocols';
import {
  archiveReferralReasonTemplate,
  getReferralReasonTemplate,
  listReferralReasonTemplates,
  saveReferralReasonTemplate,
} from '@careloop/contracts/administration/referralReasonTemplates';
import {
  archiveTaskTemplate,
  getManagedTaskTemplate,
  listManagedTaskTemplates,
  saveTaskTemplate,
} from '@careloop/contracts/administration/taskTemplates';
import {
  archiveHealthCondition,
  archiveSpecialty,
  getHealthCondition,
  getSpecialty,
  saveHealthCondition,
  saveSpecialty,
} from '@careloop/contracts/administration/lookups';
import {
  archiveUserType,
  deleteUserType,
  getUserType,
  saveUserType,
} from '@careloop/contracts/administration/userTypes';
import {
  editPermissions,
  getManagedUser,
  listManagedUsers,
  linkDirectoryRecord,
  saveManagedUser,
  savePermissions,
  sendPasswordReset,
  setUserActive,
  turnOffSecondFactorOfUser,
} from '@careloop/contracts/administration/users';
import type { Endpoint } from '@careloop/contracts/endpoint';
import { expect } from 'vitest';

import { documentTypes, specialties } from '../../../test/directoryProbes.ts';
import {
  beside,
  changed,
  linesOf,
  ofAll,
  ofClients,
  ofColleague,
  ofPatient,
  ofRows,
} from '../../../test/privacyProbes.ts';
import type { FeatureProbes, Probe, ProbeContext } from '../../../test/privacyProbes.ts';

/** Users of the administrator's clients. */
const ofAccount = ofRows(
  'userId',
  (oracle) => oracle.rows.accounts,
  (oracle, userId, { id, originClientId }) => {
    const mine = oracle.clientsOf(userId);
    return mine.has(originClientId) || [...oracle.clientsOf(id)].some((clientId) => mine.has(clientId));
  },
  'not_found',
);
/** Other users whose clients and permissions, and those of everybody they may act for, the administrator has. */
const ofChangeable: Probe = ofRows(
  'userId',
  (oracle) => oracle.rows.accounts,
  (oracle, userId, { id, originClientId }) =>
    id !== userId &&
    oracle.clientsOf(userId).has(originClientId) &&
    [...oracle.actsFor(id)].every(
      (one) =>
        [...oracle.clientsOf(one)].every((clientId) => oracle.clientsOf(userId).has(clientId)) &&
        permissions.every((permission) => oracle.holds(userId, permission) || !oracle.holds(one, permission)),
    ),
);
const ofFacility = ofClients('facilityId', (oracle) => oracle.rows.facilities);
const ofClient = ofClients('clientId', (oracle) => oracle.rows.clients);
const ofTag = ofClients('id', (oracle) => oracle.rows.tags);
const ofTaskTag = ofClients('id', (oracle) => oracle.rows.taskTags);
const ofTaskTemplate = ofClients('id', (oracle) => oracle.rows.taskTemplates);
const ofProtocol = ofClients('id', (oracle) => oracle.rows.protocols);
const ofReasonTemplate = ofClients('id', (oracle) => oracle.rows.reasonTemplates);
const ofAffiliation = ofClients('id', (oracle) => oracle.rows.tiers);
const ofMarket = ofClients('marketId', (oracle) => oracle.rows.markets);
const auditedBy = { userId: ofColleague, forUserId: ofColleague, patientId: ofPatient };
const someFacility = {
  name: 'x',
  phone: null,
  address1: null,
  address2: null,
  city: null,
  state: null,
  zipcode: null,
  identifier: null,
};
const someUser = {
  firstName: 'x',
  lastName: 'x',
  username: 'probed',
  email: 'probed@example.org',
  userTypeId: userTypeIds.office_user,
  clientIds: [1],
  password: 'a long enough password',
  confirmPassword: 'a long enough password',
};

/** Ids given to a new user of the administrator's own client. */
const ofNewUser = (key: string, second: Probe): Probe => ({
  ...second,
  key,
  more: someUser,
  inputOf: (oracle, id, userId) => ({ clientIds: [...oracle.clientsOf(userId)], [key]: [id] }),
  refusal: `invalid_input ${key}`,
  atMost: 2,
});

/** A row combined with a client of the user. */
const besideClient = (second: Probe, refusal: string) => changed(beside(ofClient, second, refusal), someFacility);
const archiving = (probe: Probe) => changed(probe, { isArchived: true, version: 9_999 });
/** Saving an entry of a client's list. */
const savingOf = (endpoint: Endpoint, entry: Probe, fields: object = { name: 'x' }) =>
  [
    [endpoint, changed(ofClient, { ...fields })],
    [endpoint, changed(beside(ofClient, entry, 'not_found'), { ...fields })],
  ] as const;
/** Organizations whose clients are all the administrator's; with `ManageInstallation` all. */
const ofClientOrganization: Probe = {
  ...ofRows(
    'clientOrganizationId',
    (oracle) => oracle.rows.clientOrganizations,
    (oracle, userId, { clientId }) =>
      oracle.holds(userId, 'ManageInstallation') || oracle.clientsOf(userId).has(clientId),
    'wrong_state',
  ),
  isKnown: true,
};
/** Lists that all clients share: only the permission is required. */
const ofSharedList: Probe = { key: 'id', ids: () => [1], may: () => new Set([1]), isByPermission: true };
const ofSharedCarrier: Probe = { ...ofSharedList, key: 'insuranceCarrierId' };
/** Changing one of their entries needs `ManageInstallation`. */
const ofSharedEntry: Probe = { ...ofSharedList, needs: 'ManageInstallation' };
/** The built-in types may be read by every administrator, those of a client by its own. */
const ofUserType = ofRows(
  'id',
  (oracle) => oracle.rows.userTypes,
  (oracle, userId, { clientId }) => clientId === 0 || oracle.clientsOf(userId).has(clientId),
  'not_found',
);
const ofNewUserType: Probe = {
  ...ofUserType,
  key: 'userTypeId',
  more: someUser,
  inputOf: (oracle, id, userId) => ({ clientIds: [...oracle.clientsOf(userId)], userTypeId: id }),
  refusal: 'invalid_input userTypeId',
  atMost: 2,
};
const someType = { name: 'x', userType: 'office_user', permissions: [] };
const somePlan = { name: 'x', insurancePlanType: 1, insurancePlanSubType: 1 };

const someProtocol = { name: 'x', healthcareProviderSpecialtyId: 1, content: { text: 'x' } };

async function compareClientLists({ oracle, callerOf }: ProbeContext): Promise<void> {
  const managers = oracle.users.filter(({ userId }) => oracle.holds(userId, 'ManageSite'));
  expect(managers.length).toBeGreaterThan(0);
  for (const { userId } of managers) {
    for (const { id: facilityId, clientId } of oracle.rows.facilities) {
      if (oracle.clientsOf(userId).has(clientId)) continue;
      expect((await callerOf(userId).ok(listManagedFacilities, { clientId })).items).toEqual([]);
      expect((await callerOf(userId).ok(listMarkets, { clientId })).items).toEqual([]);
      expect((await callerOf(userId).ok(listManagedProviderTags, { clientId })).items).toEqual([]);
      expect((await callerOf(userId).ok(listManagedTaskTags, { clientId })).items).toEqual([]);
      expect((await callerOf(userId).ok(listManagedAffiliations, { clientId })).items).toEqual([]);
      expect((await callerOf(userId).ok(listManagedTaskTemplates, { clientId })).items).toEqual([]);
      expect((await callerOf(userId).ok(listManagedProtocols, { clientId })).items).toEqual([]);
      expect((await callerOf(userId).ok(listReferralReasonTemplates, { clientId })).items).toEqual([]);
      expect((await callerOf(userId).ok(listFaxNumbers, { facilityId })).items).toEqual([]);
    }
  }
}

/** A new user becomes a coordinator only of the administrator's own clients. */
async function compareCoordinators({ app, oracle, callerOf }: ProbeContext): Promise<void> {
  const { userId } = oracle.users.find(({ username }) => username === 'admin')!;
  const own = [...oracle.clientsOf(userId)];
  const coordinatorClientIds = oracle.rows.clients.map(({ id }) => id);
  const added = await callerOf(userId).ok(saveManagedUser, { ...someUser, clientIds: own, coordinatorClientIds });
  const clients = await app.db
    .selectFrom('user_client')
    .select('client_id')
    .where('user_id', '=', added.userId)
    .execute();
  expect(clients.map((one) => one.client_id)).toEqual(own);
}

export const probes: FeatureProbes = {
  opens: [
    [getManagedUser, ofAccount],
    [editPermissions, ofAccount],
    [getManagedProviderTag, ofTag],
    [getManagedTaskTag, ofTaskTag],
    [getManagedAffiliation, ofAffiliation],
    [getReferralReasonTemplate, ofReasonTemplate],
    [getManagedProtocol, ofProtocol],
    [listProtocolVersions, ofProtocol],
    [getManagedTaskTemplate, ofTaskTemplate],
  ],
  closes: [
    [savePermissions, changed(ofAccount, { permissions: [], version: 9_999 })],
    [setUserActive, changed(ofAccount, { isActive: false, version: 9_999 })],
    [linkDirectoryRecord, changed(ofAccount, { healthcareProviderId: 1, version: 9_999 })],
    [sendPasswordReset, ofAccount],
    [turnOffSecondFactorOfUser, ofAccount],
    [saveManagedUser, changed({ ...ofAccount, key: 'userId' }, someUser)],
    [saveManagedUser, ofNewUser('clientIds', ofClient)],
    [saveManagedUser, ofNewUserType],
    [saveManagedUser, ofNewUser('userIdsUserCanImpersonate', ofChangeable)],
    [saveManagedUser, ofNewUser('userIdsWhoCanImpersonateUser', ofColleague)],
    [
      saveClient,
      changed(
        { ...ofClient, inputOf: (_oracle, clientId) => ({ clientId }) },
        { displayName: 'x', clientOrganizationId: 1 },
      ),
    ],
    [
      saveClient,
      changed({ ...ofClientOrganization, refusal: 'invalid_input clientOrganizationId' }, { displayName: 'x' }),
    ],
    [saveClientOrganization, changed(ofClientOrganization, { name: 'x' })],
    // No client of the test has a logo.
    [getClientLogo, ofClient],
    [saveClientLogo, changed(ofClient, { picture: null })],
    [saveMarket, changed(ofClient, { name: 'x' })],
    [saveMarket, besideClient(ofMarket, 'not_found')],
    [saveFacility, changed(ofClient, someFacility)],
    [saveFacility, besideClient(ofFacility, 'not_found')],
    [saveFacility, besideClient(ofMarket, 'invalid_input marketId')],
    [provisionFaxNumber, changed(ofFacility, { areaCode: '617' })],
    [getSpecialty, ofSharedList],
    [archiveSpecialty, archiving(ofSharedEntry)],
    [saveSpecialty, changed(ofSharedEntry, { name: 'x' })],
    [saveSpecialty, changed(ofClient, { name: 'x' })],
    [getHealthCondition, ofSharedList],
    [archiveHealthCondition, archiving(ofSharedList)],
    [saveHealthCondition, changed(ofSharedList, { name: 'x' })],
    [saveHealthCondition, changed(ofClient, { name: 'x' })],
    [archiveProviderTag, archiving(ofTag)],
    ...savingOf(saveProviderTag, ofTag),
    [archiveTaskTag, archiving(ofTaskTag)],
    ...savingOf(saveTaskTag, ofTaskTag),
    [archiveAffiliation, archiving(ofAffiliation)],
    ...savingOf(saveAffiliation, ofAffiliation),
    [archiveTaskTemplate, archiving(ofTaskTemplate)],
    ...savingOf(saveTaskTemplate, ofTaskTemplate),
    [archiveProtocol, archiving(ofProtocol)],
    ...savingOf(saveProtocol, ofProtocol, someProtocol),
    [archiveReferralReasonTemplate, archiving(ofReasonTemplate)],
    ...savingOf(saveReferralReasonTemplate, ofReasonTemplate, { name: 'x', reason: 'x' }),
    [getInsuranceCarrier, ofSharedList],
    [archiveInsuranceCarrier, archiving(ofSharedEntry)],
    [saveInsuranceCarrier, changed(ofSharedEntry, { name: 'x' })],
    [saveInsuranceCarrier, changed(ofClient, { name: 'x' })],
    [listPlansOfCarrier, ofSharedCarrier],
    [getInsurancePlan, ofSharedList],
    [getUserType, ofUserType],
    [archiveUserType, archiving(ofUserType)],
    [deleteUserType, changed(ofUserType, { version: 9_999 })],
    [saveUserType, changed(ofUserType, someType)],
    [saveUserType, changed(ofClient, someType)],
    [archiveInsurancePlan, archiving(ofSharedEntry)],
    [saveInsurancePlan, changed({ ...ofSharedCarrier, needs: 'ManageInstallation' }, somePlan)],
    [saveInsurancePlan, changed(ofSharedEntry, { ...somePlan, insuranceCarrierId: 1 })],
    [saveInsurancePlan, changed(ofClient, { ...somePlan, insuranceCarrierId: 1 })],
  ],
  filters: [
    { endpoint: listManagedUsers, by: { userTypeId: ofAll((oracle) => oracle.rows.userTypes) } },
    {
      endpoint: listAudit,
      by: auditedBy,
      itemsIn: ({ items, named }) => [...(items as object[]), ...Object.values(named as Record<string, unknown>)],
    },
    { endpoint: exportAudit, by: auditedBy, itemsIn: linesOf },
  ],
  takesOpen: [
    [specialties, [[saveProtocol, 'healthcareProviderSpecialtyId']]],
    [documentTypes, [[saveProtocol, 'documentTypeIds']]],
  ],
  compares: [
    {
      name: 'nobody becomes a coordinator of another client',
      calls: [[saveManagedUser, 'coordinatorClientIds']],
      compare: compareCoordinators,
    },
    {
      name: 'lists of another client are empty',
      calls: [
        [listManagedFacilities, 'clientId'],
        [listMarkets, 'clientId'],
        [listManagedProviderTags, 'clientId'],
        [listManagedTaskTags, 'clientId'],
        [listManagedAffiliations, 'clientId'],
        [listReferralReasonTemplates, 'clientId'],
        [listManagedProtocols, 'clientId'],
        [listManagedTaskTemplates, 'clientId'],
        [listFaxNumbers, 'facilityId'],
      ],
      compare: compareClientLists,
    },
  ],
};
