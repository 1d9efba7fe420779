import { claimMinutes } from '@careloop/contracts/work-queues/items';
import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { isoTimestamp } from '../../db/isoTimestamp.ts';

/** Whether an item `w` is claimed now: claims end by themselves. */
export const isClaimed = sql<boolean>`(w.claimed_at > now() - make_interval(mins => ${sql.lit(claimMinutes)}))`;

/** Who is working on an item `w`, or null. */
export const claimOf: RawBuilder<WorkQueueItem['claim']> = sql`case when ${isClaimed} then (
  select json_build_object('userId', cu.user_id, 'fullName', cu.first_name || ' ' || cu.last_name,
    'since', ${isoTimestamp('w.claimed_at')})
  from user_account cu where cu.user_id = w.claimed_by_user_id) end`;
