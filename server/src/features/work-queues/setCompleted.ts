import { workQueueTexts } from '@careloop/contracts/work-queues/items';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { principalOf } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { onConstraint } from '../../platform/db/errors.ts';
import { refused } from '../../platform/errors.ts';
import { publishItemChanged } from '../../core/work-queues/queueItems.ts';
import { ofSubject, queueSubjects } from '../queueKinds.ts';
import type { LockedItem } from './itemRow.ts';

/** The time from which an item `w` is at the top of its queue. */
const onTopFrom = ofSubject((subject) => subject.onTopFrom(sql.ref('w.subject_id')));

/**
 * Completes items manually, or reopens completed ones.
 * @throws AppError `wrong_state` if the subject of an item to reopen is already in the queue again
 */
export async function setCompleted(
  db: Db,
  actor: Actor,
  items: readonly Authorized<LockedItem, 'complete'>[] | readonly Authorized<LockedItem, 'reopen'>[],
): Promise<void> {
  const [first] = items;
  if (first === undefined) return;
  const isCompleting = first.status === 'open';
  const ids = items.map(({ workQueueEncounterId }) => workQueueEncounterId);
  const update = db
    .updateTable('work_queue_encounter as w')
    .set({
      status: isCompleting ? 'completed' : 'open',
      completed_at: isCompleting ? sql<Date>`now()` : null,
      completed_by_user_id: isCompleting ? actor.userId : null,
      claimed_by_user_id: null,
      claimed_at: null,
      // The urgency, due time or status of its subject may have changed while it was completed.
      ...(!isCompleting && { on_top_from: sql<Date>`coalesce(${onTopFrom}, 'infinity')` }),
      version: sql<number>`version + 1`,
    })
    .where('work_queue_encounter_id', '=', sql<number>`any(${ids}::bigint[])`);
  await onConstraint(update.execute(), {
    work_queue_encounter_open_once: () => refused(workQueueTexts.openAgain, 'wrong_state'),
  });
  for (const { workQueueEncounterId, workQueueId, patientId, version } of items) {
    await record(db, actor, {
      action: isCompleting ? 'work_queue_item.completed' : 'work_queue_item.reopened',
      patientId,
      subjectType: 'work_queue_encounter',
      subjectId: workQueueEncounterId,
      details: { workQueueId, version: version + 1, for: principalOf(actor) },
    });
    await publishItemChanged(db, { workQueueId, workQueueEncounterId });
  }
}

/**
 * Locks the subjects of items to reopen. Like every change of a subject it holds the subject before its items: an answer sees
 * the item that is reopened at the same moment, or the item sees the answer.
 */
export async function lockSubjects(db: Db, ids: readonly number[]): Promise<void> {
  const locked = Object.values(queueSubjects).map(({ type }) => {
    const id = sql.ref(`${type}_id`);
    return sql`select count(*) from (select ${id} from ${sql.table(type)}
      where ${id} in (select w.subject_id from work_queue_encounter w
        where w.work_queue_encounter_id = any(${ids}::bigint[]) and w.subject_type = ${sql.lit(type)})
      order by ${id} for no key update) as locked`;
  });
  await sql`${sql.join(locked, sql` union all `)}`.execute(db);
}

/** Of these items, those whose subject another item has in the same queue: an open one, or an earlier one of these. */
export async function findOpenAgain(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`select w.work_queue_encounter_id as id from work_queue_encounter w
    where w.work_queue_encounter_id = any(${ids}::bigint[]) and exists (select from work_queue_encounter other
      where other.subject_type = w.subject_type and other.subject_id = w.subject_id and other.work_queue_id = w.work_queue_id
        and other.work_queue_encounter_id <> w.work_queue_encounter_id and (other.status = 'open'
          or (other.work_queue_encounter_id = any(${ids}::bigint[])
            and other.work_queue_encounter_id < w.work_queue_encounter_id)))`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
