import { getPatientInfo } from '@careloop/contracts/patients';
import { Random } from '@careloop/demo/random';
import { findPatientInfo } from '@careloop/server/src/features/patients/shared/queries';

import { createCapture, FloorPlanBuilder } from '../capture.ts';
import { findSignedIn } from '../world/actors.ts';
import { plannedCount } from '../world/plannedCount.ts';
import type { World } from '../world/world.ts';
import type { Facts, Line, PlannedRequest } from './line.ts';

const requestCount = 2_000;

/** One of the patients the user cares for. */
export const readPatient: Line = {
  title: 'read one patient with access check and audit',
  goal: '≥ 2,500 req/s at 16',
  isGrowthSeen: false,

  async plan(world) {
    const people = await findSignedIn(world);
    const random = new Random('read patient');
    const capture = createCapture();
    const floor = new FloorPlanBuilder();
    const requests: PlannedRequest[] = [];
    for (let number = 0; number < plannedCount(world, requestCount); number += 1) {
      const { session, actor, patientIds } = random.pick(people);
      const patientId = random.pick(patientIds);
      floor.add(await capture((db) => findPatientInfo(db, actor, patientId)));
      requests.push({
        method: 'GET',
        path: `/api${getPatientInfo.path}?patientId=${patientId}`,
        token: session.token,
        facts: await findFacts(world, patientId),
      });
    }
    return { requests, floor: floor.build() };
  },
};

async function findFacts({ client }: World, patientId: number): Promise<Facts> {
  const { rows } = await client.query<{ mrn: string; lastName: string; careTeamSize: number; coverages: number }>({
    name: 'patient',
    text: `
      select mrn, last_name as "lastName",
        (select count(*) from care_team_member m where m.patient_id = p.patient_id and status = 'accepted') as "careTeamSize",
        (select count(*) from patient_coverage c where c.patient_id = p.patient_id) as coverages
      from patient p where patient_id = $1`,
    values: [patientId],
  });
  const { coverages = 0, ...row } = rows[0] ?? {};
  return { patientId, 'can.createReferral': true, 'coverages.length': coverages, ...row };
}
