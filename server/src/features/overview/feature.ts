import * as patientOverview from '@careloop/contracts/patients/overview';

import type { Feature } from '../../core/feature.ts';
import { overviewRoutes } from './routes.ts';

export const overview: Feature = {
  contracts: [patientOverview],
  routes: [overviewRoutes],
};
