import type { App } from '../http/app.ts';
import { careTeamRoutes } from './care-teams/routes.ts';
import { chartRoutes } from './charts/routes.ts';
import { directoryRoutes } from './directory/routes.ts';
import { messageRoutes } from './messages/routes.ts';
import { patientRoutes } from './patients/routes.ts';
import { referralRoutes } from './referrals/routes.ts';
import { credentialRoutes } from './session/credentialRoutes.ts';
import { sessionRoutes } from './session/routes.ts';
import { ownSessionsRoutes } from './session/sessionsRoutes.ts';
import { singleSignOnRoutes } from './session/singleSignOnRoutes.ts';
import { siteInfoRoutes } from './site-info/routes.ts';
import { supportRoutes } from './support/routes.ts';
import { workQueueRoutes } from './work-queues/routes.ts';

/** Every feature of the API, named here and nowhere found by looking. */
export const featureRoutes: ((app: App) => void)[] = [
  sessionRoutes,
  credentialRoutes,
  ownSessionsRoutes,
  singleSignOnRoutes,
  patientRoutes,
  careTeamRoutes,
  chartRoutes,
  directoryRoutes,
  referralRoutes,
  workQueueRoutes,
  messageRoutes,
  siteInfoRoutes,
  supportRoutes,
];
