import { getApsLookups, searchAps } from '@careloop/contracts/directory/search';
import { findUsers, listUsers, suggestUsers } from '@careloop/contracts/directory/users';

import { ofPatient } from '../../../test/privacyProbes.ts';
import type { FeatureProbes } from '../../../test/privacyProbes.ts';

export const directoryProbes: FeatureProbes = {
  opens: [
    [getApsLookups, ofPatient],
    [searchAps, ofPatient],
    [findUsers, ofPatient],
    [suggestUsers, ofPatient],
  ],
  closes: [[listUsers, ofPatient]],
};
