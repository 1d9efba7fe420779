import type { Endpoint } from '@careloop/contracts/endpoint';
import { workQueueEvents } from '@careloop/contracts/work-queues/events';

/** Stale after something was done with an item: what the event about it makes stale in other browsers. */
export const changedByItems: readonly Endpoint[] = workQueueEvents.WorkQueueItemChangedEvent.makesStale;
