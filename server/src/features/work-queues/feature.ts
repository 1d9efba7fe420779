import * as workQueuesContract from '@careloop/contracts/work-queues';
import * as workQueueItems from '@careloop/contracts/work-queues/items';

import type { Feature } from '../../core/feature.ts';
import { workQueueItemRoutes } from './itemRoutes.ts';
import { workQueueRoutes } from './routes.ts';

export const workQueues: Feature = {
  contracts: [workQueuesContract, workQueueItems],
  routes: [workQueueRoutes, workQueueItemRoutes],
};
