import { createRequire } from 'node:module';

export interface ZipPlace {
  city: string;
  /** Postal code of the state. */
  state: string;
}

const load = createRequire(import.meta.url);

let places: Partial<Record<string, ZipPlace>> | undefined;
let zipsOfCities: Map<string, string[]> | undefined;

function allPlaces(): Partial<Record<string, ZipPlace>> {
  return (places ??= (load('zipcodes/lib/codes') as { codes: Partial<Record<string, ZipPlace>> }).codes);
}

/** The city that the Postal Service prefers for a ZIP code of five digits or nine; null for one that is not known. */
export function placeOfZip(zip: string): ZipPlace | null {
  const five = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(zip)?.[1];
  const place = five === undefined ? undefined : allPlaces()[five];
  return place === undefined ? null : { city: place.city, state: place.state };
}

/** "St. Louis" and "Saint Louis" are one. */
function cityKey(city: string): string {
  const words = city
    .toUpperCase()
    .replace(/[^A-Z]+/g, ' ')
    .trim()
    .split(' ');
  const spelled: Record<string, string> = {
    ST: 'SAINT',
    FT: 'FORT',
    MT: 'MOUNT',
    N: 'NORTH',
    S: 'SOUTH',
    E: 'EAST',
    W: 'WEST',
  };
  return words.map((word) => spelled[word] ?? word).join(' ');
}

export function sameCity(one: string, other: string): boolean {
  return cityKey(one) === cityKey(other);
}

/** The ZIP codes of a city; none when the state has no such city. */
export function zipsOfCity(city: string, state: string): readonly string[] {
  zipsOfCities ??= Map.groupBy(Object.keys(allPlaces()), (zip) => cityAndState(allPlaces()[zip]));
  return zipsOfCities.get(cityAndState({ city, state: state.toUpperCase() })) ?? [];
}

/** Whether a state has ZIP codes of a city of this name. */
export function isCityOf(city: string, state: string): boolean {
  return zipsOfCity(city, state).length > 0;
}

function cityAndState(place: ZipPlace | undefined): string {
  return `${cityKey(place?.city ?? '')},${place?.state ?? ''}`;
}
