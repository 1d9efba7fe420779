import {
  getWorkQueues,
  listWorkQueueItems,
  listWorkQueueItemsByStatus,
  setWorkQueueItemCompleted,
} from '@careloop/contracts/work-queues';

import { authorize } from '../../access/authorize.ts';
import { requireVersion, unauthorizedPatient } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { route } from '../../http/route.ts';
import { kindOf } from '../queueKinds.ts';
import { lockItem } from './itemRow.ts';
import { findItems } from './itemsQuery.ts';
import { queueItemPolicy } from './policy.ts';
import { findQueues } from './queries.ts';
import type { QueueRow } from './queries.ts';
import { setCompleted } from './setCompleted.ts';

export function workQueueRoutes(app: App): void {
  route(app, getWorkQueues, async ({ actor, db }) => {
    const queues = await findQueues(db, actor);
    const openCount = queues.reduce((sum, queue) => sum + (queue.userHidden ? 0 : queue.openCount), 0);
    return { categories: inCategories(queues), openCount };
  });

  for (const endpoint of [listWorkQueueItems, listWorkQueueItemsByStatus]) {
    route(app, endpoint, async ({ input, actor, db, seen }) => {
      const page = await findItems(db, actor, input);
      seen({
        subjectType: 'work_queue',
        subjectId: input.workQueueId,
        details: { patientIds: page.items.map((item) => item.patient.patientId) },
      });
      return page;
    });
  }

  route(app, setWorkQueueItemCompleted, async ({ input, actor, db, seen }) => {
    const { workQueueEncounterId, setCompleted: isCompleting } = input;
    seen({ subjectType: 'work_queue_encounter', subjectId: workQueueEncounterId });
    const item = await lockItem(db, actor, workQueueEncounterId);
    if (item === undefined) throw unauthorizedPatient();
    seen({ patientId: item.patientId });
    await requireVersion(input.version, item.version, 'Somebody changed this item meanwhile.', () => undefined);
    return setCompleted(
      db,
      actor,
      isCompleting
        ? authorize(actor, queueItemPolicy, 'complete', item)
        : authorize(actor, queueItemPolicy, 'reopen', item),
    );
  });
}

function inCategories(queues: QueueRow[]) {
  const groups = Map.groupBy(queues, (queue) => queue.workQueueCategoryId);
  return [...groups].map(([workQueueCategoryId, rows]) => ({
    workQueueCategoryId,
    name: rows[0]?.categoryName ?? '',
    description: rows[0]?.categoryDescription ?? '',
    workQueues: rows.map((row) => ({ ...row, subjectType: kindOf(row.workQueueId)?.subject.type ?? null })),
  }));
}
