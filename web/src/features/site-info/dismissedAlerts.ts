import { keptDataKeys } from '../../lib/storage.ts';

/** Ids of the alerts a user has dismissed, and nothing else: what an alert said does not stay in the browser. */
const key = keptDataKeys.dismissedAlerts;
/** Alerts are rare; the ids of old ones are of no use. */
const mostKept = 20;

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
    // Something else wrote there, or storage is switched off: nothing was dismissed.
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
  const ids = [...dismissedAlerts(userId, storage).filter((one) => one !== id), id].slice(-mostKept);
  try {
    storage.setItem(key, JSON.stringify({ userId, ids } satisfies Kept));
  } catch {
    // Full or switched off: the alert stays away until the page is loaded again.
  }
}
