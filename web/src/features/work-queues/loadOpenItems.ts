import { WorkQueueStatus } from '@careloop/contracts/codes';
import type { CallOf } from '@careloop/contracts/endpoint';
import { listWorkQueueItemsByStatus, type WorkQueueItem } from '@careloop/contracts/work-queues';
import { mostItems } from '@careloop/contracts/work-queues/items';
import { call } from '../../api/call.ts';

export type ListInput = CallOf<typeof listWorkQueueItemsByStatus>;

/** Maximum page size. */
const pageSize = 100;

/**
 * The open items of a list from all its pages, up to the limit of one call. Each item once, even if items move between
 * pages.
 */
export async function loadOpenItems(list: ListInput): Promise<WorkQueueItem[]> {
  const found = new Map<number, WorkQueueItem>();
  let numPages = 1;
  for (let page = 1; page <= numPages && page * pageSize <= mostItems; page += 1) {
    // Sequentially: the next page is fetched only if it exists.
    const answer = await call(listWorkQueueItemsByStatus, { ...list, status: WorkQueueStatus.open, page, pageSize });
    for (const item of answer.items) found.set(item.workQueueEncounterId, item);
    ({ numPages } = answer);
  }
  return [...found.values()];
}
