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

/** The actions by which a queue item was changed, the oldest first. */
export async function auditOf(db: Db, workQueueEncounterId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('audit_event')
    .select('action')
    .where('subject_type', '=', 'work_queue_encounter')
    .where('subject_id', '=', workQueueEncounterId)
    .where('kind', '=', 'change')
    .orderBy('audit_event_id')
    .execute();
  return rows.map((row) => row.action);
}
