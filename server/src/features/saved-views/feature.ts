import * as savedViewsContract from '@careloop/contracts/saved-views';

import type { Feature } from '../../core/feature.ts';
import { savedViewRoutes } from './routes.ts';

export const savedViews: Feature = {
  contracts: [savedViewsContract],
  routes: [savedViewRoutes],
};
