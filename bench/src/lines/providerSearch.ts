import { apsPageSize, apsQuery, searchAps } from '@careloop/contracts/directory/search';
import { Random } from '@careloop/demo/random';
import { searchDirectory } from '@careloop/server/src/features/directory/aps/searchQuery';
import { coordinatesOfZip } from '@careloop/server/src/geography/zipCoordinates';

import { createCapture, FloorPlanBuilder } from '../capture.ts';
import { cities, specialties } from '../generate/names.ts';
import { growthGoal } from '../goals.ts';
import type { World } from '../world/world.ts';
import type { Facts, Line, PlannedRequest } from './line.ts';

const requestCount = 200;
const distance = 30;

interface Wanted {
  zipcode: string;
  specialty: number | null;
  gender: string | null;
}

/** The nearest to a city's center that take new patients and speak Spanish, of one specialty or of all. */
function createLine(title: string, wantedOf: (random: Random) => Omit<Wanted, 'zipcode'>): Line {
  return {
    title,
    goal: `p50 < 20 ms, ${growthGoal}`,
    isGrowthSeen: false,

    async plan(world) {
      const random = new Random(title);
      const capture = createCapture();
      const floor = new FloorPlanBuilder();
      const requests: PlannedRequest[] = [];
      const facts = new Map<string, Facts>();
      for (let number = 0; number < requestCount; number += 1) {
        const wanted = { zipcode: random.pick(cities).zipcode, ...wantedOf(random) };
        const body = {
          address: { zipcode: wanted.zipcode },
          distance,
          specialities: wanted.specialty === null ? [] : [wanted.specialty],
          gender: wanted.gender,
          isAcceptingNewPatients: true,
          language: 44,
        } as const;
        const search = { ...apsQuery.parse(body), clientId: null, here: coordinatesOfZip(wanted.zipcode), distance };
        // What the product sends for a full page.
        floor.add(await capture((db) => searchDirectory(db, search, { limit: apsPageSize + 1, offset: 0 })));
        const key = JSON.stringify(wanted);
        if (!facts.has(key)) facts.set(key, await findFacts(world, wanted));
        requests.push({
          method: 'POST',
          path: `/api${searchAps.path}`,
          token: random.pick(world.sessions).token,
          body,
          facts: facts.get(key) ?? {},
        });
      }
      return { requests, floor: floor.build() };
    },
  };
}

/** How many there are, counted over all addresses with the spherical law of cosines. */
async function findFacts({ client }: World, { zipcode, specialty, gender }: Wanted): Promise<Facts> {
  const { latitude, longitude } = coordinatesOfZip(zipcode) ?? {};
  const { rows } = await client.query<{ count: number }>({
    name: 'providers nearby',
    text: `
      select count(*) as count from address a join healthcare_provider_address_info l using (address_id)
        join healthcare_provider p using (healthcare_provider_id)
      where accepts_new_patients and 44 = any(language_codes)
        and ($3::bigint is null or healthcare_provider_specialty_id = $3) and ($4::text is null or gender = $4)
        and 3958.7613 * acos(least(1, sin(radians($1)) * sin(radians(latitude))
          + cos(radians($1)) * cos(radians(latitude)) * cos(radians(longitude - $2)))) <= $5`,
    values: [latitude, longitude, specialty, gender, distance],
  });
  const count = rows[0]?.count ?? 0;
  return { 'data.length': Math.min(count, apsPageSize), hasMore: count > apsPageSize };
}

export const specialtySearch = createLine('providers of a specialty near a ZIP code, three filters', (random) => ({
  specialty: random.int(1, specialties.length),
  gender: null,
}));

export const providerSearch = createLine('providers near a ZIP code, three filters', (random) => ({
  specialty: null,
  gender: random.pick(['F', 'M']),
}));
