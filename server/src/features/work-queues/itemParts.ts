import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import { maySeePatient, seesByTeamOrClient } from '../../access/patientAccess.ts';
import { isGrantedTo } from '../../work-queues/subjectItems.ts';
import { queueKinds, queueSubjects } from '../queueKinds.ts';

const subjectId = sql.ref('w.subject_id');

/**
 * Which items `w` are an actor's, in three parts that never overlap: those owned by the actor or somebody they act
 * for, those of a client they coordinate, those shared with them. Lists, counts and badges all use these parts, each
 * an index range of its own.
 * @param opens what opens the patient of an item that goes with them
 */
export function itemParts(actor: Actor, opens = maySeePatient): RawBuilder<unknown>[] {
  const users = sql`${actor.userIds}::bigint[]`;
  const clients = sql`${actor.coordinatorClientIds}::bigint[]`;
  return [
    sql`unnest(${users}) as o(id) join work_queue_encounter w on w.owner_user_id = o.id and ${isStillTheirs(actor, opens)}`,
    sql`unnest(${clients}) as o(id) join work_queue_encounter w on w.owner_client_id = o.id`,
    sql`work_queue_encounter_access x join work_queue_encounter w on w.work_queue_encounter_id = x.work_queue_encounter_id
      and ${isGrantedTo(actor)} and coalesce(w.owner_user_id <> all(${users}), true)
      and coalesce(w.owner_client_id <> all(${clients}), true)`,
  ];
}

/**
 * What was sent to somebody stays theirs to work. Any other item, the declined ones of a sender above all, goes when they
 * lose the patient.
 * @param opens what opens the patient `p`
 */
function isStillTheirs(actor: Actor, opens: (actor: Actor) => RawBuilder<boolean>): RawBuilder<boolean> {
  const stay = queueKinds
    .filter((kind) => kind.staysWithOwner)
    .map((kind) => sql`w.work_queue_id = ${kind.workQueueId}`);
  const worked = Object.values(queueSubjects).map(
    ({ type, isWorkedBy }) => sql`w.subject_type = ${sql.lit(type)} and ${isWorkedBy(actor, subjectId)}`,
  );
  return sql<boolean>`(${sql.join([...stay, ...worked], sql` or `)}
    or exists (select from patient p where p.patient_id = w.patient_id and ${opens(actor)}))`;
}

/**
 * Whether an item `w` is the actor's own to share, as opposed to one that was shared with them, or that only emergency access
 * opens: that is theirs alone.
 */
export function isOwned(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(coalesce(w.owner_client_id = any(${actor.coordinatorClientIds}::bigint[]), false)
    or coalesce(w.owner_user_id = any(${actor.userIds}::bigint[]), false) and ${isStillTheirs(actor, seesByTeamOrClient)})`;
}

/** Whether emergency access alone opens an item `w` that is the actor's: it is read, and nothing is done with it. */
export function isEmergencyOnly(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`(coalesce(w.owner_user_id = any(${actor.userIds}::bigint[]), false) and not ${isOwned(actor)})`;
}

/** Whether an item `w` is about something that nobody waits for any more. */
export const isAnswered = sql<boolean>`(${sql.join(
  Object.values(queueSubjects).map(
    (subject) => sql`w.subject_type = ${sql.lit(subject.type)} and ${subject.isAnswered(subjectId)}`,
  ),
  sql` or `,
)})`;
