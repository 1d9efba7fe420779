import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Authorized } from '../../../core/access/authorize.ts';
import { record } from '../../../platform/audit/record.ts';
import type { Db } from '../../../platform/db/client.ts';
import { enqueue } from '../../../platform/jobs/enqueue.ts';
import type { EmrPatient } from './emrPolicy.ts';
import { isUnderWay } from './queries.ts';
import { pullRecord } from './jobs.ts';

/** Requests a pull of a patient's record from the EMR; while one is in progress, returns that one. */
export async function requestPull(
  db: Db,
  actor: Actor,
  { patientId }: Authorized<EmrPatient, 'pullRecord'>,
): Promise<{ emrPullId: number }> {
  // Only one pull per patient at a time.
  await sql`select from patient where patient_id = ${patientId} for update`.execute(db);
  const open = await db
    .selectFrom('emr_pull as x')
    .select('emr_pull_id as emrPullId')
    .where('patient_id', '=', patientId)
    .where(isUnderWay)
    .executeTakeFirst();
  if (open !== undefined) return open;
  const kept = await db
    .insertInto('emr_pull')
    .values({
      patient_id: patientId,
      requested_by_user_id: actor.userId,
      on_behalf_of_user_id: actor.onBehalfOfUserId,
    })
    .returning('emr_pull_id as emrPullId')
    .executeTakeFirstOrThrow();
  await record(db, actor, {
    action: 'emr.pull-requested',
    patientId,
    subjectType: 'emr_pull',
    subjectId: kept.emrPullId,
  });
  await enqueue(db, pullRecord, kept, { group: `user:${actor.userId}` });
  return kept;
}
