import type { Db } from '../src/platform/db/client.ts';

/** The queue item of a referral, if it has one. */
export function queueItemOf(db: Db, referralId: number) {
  return db
    .selectFrom('work_queue_encounter')
    .select('work_queue_encounter_id')
    .where('subject_type', '=', 'referral')
    .where('subject_id', '=', referralId)
    .executeTakeFirstOrThrow();
}
