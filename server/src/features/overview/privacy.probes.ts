import { getPatientOverview, listRecentViewers } from '@careloop/contracts/patients/overview';

import { ofPatient } from '../../../test/privacyProbes.ts';
import type { FeatureProbes } from '../../../test/privacyProbes.ts';

export const probes: FeatureProbes = {
  opens: [
    [getPatientOverview, ofPatient],
    [listRecentViewers, ofPatient],
  ],
  closes: [],
};
