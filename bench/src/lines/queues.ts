import { getWorkQueues, listWorkQueueItems, workQueuePageSize } from '@careloop/contracts/work-queues';
import { WorkQueueStatus } from '@careloop/contracts/codes';
import { Random } from '@careloop/demo/random';

import { growthGoal } from '../goals.ts';
import { findSignedIn } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { itemFacts, readLine } from './line.ts';

const pageSql = `
  select w.work_queue_encounter_id as id, p.mrn, p.first_name, p.last_name, p.date_of_birth, w.created_at, w.on_top_from,
    e.encounter_type, e.encounter_date, e.admit_reason, f.name as facility,
    (select count(*)::int from work_queue_encounter o
      where o.owner_user_id = $1 and o.work_queue_id = $2 and o.status = 'open') as total
  from work_queue_encounter w
  join patient p on p.patient_id = w.patient_id
  join patient_encounter e on e.patient_encounter_id = w.patient_encounter_id
  join facility f using (facility_id)
  where w.owner_user_id = $1 and w.work_queue_id = $2 and w.status = 'open'
  order by w.encounter_date desc, 1 desc offset $3 limit $4`;

/** A full page of open items in a user's queue. */
export const queuePage = readLine({
  title: 'queue page of 20 with patient, encounter and exact total',
  goal: '≥ 1,000 req/s at 16; p50 ≤ 3 ms at 1',
  isGrowthSeen: true,
  count: 1_000,
  async prepare(world) {
    const people = new Map((await findSignedIn(world)).map((person) => [person.userId, person]));
    const queues = await findQueues(world, [...people.keys()]);
    const random = new Random('queue page');
    return () => {
      const { user_id, work_queue_id, total } = random.pick(queues);
      const page = random.int(1, Math.floor(total / workQueuePageSize));
      return {
        endpoint: { path: listWorkQueueItems.path.replace(':workQueueId', String(work_queue_id)) },
        query: { status: WorkQueueStatus.open, page },
        token: people.get(user_id)?.token ?? '',
        sql: { text: pageSql, values: [user_id, work_queue_id, (page - 1) * workQueuePageSize, workQueuePageSize] },
        facts: (rows) => ({
          totalItemCount: total,
          ...itemFacts(rows, { workQueueEncounterId: 'id', 'patient.mrn': 'mrn', facilityName: 'facility' }),
        }),
      };
    };
  },
});

/** Queues with more than one page of open items. */
async function findQueues({ client }: World, userIds: number[]) {
  const { rows } = await client.query<{ user_id: number; work_queue_id: number; total: number }>(
    `select owner_user_id as user_id, work_queue_id, count(*)::int as total from work_queue_encounter
     where owner_user_id = any($1) and status = 'open' group by 1, 2 having count(*) >= $2 order by 1, 2`,
    [userIds, workQueuePageSize],
  );
  return rows;
}

/** Open items of a provider: items sent to them, and items about their patients. */
const openSql = `
  select count(*)::int as count from work_queue_encounter w
  where w.owner_user_id = $1 and w.status = 'open' and (w.work_queue_id in (22, 60)
    or exists (select from referral r where w.subject_type = 'referral' and r.referral_id = w.subject_id and r.referred_to_user_id = $1)
    or exists (select from care_team_member m where m.patient_id = w.patient_id and m.user_id = $1 and m.status = 'accepted'))`;

/** A user's work queues, each with its number of open items: the tree and the badge. */
export const queueTree = readLine({
  title: 'queue tree with open counts',
  goal: growthGoal,
  isGrowthSeen: true,
  count: 400,
  async prepare({ sessions }) {
    const random = new Random('queue tree');
    return () => {
      const { userId, token } = random.pick(sessions);
      return {
        endpoint: getWorkQueues,
        token,
        sql: { text: openSql, values: [userId] },
        facts: ([row]) => ({ openCount: row?.['count'] ?? 0 }),
      };
    };
  },
});
