import { WorkQueueStatus } from '@careloop/contracts/codes';
import { listWorkQueueItems, workQueuePageSize } from '@careloop/contracts/work-queues';
import { Random } from '@careloop/demo/random';
import { findItems } from '@careloop/server/src/features/work-queues/itemsQuery';

import { createCapture, FloorPlanBuilder } from '../capture.ts';
import { findSignedIn } from '../world/actors.ts';
import { plannedCount } from '../world/plannedCount.ts';
import type { World } from '../world/world.ts';
import type { Facts, Line, PlannedRequest } from './line.ts';

const requestCount = 1_000;

interface Queue {
  user_id: number;
  work_queue_id: number;
  total: number;
}

/** A full page of open items in a user's queue. */
export const queuePage: Line = {
  title: 'queue page of 20 with patient, encounter and exact total',
  goal: '≥ 1,000 req/s at 16; p50 ≤ 3 ms at 1',
  isGrowthSeen: true,

  async plan(world) {
    const people = new Map((await findSignedIn(world)).map((person) => [person.actor.userId, person]));
    const queues = await findQueues(world, [...people.keys()]);
    const random = new Random('queue page');
    const capture = createCapture();
    const floor = new FloorPlanBuilder();
    const requests: PlannedRequest[] = [];
    for (let number = 0; number < plannedCount(world, requestCount); number += 1) {
      const queue = random.pick(queues);
      const person = people.get(queue.user_id);
      if (person === undefined) continue;
      const page = random.int(1, Math.floor(queue.total / workQueuePageSize));
      const search = listWorkQueueItems.input.parse({ workQueueId: queue.work_queue_id, page });
      floor.add(await capture((db) => findItems(db, person.actor, search)));
      requests.push({
        method: 'GET',
        path: `/api/provider/workQueues/${queue.work_queue_id}?status=${WorkQueueStatus.open}&page=${page}`,
        token: person.session.token,
        facts: await findFacts(world, queue, page),
      });
    }
    return { requests, floor: floor.build() };
  },
};

/** Queues with more than one page of open items. */
async function findQueues({ client }: World, userIds: number[]): Promise<Queue[]> {
  const { rows } = await client.query<Queue>(
    `select owner_user_id as user_id, work_queue_id, count(*)::int as total from work_queue_encounter
     where owner_user_id = any($1) and status = 'open' group by 1, 2 having count(*) >= $2 order by 1, 2`,
    [userIds, workQueuePageSize],
  );
  return rows;
}

async function findFacts({ client }: World, queue: Queue, page: number): Promise<Facts> {
  const { rows } = await client.query<{ id: number; mrn: string; facility: string }>({
    name: 'queue page',
    text: `
      select work_queue_encounter_id as id, p.mrn, f.name as facility from work_queue_encounter w
      join patient p on p.patient_id = w.patient_id
      join patient_encounter e on e.patient_encounter_id = w.patient_encounter_id
      join facility f using (facility_id)
      where w.owner_user_id = $1 and w.work_queue_id = $2 and w.status = 'open'
      order by w.on_top_from <= now() desc, w.encounter_date desc, 1 desc offset $3 limit $4`,
    values: [queue.user_id, queue.work_queue_id, (page - 1) * workQueuePageSize, workQueuePageSize],
  });
  const items = rows.flatMap((row, index) => [
    [`items.${index}.workQueueEncounterId`, row.id],
    [`items.${index}.patient.mrn`, row.mrn],
    [`items.${index}.facilityName`, row.facility],
  ]);
  return { totalItemCount: queue.total, 'items.length': workQueuePageSize, ...(Object.fromEntries(items) as Facts) };
}
