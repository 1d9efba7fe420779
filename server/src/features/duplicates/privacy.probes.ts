import {
  getDuplicate,
  keepApart,
  listDuplicates,
  mergePatients,
  reopenDuplicate,
  undoMerge,
} from '@careloop/contracts/duplicates';
import {
  decideDifference,
  decideProviderDifference,
  keepProvidersApart,
  reopenProviderConflict,
} from '@careloop/contracts/duplicates/conflicts';
import { expect } from 'vitest';

import { beside, changed, idsIn, ofPatient, ofRows, readAll } from '../../../test/privacyProbes.ts';
import type { FeatureProbes, ProbeContext } from '../../../test/privacyProbes.ts';

const ofPair = ofRows(
  'patientDuplicateId',
  (oracle) => oracle.rows.duplicates,
  (oracle, userId, { clientId }) => oracle.wholeClientsOf(userId).has(clientId),
  'no_access',
);
const ofDifference = ofRows(
  'patientDifferenceId',
  (oracle) => oracle.rows.differences,
  (oracle, userId, { clientId }) => oracle.wholeClientsOf(userId).has(clientId),
  'no_access',
);

const ofConflict = ofRows(
  'providerDuplicateId',
  (oracle) => oracle.rows.providerConflicts,
  (oracle, userId, { clientId }) => oracle.wholeClientsOf(userId).has(clientId),
  'no_access',
);
const ofProviderDifference = ofRows(
  'providerDifferenceId',
  (oracle) => oracle.rows.providerDifferences,
  (oracle, userId, { clientId }) => oracle.wholeClientsOf(userId).has(clientId),
  'no_access',
);

async function comparePairs({ oracle, callerOf }: ProbeContext): Promise<void> {
  const reviewers = oracle.users.filter(
    ({ userId }) => oracle.holds(userId, 'ViewAllPatients') && oracle.holds(userId, 'EditCareTeam'),
  );
  expect(reviewers.length).toBeGreaterThan(0);
  for (const { userId } of reviewers) {
    const open = await readAll(callerOf(userId), listDuplicates, {});
    const mine = ofPair.may(oracle, userId);
    expect(idsIn(open, 'patientDuplicateId').filter((id) => !mine.has(id))).toEqual([]);
  }
}

export const probes: FeatureProbes = {
  opens: [[getDuplicate, ofPair]],
  closes: [
    [keepApart, changed(ofPair, { reason: 'two persons', version: 9_999 })],
    [mergePatients, changed(ofPair, { survivingPatientId: 1, version: 9_999 })],
    [undoMerge, changed(ofPair, { version: 9_999 })],
    [reopenDuplicate, changed(ofPair, { version: 9_999 })],
    [keepProvidersApart, changed(ofConflict, { version: 9_999 })],
    [reopenProviderConflict, changed(ofConflict, { version: 9_999 })],
    [decideProviderDifference, changed(ofProviderDifference, { decision: 'keep', version: 9_999 })],
    [mergePatients, beside(ofPair, { ...ofPatient, key: 'survivingPatientId' }, 'refused')],
    [
      keepApart,
      beside(changed(ofPair, { reason: 'two persons' }), ofPatient, 'refused', (patientId) => ({
        versions: [{ patientId, version: 1 }],
      })),
    ],
    [
      mergePatients,
      beside(ofPair, ofPatient, 'refused', (patientId) => ({
        survivingPatientId: patientId,
        versions: [{ patientId, version: 1 }],
      })),
    ],
    [decideDifference, changed(ofDifference, { decision: 'keep', version: 9_999 })],
  ],
  filters: [{ endpoint: listDuplicates, by: { patientId: ofPatient } }],
  compares: [{ name: 'the list holds no pair of another client', calls: [], compare: comparePairs }],
};
