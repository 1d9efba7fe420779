import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { ActorInSql } from '../../platform/identity/actor.ts';
import { maySeePatient, seesByTeamOrClient } from '../../core/access/patientAccess.ts';
import { userName } from '../../platform/identity/userName.ts';
import { isGrantedTo } from '../../core/work-queues/subjectItems.ts';
import { ofSubject, queueKinds, queueSubjects } from '../queueKinds.ts';

const subjectId = sql.ref('w.subject_id');

interface Parts {
  opens?: (actor: ActorInSql) => RawBuilder<boolean>;
  workQueueId?: number;
}

/**
 * The items `w` of an actor, in three parts that never overlap: those owned by the actor or someone they act for, those of a
 * client they coordinate, and those shared with them. Lists, counts and badges all use these parts; each is a separate index
 * range.
 * @param opens the condition for access to an item's patient, for items that require it
 * @param workQueueId the queue, if all items are of one; the condition is then shorter
 */
export function itemParts(
  actor: ActorInSql,
  { opens = maySeePatient, workQueueId }: Parts = {},
): RawBuilder<unknown>[] {
  const users = sql`${actor.userIds}::bigint[]`;
  const clients = sql`${actor.coordinatorClientIds}::bigint[]`;
  return [
    sql`unnest(${users}) as o(id) join work_queue_encounter w on w.owner_user_id = o.id and ${isStillTheirs(actor, opens, workQueueId)}`,
    sql`unnest(${clients}) as o(id) join work_queue_encounter w on w.owner_client_id = o.id`,
    sql`work_queue_encounter_access x join work_queue_encounter w on w.work_queue_encounter_id = x.work_queue_encounter_id
      and ${isGrantedTo(actor)} and ${isOfOthers(actor)}`,
  ];
}

/** Whether an item `w` is owned by none of those for whom the actor works, so that only sharing makes it theirs. */
function isOfOthers(actor: ActorInSql): RawBuilder<boolean> {
  return sql<boolean>`(coalesce(w.owner_user_id <> all(${actor.userIds}::bigint[]), true)
    and coalesce(w.owner_client_id <> all(${actor.coordinatorClientIds}::bigint[]), true))`;
}

/** The user who shared an item `w` with the actor; null if it is theirs for another reason. */
export function sharedByName(actor: ActorInSql): RawBuilder<string | null> {
  return sql<string | null>`case when ${isOfOthers(actor)} then (select ${userName('x.granted_by_user_id')}
    from work_queue_encounter_access x
    where x.work_queue_encounter_id = w.work_queue_encounter_id and ${isGrantedTo(actor)}) end`;
}

/**
 * Items sent to a user stay theirs to work on. Any other item, mainly a sender's declined referrals, disappears when they lose
 * access to the patient.
 * @param opens the condition for access to the patient `p`
 */
function isStillTheirs(
  actor: ActorInSql,
  opens: (actor: ActorInSql) => RawBuilder<boolean>,
  workQueueId?: number,
): RawBuilder<boolean> {
  const kinds = workQueueId === undefined ? queueKinds : queueKinds.filter((kind) => kind.workQueueId === workQueueId);
  if (workQueueId !== undefined && kinds.some((kind) => kind.staysWithOwner)) return sql<boolean>`true`;
  const stay = kinds.filter((kind) => kind.staysWithOwner).map((kind) => sql`w.work_queue_id = ${kind.workQueueId}`);
  const worked = Object.values(queueSubjects)
    .filter(({ type }) => kinds.some(({ subject }) => subject.type === type))
    .map(({ type, isWorkedBy }) => sql`w.subject_type = ${sql.lit(type)} and ${isWorkedBy(actor, subjectId)}`);
  return sql<boolean>`(${sql.join([...stay, ...worked, sql`false`], sql` or `)}
    or exists (select from patient p where p.patient_id = w.patient_id and ${opens(actor)}))`;
}

/**
 * Whether an item `w` is the actor's own to share, as opposed to one shared with them, or one they can see only by emergency
 * access.
 * @param workQueueId the queue of the item, if known
 */
export function isOwned(actor: ActorInSql, workQueueId?: number): RawBuilder<boolean> {
  return sql<boolean>`(coalesce(w.owner_client_id = any(${actor.coordinatorClientIds}::bigint[]), false)
    or ${isOfUser(actor)} and ${isStillTheirs(actor, seesByTeamOrClient, workQueueId)})`;
}

/** Whether an item `w` is of the actor or someone they act for, whether or not they may still see its patient. */
export function isOfUser(actor: ActorInSql): RawBuilder<boolean> {
  return sql<boolean>`coalesce(w.owner_user_id = any(${actor.userIds}::bigint[]), false)`;
}

/** Whether no one is waiting for the subject of an item `w` any longer. */
export const isAnswered = sql<boolean>`coalesce(${ofSubject((subject) => subject.isAnswered(subjectId))}, false)`;

/** Whether the subject of an item `w` has a provider. */
export const hasProvider = sql<boolean>`(${ofSubject((subject) => subject.providerId(subjectId))} is not null)`;
