import type { Product } from './product.ts';

type Place = Pick<Product, 'address' | 'dataDir'>;
let place: Place | undefined;

/** From now on the journeys of this worker go there. */
export function setPlace(next: Place): void {
  place = next;
}

/** Where the product of this worker is, as in http://127.0.0.1:41234 */
export const address = (): string => known().address;

/** Where it keeps what it keeps. */
export const dataDir = (): string => known().dataDir;

function known(): Place {
  if (place === undefined) throw new Error('The product was not started: run the journeys by Playwright');
  return place;
}
