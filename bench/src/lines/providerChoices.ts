import { choicePageSize, findProviderChoices, mostChoices } from '@careloop/contracts/directory/choices';
import { Random } from '@careloop/demo/random';

import { growthGoal } from '../goals.ts';
import { signInCoordinator } from '../world/people.ts';
import { readLine } from './line.ts';

const countSql = `
  select least(count(*), $2)::int as count, count(*) > $2 as "isLimited" from healthcare_provider
  where healthcare_provider_specialty_id = $1`;

/** The providers of a specialty, compared by network, preference, figures and distance from a patient. */
export const providerChoices = readLine({
  title: 'providers of a specialty to choose between',
  goal: `p50 < 20 ms, ${growthGoal}`,
  isGrowthSeen: true,
  count: 40,
  async prepare(world) {
    const { token } = await signInCoordinator(world);
    const random = new Random('provider choices');
    const { rows: patients } = await world.client.query<{ id: number }>(
      `select patient_id as id from patient where client_id = 1 order by 1 limit 200`,
    );
    return () => {
      const specialtyId = random.int(1, 12);
      return {
        endpoint: findProviderChoices,
        query: { patientId: random.pick(patients).id, healthcareProviderSpecialtyId: specialtyId },
        token,
        sql: { text: countSql, values: [specialtyId, mostChoices] },
        facts: ([row]) => {
          const count = Number(row?.['count']);
          return { 'items.length': Math.min(count, choicePageSize), isLimited: row?.['isLimited'] === true };
        },
      };
    };
  },
});
