import * as supportContract from '@careloop/contracts/support';

import type { Feature } from '../../core/feature.ts';
import { supportJobs } from './jobs.ts';
import { supportRoutes } from './routes.ts';

export const support: Feature = {
  contracts: [supportContract],
  routes: [supportRoutes],
  jobs: supportJobs,
};
