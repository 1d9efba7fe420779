import { WorkQueueStatus, type EncounterType } from '@careloop/contracts/codes';
import { waitingTimes } from '@careloop/contracts/work-queues';
import type { ClaimedBy, WorkQueueFacets } from '@careloop/contracts/work-queues';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import type { Db } from '../../../platform/db/client.ts';
import { jsonRows, shape } from '../../../platform/db/shape.ts';
import { claimerOf, inStatus, ofQueueSubject } from '../itemFilters.ts';
import { itemParts } from '../itemParts.ts';

const subjectId = sql.ref('w.subject_id');

/** The columns of a queue item that are counted. */
interface CountedItem {
  encounter_type: EncounterType;
  urgency_days: number;
  claimer: ClaimedBy;
}
type Facet<Name extends keyof Omit<WorkQueueFacets, 'description'>> = WorkQueueFacets[Name][number];

const count = sql<number>`count(*)::int`;
const statuses = shape<Facet<'statuses'>, { s: { status: number; name: string } }>({
  status: 's.status',
  name: 's.name',
  count: sql`(select count(*) from every w where s.is_all or w.status = s.word)::int`,
});
const facility = shape<Facet<'facilities'>, { f: 'facility' }>({ facilityId: 'f.facility_id', name: 'f.name', count });
const encounterTypes = shape<Facet<'encounterTypes'>, { item: CountedItem }>({
  encounterType: 'item.encounter_type',
  count,
});
const specialtyFacet = shape<Facet<'specialties'>, { s: 'healthcare_provider_specialty' }>({
  healthcareProviderSpecialtyId: 's.healthcare_provider_specialty_id',
  name: 's.name',
  count,
});
const urgencies = shape<Facet<'urgencies'>, { item: CountedItem }>({ urgencyDays: 'item.urgency_days', count });
const waitingFacet = shape<Facet<'waitingTimes'>, { t: { days: number } }>({ waitingDays: 't.days', count });
const tagFacet = shape<Facet<'tags'>, { t: 'healthcare_provider_tag' }>({
  healthcareProviderTagId: 't.healthcare_provider_tag_id',
  name: 't.tag_name',
  count,
});
const claimers = shape<Facet<'claimedBy'>, { item: CountedItem }>({ claimedBy: 'item.claimer', count });

/**
 * The description and filters of a queue, with the number of items for each value, in one statement.
 * @returns undefined if there is no such queue
 */
export async function findFacets(
  db: Db,
  actor: Actor,
  { workQueueId, status }: { workQueueId: number; status: number },
): Promise<WorkQueueFacets | undefined> {
  const specialty = ofQueueSubject(workQueueId, (subject) => subject.specialtyId(subjectId));
  const urgency = ofQueueSubject(workQueueId, (subject) => subject.urgencyDays(subjectId));
  const provider = ofQueueSubject(workQueueId, (subject) => subject.providerId(subjectId));
  const parts = itemParts(actor, { workQueueId }).map(
    (part) => sql`select w.status, w.patient_encounter_id, w.created_at, ${claimerOf(actor)} as claimer,
      (${specialty})::bigint as specialty_id, (${urgency})::int as urgency_days,
      (${provider})::bigint as provider_id from ${part} where w.work_queue_id = ${workQueueId}`,
  );
  const waiting = sql.join(waitingTimes.map((days) => sql`(${sql.lit(days)})`));
  const facets = shape<WorkQueueFacets, { q: 'work_queue' }>({
    description: 'q.description',
    statuses: jsonRows(
      statuses.from`(values (${sql.lit(WorkQueueStatus.open)}, 'Open', 'open', false),
        (${sql.lit(WorkQueueStatus.completed)}, 'Completed', 'completed', false),
        (${sql.lit(WorkQueueStatus.all)}, 'All', '', true)) as s (status, name, word, is_all) order by s.status`,
    ),
    facilities: jsonRows(
      facility.from`item join facility f using (facility_id) group by f.facility_id order by f.name`,
    ),
    encounterTypes: jsonRows(encounterTypes.from`item where item.encounter_type is not null group by 1 order by 1`),
    specialties: jsonRows(
      specialtyFacet.from`item join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = item.specialty_id
        group by s.healthcare_provider_specialty_id order by s.name`,
    ),
    urgencies: jsonRows(urgencies.from`item where item.urgency_days is not null group by 1 order by 1`),
    waitingTimes: jsonRows(
      waitingFacet.from`(values ${waiting}) as t (days)
        join item on item.created_at <= now() - make_interval(days => t.days) group by 1 order by 1`,
    ),
    claimedBy: jsonRows(claimers.from`item group by 1 order by 1`),
    tags: jsonRows(
      tagFacet.from`item join healthcare_provider_tagging g on g.healthcare_provider_id = item.provider_id
        join healthcare_provider_tag t using (healthcare_provider_tag_id) where t.client_id = any(${actor.clientIds}::bigint[])
        group by t.healthcare_provider_tag_id order by search_key(t.tag_name), t.healthcare_provider_tag_id`,
    ),
  });
  const { rows } = await sql<WorkQueueFacets>`
    with every as materialized (${sql.join(parts, sql` union all `)}),
      item as materialized (select w.*, e.facility_id, e.encounter_type
        from every w left join patient_encounter e using (patient_encounter_id) where ${inStatus(status)})
    select ${facets.select} from work_queue q where q.work_queue_id = ${workQueueId}`.execute(db);
  return rows[0];
}
