import { keptDataKeys } from '../../lib/storage.ts';

/** Storage key of the ids of dismissed alerts. Only ids are stored: the text of an alert must not stay in the browser. */
const key = keptDataKeys.dismissedAlerts;
/** Maximum number of ids kept; alerts are rare, and old ids are useless. */
const maxKept = 20;

type KeptStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

interface Kept {
  userId: number;
  ids: number[];
}

function read(storage: KeptStorage): Kept | undefined {
  try {
    const kept = JSON.parse(storage.getItem(key) ?? 'null') as Partial<Kept> | null;
    if (typeof kept?.userId !== 'number' || !Array.isArray(kept.ids)) return undefined;
    return { userId: kept.userId, ids: kept.ids.filter((id) => typeof id === 'number') };
  } catch {
    // Invalid data, or storage is disabled: nothing counts as dismissed.
    return undefined;
  }
}

/** Alerts this user has dismissed; those of another user are forgotten (docs/domain/site-info.md). */
export function dismissedAlerts(userId: number, storage: KeptStorage = localStorage): readonly number[] {
  const kept = read(storage);
  if (kept?.userId === userId) return kept.ids;
  if (kept !== undefined) storage.removeItem(key);
  return [];
}

export function dismissAlert(userId: number, id: number, storage: KeptStorage = localStorage): void {
  const ids = [...dismissedAlerts(userId, storage).filter((one) => one !== id), id].slice(-maxKept);
  try {
    storage.setItem(key, JSON.stringify({ userId, ids } satisfies Kept));
  } catch {
    // Storage is full or disabled: the alert stays hidden until the page is reloaded.
  }
}
