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

/** The Postal Service's preferred city for a ZIP code of five or nine digits; null if unknown. */
export function placeOfZip(zip: string): ZipPlace | null {
  const five = /^\s*(\d{5})(?:-?\d{4})?\s*$/.exec(zip)?.[1];
  const place = five === undefined ? undefined : allPlaces()[five];
  return place === undefined ? null : { city: place.city, state: place.state };
}

/** Key for comparison: "St. Louis" and "Saint Louis" are equal. */
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

/** The ZIP codes of a city; empty if the state has no such city. */
export function zipsOfCity(city: string, state: string): readonly string[] {
  zipsOfCities ??= Map.groupBy(Object.keys(allPlaces()), (zip) => cityAndState(allPlaces()[zip]));
  return zipsOfCities.get(cityAndState({ city, state: state.toUpperCase() })) ?? [];
}

/** Whether the state has a city with this name. */
export function isCityOf(city: string, state: string): boolean {
  return zipsOfCity(city, state).length > 0;
}

function cityAndState(place: ZipPlace | undefined): string {
  return `${cityKey(place?.city ?? '')},${place?.state ?? ''}`;
}
