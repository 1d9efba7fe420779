import * as supportContract from '@careloop/contracts/support';
import * as clientErrorsContract from '@careloop/contracts/support/clientErrors';

import type { Feature } from '../../core/feature.ts';
import { supportJobs } from './jobs.ts';
import { supportRoutes } from './routes.ts';

export const support: Feature = {
  contracts: [supportContract, clientErrorsContract],
  routes: [supportRoutes],
  jobs: supportJobs,
};
