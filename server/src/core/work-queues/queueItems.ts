import type { QueueSubjectType } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import type { Db } from '../../platform/db/client.ts';
import { createAudience } from '../../platform/realtime/publish.ts';
import type { RealtimeMessage } from '../../platform/realtime/publish.ts';
import { coordinatorsRoom, userRoom } from '../../platform/realtime/rooms.ts';
import type { Room } from '../../platform/realtime/rooms.ts';
import type { QueueKind, QueueSubject } from './queueKinds.ts';

/**
 * Adds a subject to a queue, dated by the patient's latest encounter if there is one. A queue can contain only one open
 * item per subject.
 * @returns events to publish; none if it is already in the queue
 */
export async function enterQueue<Input extends { patientId: number }>(
  db: Db,
  kind: QueueKind<Input>,
  subjectId: number,
  input: Input,
): Promise<RealtimeMessage[]> {
  const owner = kind.ownerOf(input);
  const userId = 'userId' in owner ? owner.userId : null;
  const clientId = 'clientId' in owner ? owner.clientId : null;
  const { rows } = await sql<{ work_queue_encounter_id: number }>`
    insert into work_queue_encounter (work_queue_id, owner_user_id, owner_client_id, patient_id, subject_type, subject_id,
      patient_encounter_id, encounter_date, on_top_from)
    select ${kind.workQueueId}, ${userId}::bigint, ${clientId}::bigint, ${input.patientId}, ${kind.subject.type},
      ${subjectId}::bigint, e.patient_encounter_id, coalesce(e.encounter_date, now()),
      ${kind.subject.onTopFrom(sql`${subjectId}::bigint`)}
    from (select) as one left join lateral (select patient_encounter_id, encounter_date from patient_encounter
      where patient_id = ${input.patientId} order by encounter_date desc limit 1) as e on true
    on conflict (subject_id, subject_type, work_queue_id) where status = 'open' do nothing
    returning work_queue_encounter_id`.execute(db);
  return rows.map((row) => itemChanged([roomOf(userId, clientId)], kind.workQueueId, row.work_queue_encounter_id));
}

/**
 * Completes a subject's open items in the queues that the action completes.
 * @returns events to publish
 */
export async function leaveQueues<Action extends string>(
  db: Db,
  actor: Actor,
  kinds: readonly QueueKind<never, Action>[],
  subjectId: number,
  action: Action,
): Promise<RealtimeMessage[]> {
  const completed = kinds.filter((kind) => kind.completedBy.includes(action));
  const [first] = completed;
  if (first === undefined) return [];
  const rows = await db
    .updateTable('work_queue_encounter')
    .set({
      status: 'completed',
      completed_at: sql<Date>`now()`,
      completed_by_user_id: actor.userId,
      claimed_by_user_id: null,
      claimed_at: null,
      version: sql<number>`version + 1`,
    })
    .where('subject_type', '=', first.subject.type)
    .where('subject_id', '=', subjectId)
    .where(
      'work_queue_id',
      'in',
      completed.map((kind) => kind.workQueueId),
    )
    .where('status', '=', 'open')
    .returning(['work_queue_encounter_id', 'work_queue_id', 'owner_user_id', 'owner_client_id'])
    .returning(
      sql<number[]>`array(select x.user_id from work_queue_encounter_access x
        where x.work_queue_encounter_id = work_queue_encounter.work_queue_encounter_id)`.as('shared_with'),
    )
    .execute();
  return rows.map((row) => {
    const rooms = [roomOf(row.owner_user_id, row.owner_client_id), ...row.shared_with.map(userRoom)];
    return itemChanged(rooms, row.work_queue_id, row.work_queue_encounter_id);
  });
}

/**
 * Gives a subject's open item to another user, without its claim; those with whom it was shared keep it.
 * @param from the queue the item leaves. It does not enter a queue in which the subject has another open item.
 */
export async function giveItem<Type extends QueueSubjectType>(
  db: Db,
  { workQueueId, subject }: { workQueueId: number; subject: QueueSubject<Type> },
  subjectId: number,
  userId: number,
  from = workQueueId,
): Promise<RealtimeMessage[]> {
  const { rows } = await sql<GivenItem>`
    update work_queue_encounter w set work_queue_id = ${workQueueId}, owner_user_id = ${userId}, owner_client_id = null,
      claimed_by_user_id = null, claimed_at = null, version = w.version + 1
    from work_queue_encounter before
    where before.work_queue_encounter_id = w.work_queue_encounter_id and w.work_queue_id = ${from}
      and w.subject_type = ${subject.type} and w.subject_id = ${subjectId} and w.status = 'open'
      and w.owner_user_id is distinct from ${userId}
      and not exists (select from work_queue_encounter e where e.subject_type = w.subject_type and e.subject_id = w.subject_id
        and e.work_queue_id = ${workQueueId} and e.status = 'open' and e.work_queue_encounter_id <> w.work_queue_encounter_id)
    returning w.work_queue_encounter_id as id, before.owner_user_id as user_id, before.owner_client_id as client_id,
      array(select x.user_id from work_queue_encounter_access x
        where x.work_queue_encounter_id = w.work_queue_encounter_id) as shared_with`.execute(db);
  return rows.flatMap(({ id, user_id, client_id, shared_with }) => [
    itemChanged([roomOf(user_id, client_id)], from, id),
    itemChanged([userRoom(userId), ...shared_with.map(userRoom)], workQueueId, id),
  ]);
}

/** An item with those who had it before. */
interface GivenItem {
  id: number;
  user_id: number | null;
  client_id: number | null;
  shared_with: number[];
}

/** Updates the sort order of a subject's open items after its urgency, due time or status changed. */
export async function putOnTop<Type extends QueueSubjectType>(
  db: Db,
  subject: QueueSubject<Type>,
  subjectId: number,
): Promise<void> {
  await sql`update work_queue_encounter set on_top_from = ${subject.onTopFrom(sql`${subjectId}::bigint`)}
    where subject_type = ${subject.type} and subject_id = ${subjectId} and status = 'open'`.execute(db);
}

/**
 * Moves a user's items of a subject that is no longer theirs to the client's coordinators, so that neither the user nor those
 * with whom they shared it can follow it further.
 */
export async function handOverItems<Type extends QueueSubjectType>(
  db: Db,
  subject: QueueSubject<Type>,
  subjectId: number,
  { from, clientId }: { from: number; clientId: number },
): Promise<void> {
  await sql`with given as (
      update work_queue_encounter set owner_user_id = null, owner_client_id = ${clientId},
        claimed_by_user_id = null, claimed_at = null
      where subject_type = ${subject.type} and subject_id = ${subjectId} and owner_user_id = ${from}
      returning work_queue_encounter_id)
    delete from work_queue_encounter_access x using given
    where x.work_queue_encounter_id = given.work_queue_encounter_id`.execute(db);
}

/** An item has exactly one of the two owners. */
function roomOf(userId: number | null, clientId: number | null): Room {
  return userId === null ? coordinatorsRoom(clientId ?? 0) : userRoom(userId);
}

/** The event for a changed item. */
export function itemChanged(rooms: Room[], workQueueId: number, workQueueEncounterId: number): RealtimeMessage {
  return { rooms, event: 'WorkQueueItemChangedEvent', payload: { workQueueId, workQueueEncounterId } };
}

/** Query for the rooms of the owners of item `w` with this id, and of those it is shared with. */
export function roomsOfItem(
  id: RawBuilder<unknown>,
  counting: RawBuilder<boolean> = sql<boolean>`true`,
): RawBuilder<{ room: Room }> {
  return sql`
    select coalesce('user:' || w.owner_user_id, 'coordinators:' || w.owner_client_id) as room
    from work_queue_encounter w where w.work_queue_encounter_id = ${id} and ${counting}
    union
    select 'user:' || x.user_id from work_queue_encounter w join work_queue_encounter_access x using (work_queue_encounter_id)
    where w.work_queue_encounter_id = ${id} and ${counting}`;
}

const itemAudience = createAudience('work_queue_item', (id) => roomsOfItem(id));

/** Tells an item's owners, and those it is shared with, that it changed. */
export async function publishItemChanged(
  db: Db,
  { workQueueId, workQueueEncounterId }: { workQueueId: number; workQueueEncounterId: number },
): Promise<void> {
  const payload = { workQueueId, workQueueEncounterId };
  await itemAudience.publish(db, workQueueEncounterId, 'WorkQueueItemChangedEvent', payload);
}
