import { cancelAddress, getUserProfile } from '@careloop/contracts/profile';
import { changed, ofRows } from '../../../test/privacyProbes.ts';
import type { FeatureProbes } from '../../../test/privacyProbes.ts';

const ofProfile = ofRows(
  'userId',
  (oracle) => oracle.rows.accounts,
  (oracle, userId, { id }) => oracle.actsFor(userId).has(id),
  'no_access',
);

export const profileProbes: FeatureProbes = {
  opens: [],
  closes: [
    [getUserProfile, ofProfile],
    [cancelAddress, changed(ofProfile, { kind: 'email' })],
  ],
};
