import type { CopiedProduct } from './template.ts';

type Place = Pick<CopiedProduct, 'address' | 'databaseUrl' | 'dataDir'>;
let place: Place | undefined;

/** Sets the product that the journeys of this worker use. */
export function setPlace(next: Place): void {
  place = next;
}

/** Where the product of this worker is, as in http://127.0.0.1:41234 */
export const address = (): string => known().address;

/** The database of this worker's product. */
export const databaseUrl = (): string => known().databaseUrl;

/** The folder of its documents. */
export const dataDir = (): string => known().dataDir;

function known(): Place {
  if (place === undefined) throw new Error('The product was not started: run the journeys by Playwright');
  return place;
}
