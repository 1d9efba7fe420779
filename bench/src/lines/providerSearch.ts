import { apsPageSize, searchAps } from '@careloop/contracts/directory/search';
import { Random } from '@careloop/demo/random';

import { centerOf } from '../generate/zipCodes.ts';
import { growthGoal } from '../goals.ts';
import { signInCoordinator } from '../world/people.ts';
import { readLine } from './line.ts';

const miles = 10;

/** The distance is computed by the angle between two places instead of the product's formula. */
const searchSql = `
  select count(*)::int as count from address a join healthcare_provider p on p.healthcare_provider_id = a.address_id
  where p.healthcare_provider_specialty_id = $3 and p.gender = 'F' and p.accepts_new_patients
  and a.latitude between $1::float8 - 1 and $1::float8 + 1 and a.longitude between $2::float8 - 1 and $2::float8 + 1
  and 3958.7613 * acos(least(1, sin(radians($1::float8)) * sin(radians(a.latitude))
    + cos(radians($1::float8)) * cos(radians(a.latitude)) * cos(radians(a.longitude - $2::float8)))) <= $4::float8`;

/** Within ten miles of a ZIP code, by specialty and gender, and accepting new patients. */
export const providerSearch = readLine({
  title: 'provider search near a ZIP code with three filters',
  goal: `p50 < 20 ms, ${growthGoal}`,
  isGrowthSeen: true,
  count: 40,
  async prepare(world) {
    const { token } = await signInCoordinator(world);
    const random = new Random('provider search');
    // ZIP codes on an island, so that the whole neighborhood is in even the smallest directory.
    const { rows: zips } = await world.client.query<{ zipcode: string }>(
      `select distinct zipcode from address where zipcode between '00601' and '00799' order by 1`,
    );
    return () => {
      const { zipcode } = random.pick(zips);
      const { latitude, longitude } = centerOf(zipcode);
      const specialtyId = random.int(1, 12);
      return {
        endpoint: searchAps,
        body: {
          specialities: [specialtyId],
          gender: 'F',
          isAcceptingNewPatients: true,
          address: { zipcode },
          distance: miles,
        },
        token,
        sql: { text: searchSql, values: [latitude, longitude, specialtyId, miles] },
        facts: ([row]) => {
          const count = Number(row?.['count']);
          return { 'data.length': Math.min(count, apsPageSize), hasMore: count > apsPageSize };
        },
      };
    };
  },
});
