import * as dashboardContract from '@careloop/contracts/dashboard';

import type { Feature } from '../../core/feature.ts';
import { dashboardJobs } from './jobs.ts';
import { dashboardRoutes } from './routes.ts';

export const dashboard: Feature = {
  contracts: [dashboardContract],
  routes: [dashboardRoutes],
  jobs: dashboardJobs,
};
