import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Coordinates } from '../../../core/geography/zipCoordinates.ts';

/** Mean radius of the earth in miles, as in geography/zipCoordinates.ts. */
const EARTH_RADIUS = 3958.7613;
/** Miles of one degree of latitude. */
const MILES_PER_DEGREE = (EARTH_RADIUS * Math.PI) / 180;

/** Great-circle distance in miles to the address of link `l`, rounded to two decimals; null if either position is unknown. */
export function milesFrom(here: Coordinates | null): RawBuilder<number | null> {
  if (here === null) return sql<number | null>`null::float8`;
  return sql<number | null>`round((${exactMilesFrom(here)})::numeric, 2)::float8`;
}

/** The same, not rounded, which is quicker for many links. */
export function exactMilesFrom(here: Coordinates | null): RawBuilder<number | null> {
  if (here === null) return sql<number | null>`null::float8`;
  const { latitude, longitude } = here;
  return sql<number | null>`case when l.search_latitude is not null then
    2 * ${sql.lit(EARTH_RADIUS)} * asin(least(1, sqrt(
      power(sin(radians(l.search_latitude - ${latitude}::float8) / 2), 2)
      + cos(radians(${latitude}::float8)) * cos(radians(l.search_latitude)) * power(sin(radians(l.search_longitude - ${longitude}::float8) / 2), 2)
    ))) end`;
}

/** Links `l` within a square of this many miles around a position, in a form that can use one of the two position indexes. */
export function isInBox(here: Coordinates, miles: number, hasSpecialty: boolean): RawBuilder<unknown> {
  // Slightly larger than the circle, so that rounding excludes no one at its edge.
  const height = (miles * 1.01) / MILES_PER_DEGREE;
  const width = height / Math.max(0.01, Math.cos(((Math.abs(here.latitude) + height) * Math.PI) / 180));
  const [south, north] = [here.latitude - height, here.latitude + height];
  const [west, east] = [here.longitude - width, here.longitude + width];
  if (hasSpecialty) {
    return sql`l.search_latitude between ${south}::float8 and ${north}::float8
      and l.search_longitude between ${west}::float8 and ${east}::float8`;
  }
  return sql`point(l.search_longitude, l.search_latitude) <@ box(
    point(${west}::float8, ${south}::float8), point(${east}::float8, ${north}::float8))`;
}
