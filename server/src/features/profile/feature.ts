import * as profileContract from '@careloop/contracts/profile';
import * as profileEnrollment from '@careloop/contracts/profile/enrollment';
import * as profileProxies from '@careloop/contracts/profile/proxies';
import * as profileSaving from '@careloop/contracts/profile/saving';

import type { Feature } from '../../core/feature.ts';
import { profileJobs } from './jobs.ts';
import { profileRoutes } from './routes.ts';

export const profile: Feature = {
  contracts: [profileContract, profileEnrollment, profileProxies, profileSaving],
  routes: [profileRoutes],
  jobs: profileJobs,
};
