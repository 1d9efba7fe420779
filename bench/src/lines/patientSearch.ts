import { listPatients, patientPageSize } from '@careloop/contracts/patients';
import { Random } from '@careloop/demo/random';
import { findPatients } from '@careloop/server/src/features/patients/shared/queries';

import { createCapture, FloorPlanBuilder } from '../capture.ts';
import { findSignedIn } from '../world/actors.ts';
import { plannedCount } from '../world/plannedCount.ts';
import type { World } from '../world/world.ts';
import type { Facts, Line, PlannedRequest } from './line.ts';

const requestCount = 1_000;

/** My Patients, narrowed by the first two to five letters of a last name. */
export const patientSearch: Line = {
  title: 'patient search by name',
  goal: '≥ 1,500 req/s at 16',
  isGrowthSeen: true,

  async plan(world) {
    const people = await findSignedIn(world);
    const random = new Random('patient search');
    const capture = createCapture();
    const floor = new FloorPlanBuilder();
    const requests: PlannedRequest[] = [];
    for (let number = 0; number < plannedCount(world, requestCount); number += 1) {
      const { session, actor, patientIds } = random.pick(people);
      const searchTerm = await findPrefix(world, random.pick(patientIds), random.int(2, 5));
      floor.add(
        await capture((db) => findPatients(db, actor, { searchTerm, includeInactive: false }, patientPageSize)),
      );
      requests.push({
        method: 'GET',
        path: `/api${listPatients.path}?searchTerm=${encodeURIComponent(searchTerm)}`,
        token: session.token,
        facts: await findFacts(world, session.userId, searchTerm),
      });
    }
    return { requests, floor: floor.build() };
  },
};

async function findPrefix({ client }: World, patientId: number, length: number): Promise<string> {
  const { rows } = await client.query<{ prefix: string }>({
    name: 'prefix',
    text: 'select left(last_name, $2) as prefix from patient where patient_id = $1',
    values: [patientId, length],
  });
  return rows[0]?.prefix ?? '';
}

/** The expected result, computed differently than in the product. */
async function findFacts({ client }: World, userId: number, prefix: string): Promise<Facts> {
  const { rows } = await client.query<{ patient_id: number }>({
    name: 'found patients',
    text: `
      select patient_id from care_team_member m join patient p using (patient_id),
        lateral (select name_key($2) || '%' as pattern, substring(p.last_first from '^[^,]*?[ -](' || name_key($2) || '.*)$') as part) s
      where m.user_id = $1 and m.status = 'accepted' and (p.last_first like pattern or p.first_last like pattern or part is not null)
      order by case when p.last_first like pattern then p.last_first when p.first_last like pattern then p.first_last else part end,
        patient_id limit $3`,
    values: [userId, prefix, patientPageSize],
  });
  const ids = rows.map((row, index) => [`items.${index}.patientId`, row.patient_id] as const);
  return { 'items.length': rows.length, ...Object.fromEntries(ids) };
}
