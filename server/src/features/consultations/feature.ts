import * as consultationsContract from '@careloop/contracts/consultations';

import type { Feature } from '../../core/feature.ts';
import { consultationJobs } from './jobs.ts';
import { consultationRoutes } from './routes.ts';

export const consultations: Feature = {
  contracts: [consultationsContract],
  routes: [consultationRoutes],
  jobs: consultationJobs,
};
