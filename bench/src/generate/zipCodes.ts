import { coordinatesOfZip } from '@careloop/server/src/core/geography/zipCoordinates';

/** Providers per ZIP code, chosen so that a million providers cover all ZIP codes of the country. */
const providersPerZip = 25;

interface Place {
  city: string;
  state: string;
  zipcode: string;
  latitude: number;
  longitude: number;
}

let places: Place[] | undefined;

/** Every ZIP code of the country with its center, in order. */
function everyPlace(): Place[] {
  places ??= Array.from({ length: 100_000 }, (_, number) => String(number).padStart(5, '0')).flatMap((zipcode) => {
    const center = coordinatesOfZip(zipcode);
    return center === null ? [] : [{ city: `City ${zipcode}`, state: 'MA', zipcode, ...center }];
  });
  return places;
}

/** The place where a directory provider practices; providers are numbered from 1. */
export function placeOfNumber(number: number): Place {
  const all = everyPlace();
  const place = all[Math.floor((number - 1) / providersPerZip) % all.length];
  if (place === undefined) throw new Error('There are no ZIP codes');
  return place;
}
