import { WorkQueue } from '@careloop/contracts/codes';
import { openConsultationStatuses } from '@careloop/contracts/codes/consultations';
import { sql } from 'kysely';

import { joinCareTeam } from '../../core/access/careTeam.ts';
import { mayFollowToUser } from '../../core/access/providerUser.ts';
import { requestsPerRun } from '../../core/access/requestsPerRun.ts';
import { isQueueWorked, worksQueues } from '../../core/access/worksQueues.ts';
import { recordJob } from '../../platform/audit/record.ts';
import type { Database, Db } from '../../platform/db/client.ts';
import { literals } from '../../platform/db/literals.ts';
import { shape } from '../../platform/db/shape.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import { enterQueue, giveItem } from '../../core/work-queues/queueItems.ts';
import { reassignItems } from '../../core/work-queues/reassign.ts';
import { careTeamEvents } from '../messages/shared/careTeamEvents.ts';
import { publishConsultationChanged } from './shared/audience.ts';
import { notifyOfConsultation } from './jobs.ts';
import { careCoordinatorRequest } from './queueKinds.ts';

/**
 * Moves consultations of receivers whose queue nobody works any longer to the coordinators, returns those of receivers whose
 * queue is worked again, and gives consultations to receivers who got an account after they were sent.
 * @returns how many were moved or given
 */
export async function reassign(db: Database): Promise<number> {
  const given = (await returnToReceivers(db)) + (await giveToNewUsers(db));
  const moved = await reassignItems(db, {
    subjectType: 'consultation',
    clients: sql`select consultation_id as subject_id, client_id from consultation`,
    from: WorkQueue.careCoordinatorRequest,
    to: WorkQueue.careCoordinatorRequest,
  });
  return given + moved;
}

const returned = shape<{ consultationId: number; userId: number }, { cr: 'consultation'; u: 'user_account' }>({
  consultationId: 'cr.consultation_id',
  userId: 'u.user_id',
});

/** Returns the items that coordinators got while a receiver was deactivated or nobody worked their queue. */
function returnToReceivers(db: Database): Promise<number> {
  return inTransaction(db, async (own) => {
    const { rows } =
      await returned.from`work_queue_encounter w join consultation cr on cr.consultation_id = w.subject_id
      join user_account u on u.user_id = cr.requested_to_user_id
      where w.subject_type = 'consultation' and w.work_queue_id = ${WorkQueue.careCoordinatorRequest} and w.status = 'open'
        and w.owner_client_id is not null and ${isQueueWorked(sql.ref('cr.requested_to_user_id'))}
        and cr.status in (${literals(openConsultationStatuses)})
      order by cr.consultation_id limit ${requestsPerRun} for update of cr skip locked`.execute(own);
    for (const { consultationId, userId } of rows) {
      await publishAll(own, await giveItem(own, careCoordinatorRequest, consultationId, userId));
    }
    return rows.length;
  });
}

interface WaitingConsultation {
  consultationId: number;
  patientId: number;
  clientId: number;
  /** The new user of its receiver. */
  userId: number;
  /** The user in whose name it was sent. */
  requesterUserId: number;
  version: number;
  /** Neither answered nor acknowledged: the receiver is notified of it. */
  isPending: boolean;
}

const requesterUserId = sql<number>`coalesce(cr.on_behalf_of_user_id, cr.created_by_user_id)`;

const waitingConsultation = shape<WaitingConsultation, { cr: 'consultation'; u: 'user_account' }>({
  consultationId: 'cr.consultation_id',
  patientId: 'cr.patient_id',
  clientId: 'cr.client_id',
  userId: 'u.user_id',
  requesterUserId,
  version: 'cr.version',
  isPending: sql`cr.status = 'pending'`,
});

/**
 * Gives open consultations to receivers who got an account after they were sent, with the coordinators' item. Not to one who
 * cannot work queues, nor to the person who sent it, nor to an account that another client gave a shared record.
 */
function giveToNewUsers(db: Database): Promise<number> {
  return inTransaction(db, async (own) => {
    const { rows } = await waitingConsultation.from`consultation cr
      join healthcare_provider t on t.healthcare_provider_id = cr.healthcare_provider_id join user_account u on u.user_id = t.user_id
      where cr.requested_to_user_id is null and cr.status in (${literals(openConsultationStatuses)})
        and ${mayFollowToUser('t', sql`cr.client_id`)}
        and ${worksQueues} and u.user_id not in (cr.created_by_user_id, ${requesterUserId})
      order by cr.consultation_id limit ${requestsPerRun} for update of cr skip locked`.execute(own);
    for (const consultation of rows) await giveToNewUser(own, consultation);
    return rows.length;
  });
}

async function giveToNewUser(db: Db, consultation: WaitingConsultation): Promise<void> {
  const { consultationId, patientId, userId, version } = consultation;
  // The version stays: nobody changed what the form of somebody who answers at this moment shows.
  await db
    .updateTable('consultation')
    .set({ requested_to_user_id: userId })
    .where('consultation_id', '=', consultationId)
    .execute();
  await recordJob(db, {
    action: 'consultation.given',
    patientId,
    subjectType: 'consultation',
    subjectId: consultationId,
    details: { userId },
  });
  const joined = await joinCareTeam(db, { jobForUserId: consultation.requesterUserId }, consultation, [userId]);
  const items = [
    ...(await giveItem(db, careCoordinatorRequest, consultationId, userId)),
    ...(await enterQueue(db, careCoordinatorRequest, consultationId, { ...consultation, receiverUserId: userId })),
  ];
  await publishConsultationChanged(db, { careCoordinatorRequestId: consultationId, patientId, version });
  if (consultation.isPending) await enqueue(db, notifyOfConsultation, { consultationId, version, status: 'pending' });
  await publishAll(db, [...items, ...(await careTeamEvents(db, joined))]);
}
