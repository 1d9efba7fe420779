import type { OutputOf } from '@careloop/contracts/endpoint';
import type { getWorkQueues } from '@careloop/contracts/work-queues';

type Categories = OutputOf<typeof getWorkQueues>['categories'];

/** The queues without those that the user has hidden; the one that is open is always among them. */
export function shownCategories(categories: Categories, openId?: number): Categories {
  return categories.map((category) => ({
    ...category,
    workQueues: category.workQueues.filter((queue) => !queue.userHidden || queue.workQueueId === openId),
  }));
}
