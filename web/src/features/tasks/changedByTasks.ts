import type { Endpoint } from '@careloop/contracts/endpoint';
import { taskEvents } from '@careloop/contracts/tasks/events';

const { makesStale, makesStaleWhereShown } = taskEvents.TaskChangedEvent;

/** Stale after a task was changed: what the event about it makes stale in other browsers. */
export const changedByTasks: readonly Endpoint[] = [...makesStale, ...makesStaleWhereShown];
