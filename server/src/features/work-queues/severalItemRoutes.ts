import { completeWorkQueueItems, saveWorkQueueItemAccess, workQueueTexts } from '@careloop/contracts/work-queues/items';
import type { ItemResult } from '@careloop/contracts/work-queues/items';

import { authorize } from '../../core/access/authorize.ts';
import { AppError, refused } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import { changedText, lockItems } from './itemRow.ts';
import type { LockedItem } from './itemRow.ts';
import { queueItemPolicy } from './policy.ts';
import { setCompleted } from './setCompleted.ts';
import { findShareable, shareItems } from './shareItem.ts';

/** Routes that handle several items in one call. */
export function severalItemRoutes(app: App): void {
  route(app, completeWorkQueueItems, async ({ input, actor, db }) => {
    const versions = new Map(input.items.map((item) => [item.workQueueEncounterId, item.version]));
    const ids = [...versions.keys()];
    const { allowed, results } = sortOut(ids, await lockItems(db, actor, ids), (item) => {
      if (versions.get(item.workQueueEncounterId) !== item.version) throw refused(changedText(item));
      return authorize(actor, queueItemPolicy, 'complete', item);
    });
    await setCompleted(db, actor, allowed);
    return { results };
  });

  route(app, saveWorkQueueItemAccess, async ({ input, actor, db }) => {
    const { workQueueEncounterIds, addedUserIds, removedUserIds } = input;
    const items = await lockItems(db, actor, workQueueEncounterIds);
    const patientIds = items.map(({ patientId }) => patientId);
    const shareable = await findShareable(db, actor, patientIds, addedUserIds);
    const { allowed, results } = sortOut(workQueueEncounterIds, items, (item) => {
      const owned = authorize(actor, queueItemPolicy, 'share', item);
      if (!shareable.has(item.patientId)) throw refused(workQueueTexts.cannotShareWith);
      return owned;
    });
    await shareItems(db, actor, allowed, { addedUserIds, removedUserIds });
    return { results };
  });
}

/**
 * Determines an outcome for each item, and selects the allowed ones; a refused item does not stop the others.
 * @param check throws the AppError with which an item is refused
 */
function sortOut<Allowed>(
  ids: readonly number[],
  items: readonly LockedItem[],
  check: (item: LockedItem) => Allowed,
): { allowed: Allowed[]; results: ItemResult[] } {
  const allowed: Allowed[] = [];
  const refusals = new Map([...ids].map((id) => [id, workQueueTexts.notTheirs as string | null]));
  for (const item of items) {
    try {
      allowed.push(check(item));
      refusals.set(item.workQueueEncounterId, null);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      refusals.set(item.workQueueEncounterId, error.message);
    }
  }
  const results = [...refusals]
    .toSorted(([one], [other]) => one - other)
    .map(([workQueueEncounterId, message]) => ({ workQueueEncounterId, isDone: message === null, message }));
  return { allowed, results };
}
