import type { QueueSubjectType } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { InSql } from '../../platform/db/fixedStatement.ts';
import { seesByTeamOrClient } from '../access/patientAccess.ts';
import type { ActorInSql } from '../../platform/identity/actor.ts';
import type { Room } from '../../platform/realtime/rooms.ts';

// SQL expressions for the queue items of a domain's subjects. `id` is the SQL expression of the subject's id.

type Id = RawBuilder<unknown>;
/** What decides whether somebody sees an item. */
type QueueSight = Pick<ActorInSql, 'coordinatorClientIds' | 'grantedUserId' | 'clientIds'>;

/** SQL condition: item `w` is about this subject. */
function isAbout(type: QueueSubjectType, id: Id): RawBuilder<boolean> {
  return sql<boolean>`w.subject_type = ${sql.lit(type)} and w.subject_id = ${id}`;
}

/** Id of the subject's item: an open one, otherwise the latest. */
export function itemOf(type: QueueSubjectType, id: Id): RawBuilder<number | null> {
  return sql<number | null>`(select w.work_queue_encounter_id from work_queue_encounter w where ${isAbout(type, id)}
    order by w.status = 'open' desc, w.work_queue_encounter_id desc limit 1)`;
}

/** Id of an item's subject, if it has this type; otherwise null. */
export function subjectOf(
  type: QueueSubjectType,
  workQueueEncounterId: InSql<number | null>,
): RawBuilder<number | null> {
  return sql<number | null>`(select w.subject_id from work_queue_encounter w
    where w.work_queue_encounter_id = ${workQueueEncounterId} and w.subject_type = ${sql.lit(type)})`;
}

/**
 * SQL condition: the actor may see the subject because of an item that is in a queue they coordinate or was shared with them.
 * @param exceptOwners users whose items do not count: an SQL array that may contain nulls
 */
export function isSeenInQueue(
  { coordinatorClientIds, grantedUserId, clientIds }: QueueSight,
  type: QueueSubjectType,
  id: Id,
  exceptOwners?: Id,
): RawBuilder<boolean> {
  return sql<boolean>`is_seen_in_queue(${sql.lit(type)}, ${id}, ${exceptOwners ?? sql`'{}'`}, ${coordinatorClientIds}::bigint[],
    ${grantedUserId}::bigint, ${clientIds}::bigint[])`;
}

/**
 * SQL condition: the actor may see the subject only by emergency access to `patient p`, not in a queue.
 * @param sees `seesByTeamOrClient` as computed already by the statement
 */
export function isSubjectSeenInEmergency(
  actor: ActorInSql,
  type: QueueSubjectType,
  id: Id,
  sees = seesByTeamOrClient(actor),
): RawBuilder<boolean> {
  return sql<boolean>`(not ${sees} and not ${isSeenInQueue(actor, type, id)})`;
}

/** SQL condition: grant `x` of item `w` applies to the actor, who must be in the patient's client or care team. */
export function isGrantedTo(actor: ActorInSql): RawBuilder<boolean> {
  const { grantedUserId, clientIds } = actor;
  return sql<boolean>`(x.user_id = ${grantedUserId}
    and is_in_client_or_care_team(w.patient_id, ${grantedUserId}::bigint, ${clientIds}::bigint[]))`;
}

/**
 * Query for the rooms of everybody who may see the subject because of an item.
 * @param counting condition on the items `w` to include
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
