import { listPatientEmergencyAccess } from '@careloop/contracts/patient-access';

import { ofPatient } from '../../../test/privacyProbes.ts';
import type { FeatureProbes } from '../../../test/privacyProbes.ts';

export const patientAccessProbes: FeatureProbes = {
  opens: [[listPatientEmergencyAccess, ofPatient]],
  closes: [],
};
