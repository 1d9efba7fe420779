import type { listWorkQueueItemAccess } from '@careloop/contracts/work-queues/items';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { isColleagueOf } from '../../core/access/colleagues.ts';
import { worksQueues } from '../../core/access/worksQueues.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { jsonRows, iso, shape } from '../../platform/db/shape.ts';
import { publishAll } from '../../platform/realtime/publish.ts';
import { userRoom } from '../../platform/realtime/rooms.ts';
import { itemChanged, publishItemChanged } from '../../core/work-queues/queueItems.ts';
import { itemParts } from './itemParts.ts';
import type { LockedItem } from './itemRow.ts';

/**
 * Finds users an item can be shared with: colleagues who work queues and belong to the patient's client or care team; for
 * several patients, those who qualify for all of them.
 */
export async function findShareable(
  db: Db,
  actor: Actor,
  patientIds: readonly number[],
  userIds: readonly number[],
): Promise<Set<number>> {
  const wanted = [...new Set(userIds)];
  const isColleague = isColleagueOf(principalOf(actor), sql.ref('asked.patient_id'));
  const { rows } = await sql<{ patient_id: number }>`
    select asked.patient_id from unnest(${[...new Set(patientIds)]}::bigint[]) as asked(patient_id)
    where (select count(*) from user_account u where u.user_id = any(${wanted}::bigint[]) and ${isColleague}
      and ${worksQueues}) = ${wanted.length}`.execute(db);
  return new Set(rows.map((row) => row.patient_id));
}

/** Shares items with users or ends sharing with others, and publishes the change to everyone affected. */
export async function shareItems(
  db: Db,
  actor: Actor,
  items: readonly Authorized<LockedItem, 'share'>[],
  { addedUserIds, removedUserIds }: { addedUserIds: readonly number[]; removedUserIds: readonly number[] },
): Promise<void> {
  const ids = items.map(({ workQueueEncounterId }) => workQueueEncounterId);
  const { rows: removed } = await sql<{ id: number; user_id: number }>`delete from work_queue_encounter_access
    where work_queue_encounter_id = any(${ids}::bigint[]) and user_id = any(${removedUserIds}::bigint[])
    returning work_queue_encounter_id as id, user_id`.execute(db);
  await sql`insert into work_queue_encounter_access (work_queue_encounter_id, user_id, granted_by_user_id)
    select item.id, added.id, ${actor.userId} from unnest(${ids}::bigint[]) as item(id), unnest(${addedUserIds}::bigint[]) as added(id)
    on conflict do nothing`.execute(db);
  for (const { workQueueEncounterId, workQueueId, patientId } of items) {
    await record(db, actor, {
      action: 'work_queue_item.shared',
      patientId,
      subjectType: 'work_queue_encounter',
      subjectId: workQueueEncounterId,
      details: { workQueueId, addedUserIds, removedUserIds, for: principalOf(actor) },
    });
    await publishItemChanged(db, { workQueueId, workQueueEncounterId });
    // They no longer see the item.
    const lost = removed.filter(({ id }) => id === workQueueEncounterId).map(({ user_id }) => userRoom(user_id));
    await publishAll(db, [itemChanged(lost, workQueueId, workQueueEncounterId)]);
  }
}

type Access = OutputOf<typeof listWorkQueueItemAccess>['users'][number];

interface AccessTables {
  x: 'work_queue_encounter_access';
}

const access = shape<Access, AccessTables>({
  userId: 'x.user_id',
  fullName: sql`u.first_name || ' ' || u.last_name`,
  grantedByName: sql`g.first_name || ' ' || g.last_name`,
  grantedAt: iso('x.granted_at'),
});

/** The users an item is shared with, by name; undefined if it is not one of the actor's. */
export async function findAccess(db: Db, actor: Actor, workQueueEncounterId: number) {
  const mine = itemParts(actor).map(
    (part) => sql`select w.patient_id from ${part} where w.work_queue_encounter_id = ${workQueueEncounterId}`,
  );
  const shared = access.from`work_queue_encounter_access x join user_account u on u.user_id = x.user_id
    join user_account g on g.user_id = x.granted_by_user_id
    where x.work_queue_encounter_id = ${workQueueEncounterId} order by u.last_name, u.first_name, u.user_id`;
  const item = shape<{ patientId: number; users: Access[] }, { item: { patient_id: number } }>({
    patientId: 'item.patient_id',
    users: jsonRows(shared),
  });
  const { rows } = await item.from`(${sql.join(mine, sql` union all `)}) as item`.execute(db);
  return rows[0];
}
