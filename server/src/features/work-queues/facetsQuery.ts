import { WorkQueueStatus } from '@careloop/contracts/codes';
import { waitingTimes } from '@careloop/contracts/work-queues';
import type { WorkQueueFacets } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../db/client.ts';
import { jsonRows } from '../../db/shape.ts';
import { claimerOf, inStatus, ofSubject } from './itemFilters.ts';
import { itemParts } from './itemParts.ts';

const subjectId = sql.ref('w.subject_id');

/**
 * What a queue is for and by what it can be narrowed, with the number of items under each, in one statement.
 * @returns undefined when there is no such queue
 */
export async function findFacets(
  db: Db,
  actor: Actor,
  { workQueueId, status }: { workQueueId: number; status: number },
): Promise<WorkQueueFacets | undefined> {
  const specialty = ofSubject(workQueueId, (subject) => subject.specialtyId(subjectId));
  const urgency = ofSubject(workQueueId, (subject) => subject.urgencyDays(subjectId));
  const parts = itemParts(actor).map(
    (part) => sql`select w.status, w.patient_encounter_id, w.created_at, ${claimerOf(actor)} as claimer,
      (${specialty})::bigint as specialty_id, (${urgency})::int as urgency_days from ${part} where w.work_queue_id = ${workQueueId}`,
  );
  const waiting = sql.join(waitingTimes.map((days) => sql`(${sql.lit(days)})`));
  const { rows } = await sql<WorkQueueFacets>`
    with every as materialized (${sql.join(parts, sql` union all `)}),
      item as materialized (select w.*, e.facility_id, e.encounter_type
        from every w left join patient_encounter e using (patient_encounter_id) where ${inStatus(status)})
    select q.description,
      ${jsonRows(sql`select s.status, s.name, (select count(*) from every w where s.is_all or w.status = s.word)::int as count
        from (values (${sql.lit(WorkQueueStatus.open)}, 'Open', 'open', false), (${sql.lit(WorkQueueStatus.completed)}, 'Completed', 'completed', false),
          (${sql.lit(WorkQueueStatus.all)}, 'All', '', true)) as s (status, name, word, is_all) order by s.status`)} as statuses,
      ${jsonRows(sql`select f.facility_id as "facilityId", f.name, count(*)::int as count
        from item join facility f using (facility_id) group by f.facility_id order by f.name`)} as facilities,
      ${jsonRows(sql`select item.encounter_type as "encounterType", count(*)::int as count from item
        where item.encounter_type is not null group by 1 order by 1`)} as "encounterTypes",
      ${jsonRows(sql`select s.healthcare_provider_specialty_id as "healthcareProviderSpecialtyId", s.name, count(*)::int as count
        from item join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = item.specialty_id
        group by s.healthcare_provider_specialty_id order by s.name`)} as specialties,
      ${jsonRows(sql`select item.urgency_days as "urgencyDays", count(*)::int as count from item
        where item.urgency_days is not null group by 1 order by 1`)} as urgencies,
      ${jsonRows(sql`select t.days as "waitingDays", count(*)::int as count from (values ${waiting}) as t (days)
        join item on item.created_at <= now() - make_interval(days => t.days) group by 1 order by 1`)} as "waitingTimes",
      ${jsonRows(sql`select item.claimer as "claimedBy", count(*)::int as count from item group by 1 order by 1`)} as "claimedBy"
    from work_queue q where q.work_queue_id = ${workQueueId}`.execute(db);
  return rows[0];
}
