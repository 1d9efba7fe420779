import { listPatients, patientPageSize } from '@careloop/contracts/patients';
import { patientSorts } from '@careloop/contracts/patients/filters';
import { findPatientsBeyond, mostFound } from '@careloop/contracts/patients/find';
import { Random } from '@careloop/demo/random';
import { findBeyond } from '@careloop/server/src/features/patient-lists/find/findBeyond';
import { findMyPatients } from '@careloop/server/src/features/patient-lists/list/myPatients';

import { createLiveCapture, FloorPlanBuilder } from '../capture.ts';
import { growthGoal } from '../goals.ts';
import { findSignedIn, signInCoordinator } from '../world/actors.ts';
import { plannedCount } from '../world/plannedCount.ts';
import type { World } from '../world/world.ts';
import type { Line, PlannedRequest } from './line.ts';

const requestCount = 40;

interface Variant {
  what: string;
  query: Record<string, string>;
  /** The filter as a condition on a patient `p`. */
  condition: string;
}

const stay = `e.encounter_type in ('inpatient', 'emergency', 'observation', 'post_acute')`;
const variants: Variant[] = [
  { what: 'the first page', query: {}, condition: 'true' },
  {
    what: 'discharged lately',
    query: { dischargedWithinDays: '30' },
    condition: `exists (select from patient_encounter e where e.patient_id = p.patient_id and ${stay}
      and e.discharge_date between now() - interval '30 days' and now())`,
  },
  {
    what: 'with open referrals',
    query: { hasOpenReferrals: 'true' },
    condition: `exists (select from referral r where r.patient_id = p.patient_id and r.status in ('pending', 'accepted', 'scheduled'))`,
  },
  {
    what: 'admitted now',
    query: { isAdmitted: 'true' },
    condition: `exists (select from patient_encounter e where e.patient_id = p.patient_id and ${stay}
      and e.discharge_date is null and e.encounter_date between now() - interval '180 days' and now())`,
  },
  {
    what: 'seen at a facility',
    query: { facilityId: '1' },
    condition: `exists (select from patient_encounter e where e.patient_id = p.patient_id and e.facility_id = 1)`,
  },
  {
    what: 'favorites',
    query: { isFavorite: 'true' },
    condition: `exists (select from patient_favorite f where f.patient_id = p.patient_id and f.user_id = $2)`,
  },
];

/** My Patients of a user who sees every patient of a client, once per filter. */
export const patientLists: readonly Line[] = variants.map(({ what, query, condition }) => ({
  title: `My Patients of a whole client: ${what}`,
  goal: growthGoal,
  isGrowthSeen: true,

  async plan(world) {
    const { actor, token } = await signInCoordinator(world);
    const { capture, close } = createLiveCapture(world.databaseUrl);
    const floor = new FloorPlanBuilder();
    const requests: PlannedRequest[] = [];
    const { rows } = await world.client.query<{ count: number }>(
      `select count(*)::int as count from (select from patient p
        where p.client_id = $1 and p.is_active and ($2::bigint is not null) and ${condition} limit ${patientPageSize}) as found`,
      [actor.clientIds[0], actor.userId],
    );
    for (let number = 0; number < plannedCount(world, requestCount); number += 1) {
      floor.add(await capture((db) => findMyPatients(db, actor, listPatients.input.parse(query), patientPageSize)));
      requests.push({
        method: 'GET',
        path: `/api${listPatients.path}?${new URLSearchParams(query).toString()}`,
        token,
        facts: { 'items.length': rows[0]?.count ?? 0 },
      });
    }
    await close();
    return { requests, floor: floor.build() };
  },
}));

/** My Patients of providers, sorted by each column; their lists have the same length at every scale. */
export const sortedPatients: readonly Line[] = patientSorts.map((sortBy) => ({
  title: `My Patients of a provider, sorted by ${sortBy}`,
  goal: growthGoal,
  isGrowthSeen: true,

  async plan(world) {
    const people = await findSignedIn(world);
    const random = new Random(`sorted by ${sortBy}`);
    const { capture, close } = createLiveCapture(world.databaseUrl);
    const floor = new FloorPlanBuilder();
    const requests: PlannedRequest[] = [];
    const query = { sortBy, isDescending: 'true' };
    for (let number = 0; number < plannedCount(world, requestCount); number += 1) {
      const { session, actor, patientIds } = random.pick(people);
      floor.add(await capture((db) => findMyPatients(db, actor, listPatients.input.parse(query), patientPageSize)));
      requests.push({
        method: 'GET',
        path: `/api${listPatients.path}?${new URLSearchParams(query).toString()}`,
        token: session.token,
        facts: { 'items.length': Math.min(patientIds.length, patientPageSize) },
      });
    }
    await close();
    return { requests, floor: floor.build() };
  },
}));

/** A patient of the client by the complete last name and the beginning of the first name. */
export const findPatients: Line = {
  title: 'find patients beyond My Patients, by name',
  goal: growthGoal,
  isGrowthSeen: true,

  async plan(world) {
    const { actor, token } = await signInCoordinator(world);
    const random = new Random('find patients');
    const { capture, close } = createLiveCapture(world.databaseUrl);
    const floor = new FloorPlanBuilder();
    const requests: PlannedRequest[] = [];
    for (let number = 0; number < plannedCount(world, requestCount); number += 1) {
      const { phrase, count } = await findPhrase(world, random);
      const asked = findPatientsBeyond.input.parse({ phrase });
      floor.add(await capture((db) => findBeyond(db, actor, asked)));
      requests.push({
        method: 'GET',
        path: `/api${findPatientsBeyond.path}?${new URLSearchParams({ phrase }).toString()}`,
        token,
        facts:
          count >= mostFound
            ? { 'items.length': mostFound, 'items.0.isSimilar': false }
            : { 'items.0.isSimilar': false },
      });
    }
    await close();
    return { requests, floor: floor.build() };
  },
};

async function findPhrase({ client, scale }: World, random: Random) {
  const patientId = 1 + random.int(0, Math.floor(scale.patients / scale.clients) - 1) * scale.clients;
  const { rows } = await client.query<{ phrase: string; count: number }>(
    `select phrase, (select count(*)::int from patient o
       where o.client_id = n.client_id and o.is_active and o.last_first like name_key(phrase) || '%') as count
     from (select p.client_id, p.last_name || ', ' || left(p.first_name, 1) as phrase from patient p where p.patient_id = $1) as n`,
    [patientId],
  );
  const [found] = rows;
  if (found === undefined) throw new Error(`There is no patient ${patientId}`);
  return found;
}
