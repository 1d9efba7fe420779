import { getPatientInfo, listPatients, patientPageSize } from '@careloop/contracts/patients';
import { patientSorts } from '@careloop/contracts/patients/filters';
import { findPatientsBeyond, mostFound } from '@careloop/contracts/patients/find';
import { Random } from '@careloop/demo/random';

import { clientOf } from '../generate/population.ts';
import { growthGoal } from '../goals.ts';
import { findSignedIn, signInCoordinator } from '../world/people.ts';
import type { World } from '../world/world.ts';
import { itemFacts, readLine } from './line.ts';
import type { Line } from './line.ts';

/** The first client. */
const clientId = 1;

/** Also by the second part of a double name, computed differently than in the product. */
const searchSql = `
  select p.* from care_team_member m join patient p using (patient_id),
    lateral (select name_key($2) || '%' as pattern, substring(p.last_first from '^[^,]*?[ -](' || name_key($2) || '.*)$') as part) s
  where m.user_id = $1 and m.status = 'accepted' and (p.last_first like pattern or p.first_last like pattern or part is not null)
  order by case when p.last_first like pattern then p.last_first when p.first_last like pattern then p.first_last else part end,
    patient_id limit $3`;

/** My Patients, narrowed by the first two to five letters of a last name. */
export const patientSearch = readLine({
  title: 'patient search by name',
  goal: '≥ 1,500 req/s at 16',
  isGrowthSeen: true,
  count: 1_000,
  async prepare(world) {
    const people = await findSignedIn(world);
    const random = new Random('patient search');
    return async () => {
      const { userId, token, patientIds } = random.pick(people);
      const lastName = await lastNameOf(world, random.pick(patientIds));
      const searchTerm = lastName.slice(0, random.int(2, 5));
      return {
        endpoint: listPatients,
        query: { searchTerm },
        token,
        sql: { text: searchSql, values: [userId, searchTerm, patientPageSize] },
        facts: (rows) => itemFacts(rows, { patientId: 'patient_id' }),
      };
    };
  },
});

async function lastNameOf({ client }: World, patientId: number): Promise<string> {
  const { rows } = await client.query<{ last_name: string }>('select last_name from patient where patient_id = $1', [
    patientId,
  ]);
  return rows[0]?.last_name ?? '';
}

const readSql = `
  select p.*,
    (select count(*)::int from care_team_member m where m.patient_id = p.patient_id and status = 'accepted') as members,
    (select count(*)::int from patient_coverage c where c.patient_id = p.patient_id) as coverages
  from patient p where patient_id = $1 and exists (select from care_team_member m
    where m.patient_id = p.patient_id and m.user_id = $2 and m.status = 'accepted')`;

/** One of the patients the user cares for. */
export const readPatient = readLine({
  title: 'read one patient with access check and audit',
  goal: '≥ 2,500 req/s at 16',
  isGrowthSeen: false,
  count: 2_000,
  async prepare(world) {
    const people = await findSignedIn(world);
    const random = new Random('read patient');
    return () => {
      const { userId, token, patientIds } = random.pick(people);
      const patientId = random.pick(patientIds);
      return {
        endpoint: getPatientInfo,
        query: { patientId },
        token,
        sql: { text: readSql, values: [patientId, userId] },
        facts: ([row = {}]) => ({
          patientId,
          mrn: row['mrn'] ?? null,
          lastName: row['last_name'] ?? null,
          careTeamSize: row['members'] ?? null,
          'coverages.length': row['coverages'] ?? null,
          'can.createReferral': true,
        }),
      };
    };
  },
});

const stay = `e.encounter_type in ('inpatient', 'emergency', 'observation', 'post_acute')`;
const withEncounter = (what: string) =>
  `exists (select from patient_encounter e where e.patient_id = p.patient_id and ${what})`;

/** Each filter with its condition on a patient `p`. */
const filters: { what: string; query: Record<string, string>; condition: string }[] = [
  { what: 'the first page', query: {}, condition: 'true' },
  {
    what: 'discharged lately',
    query: { dischargedWithinDays: '30' },
    condition: withEncounter(`${stay} and e.discharge_date between now() - interval '30 days' and now()`),
  },
  {
    what: 'with open referrals',
    query: { hasOpenReferrals: 'true' },
    condition: `exists (select from referral r where r.patient_id = p.patient_id and r.status in ('pending', 'accepted', 'scheduled'))`,
  },
  {
    what: 'admitted now',
    query: { isAdmitted: 'true' },
    condition: withEncounter(
      `${stay} and e.discharge_date is null and e.encounter_date between now() - interval '180 days' and now()`,
    ),
  },
  { what: 'seen at a facility', query: { facilityId: '1' }, condition: withEncounter('e.facility_id = 1') },
  {
    what: 'favorites',
    query: { isFavorite: 'true' },
    condition: `exists (select from patient_favorite f where f.patient_id = p.patient_id and f.user_id = $2)`,
  },
];

/** My Patients of a user who sees every patient of a client, once per filter. */
export const patientLists: readonly Line[] = filters.map(({ what, query, condition }) =>
  readLine({
    title: `My Patients of a whole client: ${what}`,
    goal: growthGoal,
    isGrowthSeen: true,
    count: 40,
    async prepare(world) {
      const { userId, token } = await signInCoordinator(world);
      const text = `select p.* from patient p where p.client_id = $1 and p.is_active and $2::bigint is not null
        and ${condition} order by p.last_first, p.patient_id limit $3`;
      return () => ({
        endpoint: listPatients,
        query,
        token,
        sql: { text, values: [clientId, userId, patientPageSize] },
        facts: (rows) => ({ 'items.length': rows.length }),
      });
    },
  }),
);

const panelSql = `
  select p.* from care_team_member m join patient p using (patient_id)
  where m.user_id = $1 and m.status = 'accepted' and p.is_active order by p.last_first, p.patient_id limit $2`;

/** My Patients of providers, sorted by each column; their lists have the same length at every scale. */
export const sortedPatients: readonly Line[] = patientSorts.map((sortBy) =>
  readLine({
    title: `My Patients of a provider, sorted by ${sortBy}`,
    goal: growthGoal,
    isGrowthSeen: true,
    count: 40,
    prepare({ sessions }) {
      const random = new Random(`sorted by ${sortBy}`);
      return Promise.resolve(() => {
        const { userId, token } = random.pick(sessions);
        return {
          endpoint: listPatients,
          query: { sortBy, isDescending: true },
          token,
          sql: { text: panelSql, values: [userId, patientPageSize] },
          facts: (rows) => ({ 'items.length': rows.length }),
        };
      });
    },
  }),
);

const beyondSql = `
  select p.* from patient p where p.client_id = $1 and p.is_active and p.last_first like name_key($2) || '%'
  order by p.last_first, p.patient_id limit $3`;

/** A patient of the client by the complete last name and the beginning of the first name. */
export const findPatients = readLine({
  title: 'find patients beyond My Patients, by name',
  goal: growthGoal,
  isGrowthSeen: true,
  count: 40,
  async prepare(world) {
    // By many: what one user asked within the last hour is counted, and nobody asks thousands of times.
    const people = (await findSignedIn(world)).filter(({ userId }) => clientOf(world.scale, userId) === clientId);
    const random = new Random('find patients');
    return async () => {
      const { token } = random.pick(people);
      const phrase = await choosePhrase(world, random);
      return {
        endpoint: findPatientsBeyond,
        query: { phrase },
        token,
        sql: { text: beyondSql, values: [clientId, phrase, mostFound] },
        facts: (rows) => ({
          ...(rows.length === mostFound && { 'items.length': mostFound }),
          'items.0.isSimilar': false,
        }),
      };
    };
  },
});

/** The last name and the beginning of the first name of a patient of the first client. */
export async function choosePhrase({ client, scale }: World, random: Random): Promise<string> {
  const patientId = 1 + random.int(0, Math.floor(scale.patients / scale.clients) - 1) * scale.clients;
  const { rows } = await client.query<{ phrase: string }>(
    `select last_name || ', ' || left(first_name, 1) as phrase from patient where patient_id = $1`,
    [patientId],
  );
  return rows[0]?.phrase ?? '';
}
