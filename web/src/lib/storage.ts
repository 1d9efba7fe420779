// What outlives the page. A browser may refuse to keep anything; everything must go on without.

type Place = 'session' | 'local';

const placeOf = (place: Place) => (place === 'session' ? window.sessionStorage : window.localStorage);

/** Keeps `value`, or forgets what was kept when there is none. */
export function keep(place: Place, key: string, value: string | undefined): void {
  try {
    if (value === undefined) placeOf(place).removeItem(key);
    else placeOf(place).setItem(key, value);
  } catch {
    // Refused: it is as if nothing had ever been kept.
  }
}

export function recall(place: Place, key: string): string | undefined {
  try {
    return placeOf(place).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Where screens keep data that they read back and parse, unlike switches, which are on or off. */
export const keptDataKeys = { dismissedAlerts: 'careloop-dismissed-alerts' } as const;

/** Drops that data. */
export function forgetKeptData(): void {
  for (const key of Object.values(keptDataKeys)) keep('local', key, undefined);
}
