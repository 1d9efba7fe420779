import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Coordinates } from '../../../geography/zipCoordinates.ts';

/** Mean radius of the earth in miles, as geography/zipCoordinates.ts has it. */
const EARTH_RADIUS = 3958.7613;
/** Miles of one degree of latitude. */
const MILES_PER_DEGREE = (EARTH_RADIUS * Math.PI) / 180;

/** Great-circle miles from here to address `a`, two decimals; null where either is unknown. */
export function milesFrom(here: Coordinates | null): RawBuilder<number | null> {
  if (here === null) return sql<number | null>`null::float8`;
  const { latitude, longitude } = here;
  return sql<number | null>`case when a.latitude is not null then
    round((2 * ${sql.lit(EARTH_RADIUS)} * asin(least(1, sqrt(
      power(sin(radians(a.latitude - ${latitude}::float8) / 2), 2)
      + cos(radians(${latitude}::float8)) * cos(radians(a.latitude)) * power(sin(radians(a.longitude - ${longitude}::float8) / 2), 2)
    ))))::numeric, 2)::float8 end`;
}

/** Addresses `a` within a square of this many miles around here, which the index on position finds. */
export function isInBox(here: Coordinates, miles: number): RawBuilder<unknown> {
  // A little more than the circle needs, so that rounding loses nobody at its edge.
  const height = (miles * 1.01) / MILES_PER_DEGREE;
  const width = height / Math.max(0.01, Math.cos(((Math.abs(here.latitude) + height) * Math.PI) / 180));
  return sql`point(a.longitude, a.latitude) <@ box(
    point(${here.longitude - width}::float8, ${here.latitude - height}::float8),
    point(${here.longitude + width}::float8, ${here.latitude + height}::float8))`;
}
