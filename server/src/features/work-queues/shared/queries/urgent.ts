import type { UrgentItem } from '@careloop/contracts/dashboard';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../../platform/identity/actor.ts';
import type { Db } from '../../../../platform/db/client.ts';
import { isoTimestamp } from '../../../../platform/db/isoTimestamp.ts';
import { jsonRows, shape } from '../../../../platform/db/shape.ts';
import { ofSubject } from '../../../queueKinds.ts';
import { patientSummary } from '../../../patients/shared/queries/patients.ts';
import { itemParts } from '../../itemParts.ts';

interface ItemTables {
  w: 'work_queue_encounter';
  p: 'patient';
  q: 'work_queue';
}

const subjectId = sql.ref('w.subject_id');
const dueAt = ofSubject(({ dueAt: of }) => of(subjectId));

type CountedItem = UrgentItem & { count: number };

const urgentItem = shape<CountedItem, ItemTables>({
  workQueueEncounterId: 'w.work_queue_encounter_id',
  workQueueId: 'w.work_queue_id',
  queueName: 'q.name',
  patient: patientSummary.json,
  urgencyDays: ofSubject(({ urgencyDays }) => urgencyDays(subjectId)),
  dueAt: sql`${isoTimestamp('page.due_at')}`,
  count: sql`page.count::int`,
});

/** What an item `w` is about; an item without a subject stands for itself. */
const request = sql`coalesce(w.subject_type, 'item'), coalesce(w.subject_id, w.work_queue_encounter_id)`;

/**
 * The actor's open STAT and overdue items, in queues they have not hidden. A request that is in several of these queues is there
 * once, in the first of them: an overdue one is also among the exceptions.
 * @param listed whose requests are listed elsewhere and left out here
 */
function urgentOf(actor: Actor, listed?: Actor): RawBuilder<unknown> {
  const parts = itemParts(actor).map(
    (part) => sql`select w.* from ${part}
      where w.status = 'open' and w.on_top_from <= now() and w.work_queue_id = any(array(select s.work_queue_id from work_queue s
        where not exists (select from work_queue_user_hidden h
          where h.work_queue_id = s.work_queue_id and h.user_id = ${actor.userId})))`,
  );
  const isNew =
    listed === undefined ? sql`true` : sql`(${request}) not in (select ${request} from (${urgentOf(listed)}) as w)`;
  return sql`select distinct on (${request}) w.work_queue_encounter_id, w.subject_type, w.subject_id, w.on_top_from
    from (${sql.join(parts, sql` union all `)}) as w where ${isNew} order by ${request}, w.work_queue_id`;
}

/** The first of these items, most overdue first, then soonest due, as on top of the queues; each with their total. */
function firstUrgent(actor: Actor, most: number, listed?: Actor): RawBuilder<CountedItem> {
  return urgentItem.from`(select w.work_queue_encounter_id,
      case when w.on_top_from = '-infinity' then ${dueAt} else w.on_top_from end as due_at, count(*) over () as count
      from (${urgentOf(actor, listed)}) as w
      order by due_at nulls last, w.work_queue_encounter_id desc limit ${most}) as page
    join work_queue_encounter w using (work_queue_encounter_id) join patient p on p.patient_id = w.patient_id
    join work_queue q on q.work_queue_id = w.work_queue_id
    order by page.due_at nulls last, w.work_queue_encounter_id desc`;
}

const withTotal = (rows: readonly CountedItem[]) => ({
  items: rows.map(({ count: _count, ...item }) => item),
  count: rows[0]?.count ?? 0,
});

/** The first STAT and overdue items that the actor sees in queues, and how many there are. */
export async function findUrgentItems(db: Db, actor: Actor, most: number) {
  const { rows } = await firstUrgent(actor, most).execute(db);
  return withTotal(rows);
}

/** SQL for them in a statement about several people, without those listed for `listed`; `urgentOfPerson` reads it. */
export const urgentRows = (actor: Actor, most: number, listed: Actor): RawBuilder<CountedItem[]> =>
  jsonRows(firstUrgent(actor, most, listed));

/** What `urgentRows` found for a person. */
export function urgentOfPerson(rows: readonly CountedItem[]) {
  const { items, count } = withTotal(rows);
  return { urgentItems: items, urgentItemCount: count };
}
