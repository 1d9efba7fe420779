// Browser storage. A browser may refuse to store anything; everything must work without it.

type Place = 'session' | 'local';

const placeOf = (place: Place) => (place === 'session' ? window.sessionStorage : window.localStorage);

/** Stores `value`, or removes the entry if it is undefined. */
export function keep(place: Place, key: string, value: string | undefined): void {
  try {
    if (value === undefined) placeOf(place).removeItem(key);
    else placeOf(place).setItem(key, value);
  } catch {
    // Refused: treated as if nothing had been stored.
  }
}

export function recall(place: Place, key: string): string | undefined {
  try {
    return placeOf(place).getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keys of data that screens store and parse again, as opposed to on/off switches. */
export const keptDataKeys = { dismissedAlerts: 'careloop-dismissed-alerts' } as const;

/** Drops that data. */
export function forgetKeptData(): void {
  for (const key of Object.values(keptDataKeys)) keep('local', key, undefined);
}
