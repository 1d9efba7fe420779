import {
  getWorkQueueFilters,
  getWorkQueues,
  listWorkQueueItems,
  listWorkQueueItemsByStatus,
  saveWorkQueueOrder,
  setHiddenWorkQueues,
  unknownWorkQueue,
} from '@careloop/contracts/work-queues';

import { refused } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import { findFacets } from './queries/facets.ts';
import { findItems } from './queries/items.ts';
import { findWorkQueues, isQueue } from './shared/queries/queues.ts';
import { saveQueueOrder } from './saveQueueOrder.ts';
import { setHiddenQueues, setShowsWaitingTime } from './setHiddenQueues.ts';

export function workQueueRoutes(app: App): void {
  route(app, getWorkQueues, ({ actor, db }) => findWorkQueues(db, actor));

  for (const endpoint of [listWorkQueueItems, listWorkQueueItemsByStatus]) {
    route(app, endpoint, async ({ input, actor, db, setAuditSubject }) => {
      const page = await findItems(db, actor, input);
      if (page.totalItemCount === 0 && !(await isQueue(db, input.workQueueId))) throw unknownQueue();
      setAuditSubject({ subjectType: 'work_queue', subjectId: input.workQueueId });
      return page;
    });
  }

  route(app, getWorkQueueFilters, async ({ input, actor, db }) => {
    const facets = await findFacets(db, actor, input);
    if (facets === undefined) throw unknownQueue();
    return facets;
  });

  route(app, saveWorkQueueOrder, async ({ input, actor, db }) => {
    await saveQueueOrder(db, actor.userId, input);
    return {};
  });

  route(app, setHiddenWorkQueues, async ({ input, actor, db }) => {
    await setHiddenQueues(db, actor.userId, input.workQueueIds);
    if (input.showsWaitingTime !== undefined) await setShowsWaitingTime(db, actor.userId, input.showsWaitingTime);
    return {};
  });
}

const unknownQueue = () => refused(unknownWorkQueue);
