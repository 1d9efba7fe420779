import type { Endpoint } from '@careloop/contracts/endpoint';
import { taskEvents } from '@careloop/contracts/tasks/events';

const { makesStale, makesStaleWhereShown } = taskEvents.TaskChangedEvent;

/** Endpoints that are stale after a task was changed: the same that its event makes stale in other browsers. */
export const changedByTasks: readonly Endpoint[] = [...makesStale, ...makesStaleWhereShown];
