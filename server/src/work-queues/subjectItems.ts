import type { QueueSubjectType } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../access/actor.ts';
import type { Room } from '../realtime/rooms.ts';

// SQL with which a domain asks for the queue items of its subjects. `id` is the subject's id in the statement.

type Id = RawBuilder<unknown>;

/** Whether an item `w` is about this subject. */
function isAbout(type: QueueSubjectType, id: Id): RawBuilder<boolean> {
  return sql<boolean>`w.subject_type = ${sql.lit(type)} and w.subject_id = ${id}`;
}

/** The id of the subject's item: an open one, or else the latest. */
export function itemOf(type: QueueSubjectType, id: Id): RawBuilder<number | null> {
  return sql<number | null>`(select w.work_queue_encounter_id from work_queue_encounter w where ${isAbout(type, id)}
    order by w.status = 'open' desc, w.work_queue_encounter_id desc limit 1)`;
}

/** The id of the subject that an item is about, when it is one of this type. */
export function subjectOf(type: QueueSubjectType, workQueueEncounterId: number | null): RawBuilder<number | null> {
  return sql<number | null>`(select w.subject_id from work_queue_encounter w
    where w.work_queue_encounter_id = ${workQueueEncounterId} and w.subject_type = ${sql.lit(type)})`;
}

/**
 * Whether the actor sees the subject because of an item: it is in a queue they coordinate, or was shared with them.
 * @param exceptOwner a user whose items do not count
 */
export function isSeenInQueue(actor: Actor, type: QueueSubjectType, id: Id, exceptOwner?: Id): RawBuilder<boolean> {
  const counting = exceptOwner === undefined ? sql`` : sql`and w.owner_user_id is distinct from ${exceptOwner}`;
  return sql<boolean>`exists (select from work_queue_encounter w where ${isAbout(type, id)} ${counting}
    and (w.owner_client_id = any(${actor.coordinatorClientIds}::bigint[])
      or exists (select from work_queue_encounter_access x
        where x.work_queue_encounter_id = w.work_queue_encounter_id and ${isGrantedTo(actor)})))`;
}

/** Whether the grant `x` of an item `w` is the actor's: while they are of the patient's client or care team. */
export function isGrantedTo(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(x.user_id = ${actor.grantedUserId} and exists (select from patient gp
    where gp.patient_id = w.patient_id and (gp.client_id = any(${actor.clientIds}::bigint[])
      or exists (select from care_team_member gm where gm.patient_id = gp.patient_id
        and gm.user_id = ${actor.grantedUserId} and gm.status = 'accepted'))))`;
}

/**
 * A query for the rooms of everybody who sees the subject because of an item.
 * @param counting which items `w` count
 */
export function queueRooms(
  type: QueueSubjectType,
  id: Id,
  counting: RawBuilder<boolean> = sql<boolean>`true`,
): RawBuilder<{ room: Room }> {
  return sql`
    select 'coordinators:' || w.owner_client_id as room from work_queue_encounter w
    where ${isAbout(type, id)} and w.owner_client_id is not null and ${counting}
    union
    select 'user:' || x.user_id from work_queue_encounter w join work_queue_encounter_access x using (work_queue_encounter_id)
    where ${isAbout(type, id)} and ${counting}`;
}
