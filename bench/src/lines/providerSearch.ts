import { apsPageSize, apsQuery, searchAps } from '@careloop/contracts/directory/search';
import { Random } from '@careloop/demo/random';
import { searchDirectory } from '@careloop/server/src/features/directory/aps/searchQuery';
import { coordinatesOfZip } from '@careloop/server/src/core/geography/zipCoordinates';
import type { Coordinates } from '@careloop/server/src/core/geography/zipCoordinates';

import { createLiveCapture, FloorPlanBuilder } from '../capture.ts';
import { growthGoal } from '../goals.ts';
import { signInCoordinator } from '../world/actors.ts';
import { plannedCount } from '../world/plannedCount.ts';
import type { World } from '../world/world.ts';
import type { Line, PlannedRequest } from './line.ts';

const requestCount = 40;
const miles = 10;

/** Within ten miles of a ZIP code, by specialty and gender, and accepting new patients. */
export const providerSearch: Line = {
  title: 'provider search near a ZIP code with three filters',
  goal: `p50 < 20 ms, ${growthGoal}`,
  isGrowthSeen: true,

  async plan(world) {
    const { actor, token } = await signInCoordinator(world);
    const random = new Random('provider search');
    const { capture, close } = createLiveCapture(world.databaseUrl);
    const floor = new FloorPlanBuilder();
    const requests: PlannedRequest[] = [];
    const zips = await findZips(world);
    for (let number = 0; number < plannedCount(world, requestCount); number += 1) {
      const zipcode = random.pick(zips);
      const here = coordinatesOfZip(zipcode);
      if (here === null) throw new Error(`${zipcode} has no center`);
      const filters = { specialities: [random.int(1, 12)], gender: 'F', isAcceptingNewPatients: true } as const;
      const body = { ...filters, address: { zipcode }, distance: miles };
      const search = { ...apsQuery.parse(filters), clientId: actor.clientIds[0] ?? null, here, distance: miles };
      floor.add(await capture((db) => searchDirectory(db, search, { limit: apsPageSize + 1, offset: 0 })));
      const facts = await findFacts(world, here, filters.specialities[0] ?? 0);
      requests.push({ method: 'POST', path: `/api${searchAps.path}`, token, body, facts });
    }
    await close();
    return { requests, floor: floor.build() };
  },
};

/** ZIP codes on an island, so that the whole neighborhood is in even the smallest directory. */
async function findZips({ client }: World): Promise<string[]> {
  const { rows } = await client.query<{ zipcode: string }>(
    `select distinct zipcode from address where zipcode between '00601' and '00799' order by 1`,
  );
  return rows.map(({ zipcode }) => zipcode);
}

/** The expected number of results, computed by the angle between two places instead of the product's formula. */
async function findFacts({ client }: World, { latitude, longitude }: Coordinates, specialtyId: number) {
  const { rows } = await client.query<{ count: number }>({
    name: 'found providers',
    text: `select count(*)::int as count from address a join healthcare_provider p on p.healthcare_provider_id = a.address_id
      where p.healthcare_provider_specialty_id = $3 and p.gender = 'F' and p.accepts_new_patients
      and a.latitude between $1::float8 - 1 and $1::float8 + 1 and a.longitude between $2::float8 - 1 and $2::float8 + 1
      and 3958.7613 * acos(least(1, sin(radians($1::float8)) * sin(radians(a.latitude))
        + cos(radians($1::float8)) * cos(radians(a.latitude)) * cos(radians(a.longitude - $2::float8)))) <= $4::float8`,
    values: [latitude, longitude, specialtyId, miles],
  });
  const count = rows[0]?.count ?? 0;
  return { 'data.length': Math.min(count, apsPageSize), hasMore: count > apsPageSize };
}
