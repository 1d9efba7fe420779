import { z } from 'zod';

import { keyOf, readContent } from './content.ts';

const town = z.strictObject({
  city: z.string(),
  state: z.string().length(2),
  latitude: z.number(),
  longitude: z.number(),
  area: z.string().length(3),
});

/** Towns by ZIP code, with the center of the ZIP code and the area code of its phones. */
const towns = readContent('places', z.record(z.string().length(5), town));
export const zip = keyOf(towns);

export interface Place {
  city: string;
  state: string;
  zipcode: string;
  latitude: number;
  longitude: number;
}

function townOf(zipcode: string): z.infer<typeof town> {
  const found = towns[zipcode];
  if (found === undefined) throw new Error(`The demo has no town ${zipcode}`);
  return found;
}

/** The town of a ZIP code. */
export function placeOf(zipcode: string): Place {
  const { city, state, latitude, longitude } = townOf(zipcode);
  return { city, state, zipcode, latitude, longitude };
}

/** Numbers 555-0100 to 555-0199, which are reserved for fiction, assigned in sequence per area code. */
export class Phones {
  readonly #used = new Map<string, number>();

  /** The next number in the area code of a ZIP code, ten digits. */
  next(zipcode: string): string {
    const { area } = townOf(zipcode);
    const count = this.#used.get(area) ?? 0;
    this.#used.set(area, count + 1);
    return `${area}55501${String(count % 100).padStart(2, '0')}`;
  }
}
