import {
  getDuplicate,
  keepApart,
  listDuplicates,
  mergePatients,
  reopenDuplicate,
  undoMerge,
} from '@careloop/contracts/duplicates';
import { decideDifference } from '@careloop/contracts/duplicates/conflicts';
import { expect } from 'vitest';

import { changed, ofRows, idsIn, readAll } from '../../../test/privacyProbes.ts';
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

export const duplicateProbes: FeatureProbes = {
  opens: [[getDuplicate, ofPair]],
  closes: [
    [keepApart, changed(ofPair, { reason: 'two persons', version: 9_999 })],
    [mergePatients, changed(ofPair, { survivingPatientId: 1, version: 9_999 })],
    [undoMerge, changed(ofPair, { version: 9_999 })],
    [reopenDuplicate, changed(ofPair, { version: 9_999 })],
    [decideDifference, changed(ofDifference, { decision: 'keep', version: 9_999 })],
  ],
  compares: [{ name: 'the list holds no pair of another client', endpoints: [listDuplicates], compare: comparePairs }],
};
