import { WorkQueueStatus } from '@careloop/contracts/codes';
import type { CallOf } from '@careloop/contracts/endpoint';
import { listWorkQueueItemsByStatus, type WorkQueueItem } from '@careloop/contracts/work-queues';
import { mostItems } from '@careloop/contracts/work-queues/items';
import { call } from '../../api/call.ts';

export type ListInput = CallOf<typeof listWorkQueueItemsByStatus>;

/** The longest page that there is. */
const pageSize = 100;

/** The open items of a list, from all its pages, as far as one call changes them. Each once, though items move between pages meanwhile. */
export async function loadOpenItems(list: ListInput): Promise<WorkQueueItem[]> {
  const found = new Map<number, WorkQueueItem>();
  let numPages = 1;
  for (let page = 1; page <= numPages && page * pageSize <= mostItems; page += 1) {
    // One after the other: a page is asked for only if the one before says that it exists.
    const answer = await call(listWorkQueueItemsByStatus, { ...list, status: WorkQueueStatus.open, page, pageSize });
    for (const item of answer.items) found.set(item.workQueueEncounterId, item);
    ({ numPages } = answer);
  }
  return [...found.values()];
}
