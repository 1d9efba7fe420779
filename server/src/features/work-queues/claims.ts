import { claimMinutes } from '@careloop/contracts/work-queues/items';
import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { iso, shape } from '../../db/shape.ts';

/** Whether an item `w` is claimed now: claims end by themselves. */
export const isClaimed = sql<boolean>`(w.claimed_at > now() - make_interval(mins => ${sql.lit(claimMinutes)}))`;

interface ClaimTables {
  /** An item that is claimed. */
  w: { claimed_at: Date };
  cu: 'user_account';
}

const claim = shape<NonNullable<WorkQueueItem['claim']>, ClaimTables>({
  userId: 'cu.user_id',
  fullName: sql`cu.first_name || ' ' || cu.last_name`,
  since: iso('w.claimed_at'),
});

/** Who is working on an item `w`, or null. */
export const claimOf = sql`case when ${isClaimed} then (
  select ${claim.json} from user_account cu where cu.user_id = w.claimed_by_user_id) end` as RawBuilder<
  WorkQueueItem['claim']
>;
