import { z } from 'zod';
import { getDashboard } from '../dashboard.ts';
import { id } from '../fields.ts';
import { realtimeEvent } from '../realtimeEvent.ts';
import { getWorkQueueFilters, getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus } from '../work-queues.ts';
import { getWorkQueueItemState, listWorkQueueItemAccess } from './items.ts';

export const workQueueEvents = {
  /** An item was added to, removed from or changed in a queue. */
  WorkQueueItemChangedEvent: realtimeEvent({
    payload: z.object({ workQueueId: id, workQueueEncounterId: id }),
    access: getWorkQueues.access,
    makesStale: [
      getDashboard,
      getWorkQueues,
      getWorkQueueFilters,
      listWorkQueueItems,
      listWorkQueueItemsByStatus,
      listWorkQueueItemAccess,
      getWorkQueueItemState,
    ],
  }),
};
