import { WorkQueue } from '@careloop/contracts/codes';
import { openConsultationStatuses } from '@careloop/contracts/codes/consultations';
import { sql } from 'kysely';

import type { Database, Db } from '../../db/client.ts';
import { literals } from '../../db/literals.ts';
import { shape } from '../../db/shape.ts';
import { inTransaction } from '../../db/transaction.ts';
import { enqueue } from '../../jobs/enqueue.ts';
import { publishAll } from '../../realtime/publish.ts';
import { enterQueue, giveItem } from '../../work-queues/queueItems.ts';
import { reassignItems } from '../../work-queues/reassign.ts';
import { consultationAudience, consultationChanged } from './audience.ts';
import { notifyOfConsultation } from './jobs.ts';
import { careCoordinatorRequest } from './queueKinds.ts';

/**
 * Moves consultations of deactivated receivers to the coordinators, who record the answer or cancel, and gives consultations to
 * receivers who got an account after they were sent.
 * @returns how many were moved or given
 */
export async function reassign(db: Database): Promise<number> {
  const given = await giveToNewUsers(db);
  const moved = await reassignItems(db, {
    subjectType: 'consultation',
    clients: sql`select consultation_id as subject_id, client_id from consultation`,
    from: WorkQueue.careCoordinatorRequest,
    to: WorkQueue.careCoordinatorRequest,
  });
  return given + moved;
}

interface WaitingConsultation {
  consultationId: number;
  patientId: number;
  clientId: number;
  userId: number;
  version: number;
  /** Neither answered nor acknowledged: the receiver is notified of it. */
  isPending: boolean;
}

const waitingConsultation = shape<WaitingConsultation, { cr: 'consultation'; u: 'user_account' }>({
  consultationId: 'cr.consultation_id',
  patientId: 'cr.patient_id',
  clientId: 'cr.client_id',
  userId: 'u.user_id',
  version: 'cr.version',
  isPending: sql`cr.status = 'pending'`,
});

/** Gives open consultations to receivers who got an account after they were sent, with the coordinators' item. */
function giveToNewUsers(db: Database): Promise<number> {
  return inTransaction(db, async (own) => {
    const { rows } = await waitingConsultation.from`consultation cr
      join healthcare_provider t on t.healthcare_provider_id = cr.healthcare_provider_id join user_account u on u.user_id = t.user_id
      where cr.requested_to_user_id is null and u.is_active and cr.status in (${literals(openConsultationStatuses)})
      for update of cr skip locked`.execute(own);
    for (const consultation of rows) await giveToNewUser(own, consultation);
    return rows.length;
  });
}

async function giveToNewUser(db: Db, consultation: WaitingConsultation): Promise<void> {
  const { consultationId, patientId, userId } = consultation;
  const version = consultation.version + 1;
  await db
    .updateTable('consultation')
    .set({ requested_to_user_id: userId, version })
    .where('consultation_id', '=', consultationId)
    .execute();
  const messages = [
    ...(await giveItem(db, careCoordinatorRequest, consultationId, userId)),
    ...(await enterQueue(db, careCoordinatorRequest, consultationId, { ...consultation, receiverUserId: userId })),
  ];
  const rooms = await consultationAudience(db, consultationId);
  const payload = { careCoordinatorRequestId: consultationId, patientId, version };
  await publishAll(db, [consultationChanged(rooms, payload), ...messages]);
  if (consultation.isPending) await enqueue(db, notifyOfConsultation, { consultationId, version });
}
