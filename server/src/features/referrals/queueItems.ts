import { WorkQueue } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../db/client.ts';
import type { RealtimeMessage } from '../../realtime/publish.ts';
import { coordinatorsRoom, userRoom } from '../../realtime/rooms.ts';
import type { Room } from '../../realtime/rooms.ts';

/** Whose item it is: a person's, or shared by the coordinators of a client. */
export type QueueOwner = { userId: number } | { clientId: number };

interface QueuedReferral {
  referralId: number;
  patientId: number;
}

/**
 * Puts a referral into a queue, dated by the patient's latest encounter where there is one. It can be there only once
 * while it is open.
 */
export async function enterQueue(
  db: Db,
  referral: QueuedReferral,
  workQueueId: number,
  owner: QueueOwner,
): Promise<RealtimeMessage[]> {
  const userId = 'userId' in owner ? owner.userId : null;
  const clientId = 'clientId' in owner ? owner.clientId : null;
  const { rows } = await sql<{ work_queue_encounter_id: number }>`
    insert into work_queue_encounter (work_queue_id, owner_user_id, owner_client_id, patient_id, referral_id,
      patient_encounter_id, encounter_date)
    select ${workQueueId}, ${userId}::bigint, ${clientId}::bigint, ${referral.patientId}, ${referral.referralId}::bigint,
      e.patient_encounter_id, coalesce(e.encounter_date, now())
    from (select) as one left join lateral (select patient_encounter_id, encounter_date from patient_encounter
      where patient_id = ${referral.patientId} order by encounter_date desc limit 1) as e on true
    on conflict (referral_id, work_queue_id) where status = 'open' do nothing
    returning work_queue_encounter_id`.execute(db);
  return rows.map((row) => itemChanged([roomOf(owner)], workQueueId, row.work_queue_encounter_id));
}

/** Completes a referral's open items: it has been dealt with. */
export async function leaveQueues(db: Db, actor: Actor, referralId: number): Promise<RealtimeMessage[]> {
  const rows = await db
    .updateTable('work_queue_encounter')
    .set({
      status: 'completed',
      completed_at: sql<Date>`now()`,
      completed_by_user_id: actor.userId,
      version: sql<number>`version + 1`,
    })
    .where('referral_id', '=', referralId)
    .where('status', '=', 'open')
    .returning(['work_queue_encounter_id', 'work_queue_id', 'owner_user_id', 'owner_client_id'])
    .returning(
      sql<number[]>`array(select x.user_id from work_queue_encounter_access x
        where x.work_queue_encounter_id = work_queue_encounter.work_queue_encounter_id)`.as('shared_with'),
    )
    .execute();
  return rows.map((row) => {
    const room = row.owner_user_id === null ? coordinatorsRoom(row.owner_client_id ?? 0) : userRoom(row.owner_user_id);
    return itemChanged([room, ...row.shared_with.map(userRoom)], row.work_queue_id, row.work_queue_encounter_id);
  });
}

/** Where a new referral waits first. */
export function firstQueueOf(referral: {
  clientId: number;
  healthcareProviderId: number | null;
  referredToUserId: number | null;
}): { workQueueId: number; owner: QueueOwner } {
  const client = { clientId: referral.clientId };
  if (referral.healthcareProviderId === null) {
    return { workQueueId: WorkQueue.referralNeedsPhysicianSelection, owner: client };
  }
  // A receiver who is no user works no queue: the client's coordinators see to it.
  if (referral.referredToUserId === null) return { workQueueId: WorkQueue.referralExceptions, owner: client };
  return { workQueueId: WorkQueue.referralToProcess, owner: { userId: referral.referredToUserId } };
}

function roomOf(owner: QueueOwner): Room {
  return 'userId' in owner ? userRoom(owner.userId) : coordinatorsRoom(owner.clientId);
}

function itemChanged(rooms: Room[], workQueueId: number, workQueueEncounterId: number): RealtimeMessage {
  return { rooms, event: 'WorkQueueItemChangedEvent', payload: { workQueueId, workQueueEncounterId } };
}
