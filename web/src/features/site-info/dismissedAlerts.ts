import { keep, keptDataKeys, recall } from '../../lib/storage.ts';

/** Storage key of the ids of dismissed alerts. Only ids are stored: the text of an alert must not stay in the browser. */
const key = keptDataKeys.dismissedAlerts;
/** Maximum number of ids kept; alerts are rare, and old ids are useless. */
const maxKept = 20;

interface Kept {
  userId: number;
  ids: number[];
}

function read(): Kept | undefined {
  try {
    const kept = JSON.parse(recall('local', key) ?? 'null') as Partial<Kept> | null;
    if (typeof kept?.userId !== 'number' || !Array.isArray(kept.ids)) return undefined;
    return { userId: kept.userId, ids: kept.ids.filter((id) => typeof id === 'number') };
  } catch {
    // Invalid data: nothing counts as dismissed.
    return undefined;
  }
}

/** Alerts this user has dismissed; those of another user are forgotten (docs/domain/site-info.md). */
export function dismissedAlerts(userId: number): readonly number[] {
  const kept = read();
  if (kept?.userId === userId) return kept.ids;
  if (kept !== undefined) keep('local', key, undefined);
  return [];
}

export function dismissAlert(userId: number, id: number): void {
  const ids = [...dismissedAlerts(userId).filter((one) => one !== id), id].slice(-maxKept);
  keep('local', key, JSON.stringify({ userId, ids } satisfies Kept));
}
