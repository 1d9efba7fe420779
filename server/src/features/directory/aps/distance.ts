import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Coordinates } from '../../../geography/zipCoordinates.ts';

/** Mean radius of the earth in miles, as geography/zipCoordinates.ts has it. */
const EARTH_RADIUS = 3958.7613;

/** Great-circle miles from here to the address of link `l`, two decimals; null where either is unknown. */
export function milesFrom(here: Coordinates | null): RawBuilder<number | null> {
  if (here === null) return sql<number | null>`null::float8`;
  const { latitude, longitude } = here;
  return sql<number | null>`case when l.search_latitude is not null then
    round((2 * ${sql.lit(EARTH_RADIUS)} * asin(least(1, sqrt(
      power(sin(radians(l.search_latitude - ${latitude}::float8) / 2), 2)
      + cos(radians(${latitude}::float8)) * cos(radians(l.search_latitude)) * power(sin(radians(l.search_longitude - ${longitude}::float8) / 2), 2)
    ))))::numeric, 2)::float8 end`;
}

/** A point of the unit sphere. */
function onSphere({ latitude, longitude }: Coordinates): RawBuilder<unknown> {
  const [phi, lambda] = [(latitude * Math.PI) / 180, (longitude * Math.PI) / 180];
  const xyz = [Math.cos(phi) * Math.cos(lambda), Math.cos(phi) * Math.sin(lambda), Math.sin(phi)];
  return sql`cube(${xyz}::float8[])`;
}

/** What the indexes on places hand out links `l` by: nearest first. */
export function nearness(here: Coordinates): RawBuilder<number | null> {
  return sql<number | null>`l.search_place <-> ${onSphere(here)}`;
}

/** Links `l` within a box of this many miles around here, as the indexes on places find them. */
export function isInBox(here: Coordinates, miles: number): RawBuilder<unknown> {
  // A little more than the circle needs, so that rounding loses nobody at its edge.
  const chord = 2 * Math.sin((miles * 1.01) / EARTH_RADIUS / 2);
  return sql`l.search_place <@ cube_enlarge(${onSphere(here)}, ${chord}::float8, 3)`;
}
