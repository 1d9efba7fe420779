import { workQueueTexts } from '@careloop/contracts/work-queues/items';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { userName } from '../../platform/identity/userName.ts';
import type { Db } from '../../platform/db/client.ts';
import { lockRows } from '../../platform/db/lockRows.ts';
import { iso, shape } from '../../platform/db/shape.ts';
import { claimOf } from './claims.ts';
import { hasProvider, isAnswered, isOfUser, isOwned, itemParts } from './itemParts.ts';
import type { QueueItemRow } from './policy.ts';

export interface LockedItem extends QueueItemRow {
  workQueueEncounterId: number;
  patientId: number;
  version: number;
  completedAt: string | null;
  completedByUserId: number | null;
  completedByName: string | null;
}

/** Says who completed an item in the meantime, if somebody did. */
export function changedText(actor: Actor, item: Pick<LockedItem, 'completedByUserId' | 'completedByName'>): string {
  const { completedByUserId, completedByName } = item;
  if (completedByName === null) return workQueueTexts.changed;
  return workQueueTexts.completedBy(completedByUserId === actor.userId ? 'You' : completedByName);
}

function lockedItem(actor: Actor) {
  return shape<LockedItem, { w: 'work_queue_encounter' }>({
    workQueueEncounterId: 'w.work_queue_encounter_id',
    workQueueId: 'w.work_queue_id',
    patientId: 'w.patient_id',
    status: 'w.status',
    version: 'w.version',
    completedAt: iso('w.completed_at'),
    completedByUserId: 'w.completed_by_user_id',
    completedByName: userName('w.completed_by_user_id'),
    isOwned: isOwned(actor),
    isOfUser: isOfUser(actor),
    isAnswered,
    hasProvider,
    claim: claimOf,
  });
}

/** Loads and locks an item; undefined if it is not the actor's. */
export async function lockItem(db: Db, actor: Actor, workQueueEncounterId: number): Promise<LockedItem | undefined> {
  return (await lockItems(db, actor, [workQueueEncounterId]))[0];
}

/**
 * Loads and locks several items, without those that are not the actor's. Locks in the order of the ids, so that two calls with
 * the same items do not deadlock.
 */
export async function lockItems(db: Db, actor: Actor, workQueueEncounterIds: readonly number[]): Promise<LockedItem[]> {
  const isAsked = sql`w.work_queue_encounter_id = any(${workQueueEncounterIds}::bigint[])`;
  const mine = itemParts(actor).map((part) => sql`select w.work_queue_encounter_id from ${part} where ${isAsked}`);
  const statement = sql`work_queue_encounter w
    where ${isAsked} and w.work_queue_encounter_id in (${sql.join(mine, sql` union all `)})
    order by w.work_queue_encounter_id`;
  return lockRows(db, lockedItem(actor), statement, {
    of: { w: 'work_queue_encounter' },
    count: workQueueEncounterIds.length,
  });
}
