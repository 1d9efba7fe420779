import { z } from 'zod';
import { encounterType } from '@careloop/contracts/codes';
import {
  claimedBy,
  defaultQueueOrder,
  mostTags,
  queueSorts,
  type QueueOrder,
  type WorkQueueInfo,
} from '@careloop/contracts/work-queues';
import { integer } from '../../lib/search.ts';

const encounterTypes = Object.keys(encounterType.table) as (keyof typeof encounterType.table)[];

/** Names of the filters in the address, besides the status. */
export const queueFilterNames = [
  'facilityId',
  'encounterType',
  'healthcareProviderSpecialtyId',
  'urgencyDays',
  'waitingDays',
  'claimedBy',
  'tags',
] as const;

export const workQueuesSearch = z.object({
  workQueueId: integer(1),
  /** Open 1, Completed 2, All 3. */
  status: integer(1, 3),
  page: integer(1, 100_000),
  sortBy: z.enum(queueSorts).optional().catch(undefined),
  sortDirection: z.enum(['ASC', 'DESC']).optional().catch(undefined),
  workQueueEncounterId: integer(1),
  facilityId: integer(1),
  encounterType: z.enum(encounterTypes).optional().catch(undefined),
  healthcareProviderSpecialtyId: integer(1),
  urgencyDays: integer(1, 365),
  waitingDays: integer(1, 3650),
  claimedBy: z.enum(claimedBy).optional().catch(undefined),
  /** Ids of provider tags, separated by commas. */
  tags: z
    .string()
    .max(200)
    .regex(/^\d{1,15}(,\d{1,15})*$/)
    .refine((tags) => tagIdsOf(tags).length <= mostTags)
    .optional()
    .catch(undefined),
  tagFilterType: z.literal('All').optional().catch(undefined),
});
export type WorkQueuesSearch = z.infer<typeof workQueuesSearch>;

/** The order of the list: that of the address, else the one the user chose last for the queue. */
export function orderOf({ sortBy, sortDirection }: WorkQueuesSearch, queue: Pick<WorkQueueInfo, 'order'>): QueueOrder {
  if (sortBy === undefined && sortDirection === undefined) return queue.order ?? defaultQueueOrder;
  return {
    sortBy: sortBy ?? defaultQueueOrder.sortBy,
    sortDirection: sortDirection ?? defaultQueueOrder.sortDirection,
  };
}

export function tagIdsOf(tags: string | undefined): number[] {
  return tags === undefined ? [] : tags.split(',').map(Number);
}

/** The part stored in a saved view: queue, filters and order, without page and item. */
export function viewOf(search: WorkQueuesSearch): WorkQueuesSearch {
  return { ...workQueuesSearch.parse(search), page: undefined, workQueueEncounterId: undefined };
}
