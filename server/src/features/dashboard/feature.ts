import * as dashboardContract from '@careloop/contracts/dashboard';
import * as navigationContract from '@careloop/contracts/dashboard/navigation';

import type { Feature } from '../../core/feature.ts';
import { dashboardJobs } from './jobs.ts';
import { dashboardRoutes } from './routes.ts';

export const dashboard: Feature = {
  contracts: [dashboardContract, navigationContract],
  routes: [dashboardRoutes],
  jobs: dashboardJobs,
};
