import * as sessionContract from '@careloop/contracts/session';
import * as credentials from '@careloop/contracts/session/credentials';
import * as singleSignOn from '@careloop/contracts/session/singleSignOn';

import type { Feature } from '../../core/feature.ts';
import { credentialJobs } from './credentialJobs.ts';
import { credentialRoutes } from './credentialRoutes.ts';
import { healthRoutes } from './healthRoutes.ts';
import { sessionJobs } from './jobs.ts';
import { sessionRoutes } from './routes.ts';
import { ownSessionsRoutes } from './sessionsRoutes.ts';
import { singleSignOnRoutes } from './singleSignOnRoutes.ts';

export const session: Feature = {
  contracts: [sessionContract, credentials, singleSignOn],
  routes: [sessionRoutes, healthRoutes, credentialRoutes, ownSessionsRoutes, singleSignOnRoutes],
  jobs: { ...credentialJobs, ...sessionJobs },
};
