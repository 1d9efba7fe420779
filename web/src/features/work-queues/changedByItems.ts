import type { Endpoint } from '@careloop/contracts/endpoint';
import { workQueueEvents } from '@careloop/contracts/work-queues/events';

/** Endpoints that are stale after an action on an item: the same that its event makes stale in other browsers. */
export const changedByItems: readonly Endpoint[] = workQueueEvents.WorkQueueItemChangedEvent.makesStale;
