import * as siteInfoContract from '@careloop/contracts/site-info';

import type { Feature } from '../../core/feature.ts';
import { siteInfoRoutes } from './routes.ts';

export const siteInfo: Feature = {
  contracts: [siteInfoContract],
  routes: [siteInfoRoutes],
};
