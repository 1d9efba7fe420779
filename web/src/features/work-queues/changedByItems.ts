import type { Endpoint } from '@careloop/contracts/endpoint';
import { getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus } from '@careloop/contracts/work-queues';

/** Stale after an item was completed or opened again. */
export const changedByItems: readonly Endpoint[] = [getWorkQueues, listWorkQueueItems, listWorkQueueItemsByStatus];
