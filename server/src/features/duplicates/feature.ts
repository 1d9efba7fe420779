import * as duplicatesContract from '@careloop/contracts/duplicates';
import * as duplicateConflicts from '@careloop/contracts/duplicates/conflicts';

import type { Feature } from '../../core/feature.ts';
import { conflictRoutes } from './conflictRoutes.ts';
import { duplicateRoutes } from './routes.ts';

export const duplicates: Feature = {
  contracts: [duplicatesContract, duplicateConflicts],
  routes: [duplicateRoutes, conflictRoutes],
};
