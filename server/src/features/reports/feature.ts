import * as reportsContract from '@careloop/contracts/reports';
import * as powerBi from '@careloop/contracts/reports/powerBi';

import type { Feature } from '../../core/feature.ts';
import { reportJobs } from './jobs.ts';
import { powerBiRoutes } from './powerBiRoutes.ts';
import { reportRoutes } from './routes.ts';

export const reports: Feature = {
  contracts: [reportsContract, powerBi],
  routes: [reportRoutes, powerBiRoutes],
  jobs: reportJobs,
};
