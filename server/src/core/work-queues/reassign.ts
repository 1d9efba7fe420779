import type { QueueSubjectType } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { joinedSight, sightRow, userSeesByTeamOrClient } from '../access/patientAccess.ts';
import { isQueueWorked } from '../access/worksQueues.ts';
import type { Database } from '../../platform/db/client.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { publishItemChanged } from './queueItems.ts';

interface Reassignment {
  subjectType: QueueSubjectType;
  /** Query for the client of each subject: `subject_id`, `client_id`. */
  clients: RawBuilder<unknown>;
  /** The owners' queue. */
  from: number;
  /** The coordinators' queue; may be the same. */
  to: number;
  /** Whether owners lose the items with their access to the patient. */
  requiresPatient?: boolean;
}

/**
 * Moves open items that their owners can no longer open to the client's coordinators, without their claims. If the
 * coordinators already have an open item for the same subject, the item stays until that one is completed.
 * @returns how many were moved
 */
export async function reassignItems(
  db: Database,
  { subjectType, clients, from, to, requiresPatient = false }: Reassignment,
): Promise<number> {
  const hasLostPatient = requiresPatient
    ? sql`or not (select ${userSeesByTeamOrClient(joinedSight, sql.ref('w.patient_id'))} from ${sightRow(sql.ref('w.owner_user_id'))})`
    : sql``;
  return inTransaction(db, async (own) => {
    const { rows } = await sql<{ work_queue_encounter_id: number }>`
      update work_queue_encounter w set work_queue_id = ${to}, owner_user_id = null, owner_client_id = s.client_id,
        claimed_by_user_id = null, claimed_at = null, version = w.version + 1
      from (${clients}) s
      where w.work_queue_id = ${from} and w.status = 'open' and w.subject_type = ${subjectType}
        and w.subject_id = s.subject_id and w.owner_user_id is not null
        and (not ${isQueueWorked(sql.ref('w.owner_user_id'))} ${hasLostPatient})
        and not exists (select from work_queue_encounter e where e.subject_type = w.subject_type and e.subject_id = w.subject_id
          and e.work_queue_id = ${to} and e.status = 'open' and e.work_queue_encounter_id <> w.work_queue_encounter_id)
      returning w.work_queue_encounter_id`.execute(own);
    for (const { work_queue_encounter_id: workQueueEncounterId } of rows)
      await publishItemChanged(own, { workQueueId: to, workQueueEncounterId });
    return rows.length;
  });
}
