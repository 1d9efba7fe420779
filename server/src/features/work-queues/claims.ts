import { claimMinutes } from '@careloop/contracts/work-queues/items';
import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { iso, shape } from '../../platform/db/shape.ts';

/** Whether an item `w` is currently claimed; claims expire. */
export const isClaimed = sql<boolean>`(w.claimed_at > now() - make_interval(mins => ${sql.lit(claimMinutes)}))`;

interface ClaimTables {
  /** A claimed item. */
  w: { claimed_at: Date };
  cu: 'user_account';
}

const claim = shape<NonNullable<WorkQueueItem['claim']>, ClaimTables>({
  userId: 'cu.user_id',
  fullName: sql`cu.first_name || ' ' || cu.last_name`,
  since: iso('w.claimed_at'),
});

/** The user working on an item `w`, or null. */
export const claimOf = sql`case when ${isClaimed} then (
  select ${claim.json} from user_account cu where cu.user_id = w.claimed_by_user_id) end` as RawBuilder<
  WorkQueueItem['claim']
>;
