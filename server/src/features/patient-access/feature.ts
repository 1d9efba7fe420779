import * as patientAccessContract from '@careloop/contracts/patient-access';

import type { Feature } from '../../core/feature.ts';
import { patientAccessJobs } from './jobs.ts';
import { patientAccessRoutes } from './routes.ts';

export const patientAccess: Feature = {
  contracts: [patientAccessContract],
  routes: [patientAccessRoutes],
  jobs: patientAccessJobs,
};
