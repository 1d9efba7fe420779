import { listManagedFacilities, listMarkets } from '@careloop/contracts/administration/clients';
import { listFaxNumbers, provisionFaxNumber } from '@careloop/contracts/administration/faxNumbers';
import {
  archiveHealthCondition,
  archiveSpecialty,
  getHealthCondition,
  getSpecialty,
  saveHealthCondition,
  saveSpecialty,
} from '@careloop/contracts/administration/lookups';
import {
  editPermissions,
  getManagedUser,
  savePermissions,
  sendPasswordReset,
  setUserActive,
  turnOffSecondFactorOfUser,
} from '@careloop/contracts/administration/users';
import { expect } from 'vitest';

import { changed, ofRows } from '../../../test/privacyProbes.ts';
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
const ofFacility = ofRows(
  'facilityId',
  (oracle) => oracle.rows.facilities,
  (oracle, userId, { clientId }) => oracle.clientsOf(userId).has(clientId),
  'not_found',
);
/** Lists that all clients share: only the permission is required. */
const ofSharedList: Probe = { key: 'id', ids: () => [1], may: () => new Set([1]) };

async function compareClientLists({ oracle, callerOf }: ProbeContext): Promise<void> {
  const managers = oracle.users.filter(({ userId }) => oracle.holds(userId, 'ManageSite'));
  expect(managers.length).toBeGreaterThan(0);
  for (const { userId } of managers) {
    for (const { id: facilityId, clientId } of oracle.rows.facilities) {
      if (oracle.clientsOf(userId).has(clientId)) continue;
      expect((await callerOf(userId).ok(listManagedFacilities, { clientId })).items).toEqual([]);
      expect((await callerOf(userId).ok(listMarkets, { clientId })).items).toEqual([]);
      expect((await callerOf(userId).ok(listFaxNumbers, { facilityId })).items).toEqual([]);
    }
  }
}

export const administrationProbes: FeatureProbes = {
  opens: [
    [getManagedUser, ofAccount],
    [editPermissions, ofAccount],
  ],
  closes: [
    [savePermissions, changed(ofAccount, { permissions: [], version: 9_999 })],
    [setUserActive, changed(ofAccount, { isActive: false, version: 9_999 })],
    [sendPasswordReset, ofAccount],
    [turnOffSecondFactorOfUser, ofAccount],
    [provisionFaxNumber, changed(ofFacility, { areaCode: '617' })],
    [getSpecialty, ofSharedList],
    [archiveSpecialty, changed(ofSharedList, { isArchived: true, version: 9_999 })],
    [saveSpecialty, changed(ofSharedList, { name: 'x' })],
    [getHealthCondition, ofSharedList],
    [archiveHealthCondition, changed(ofSharedList, { isArchived: true, version: 9_999 })],
    [saveHealthCondition, changed(ofSharedList, { name: 'x' })],
  ],
  compares: [
    {
      name: 'lists of another client are empty',
      endpoints: [listManagedFacilities, listMarkets, listFaxNumbers],
      compare: compareClientLists,
    },
  ],
};
