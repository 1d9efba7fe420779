import {
  completeWorkQueueItems,
  reopenWorkQueueItems,
  saveWorkQueueItemAccess,
  workQueueTexts,
} from '@careloop/contracts/work-queues/items';
import type { ChangedResult, ItemResult } from '@careloop/contracts/work-queues/items';

import { authorize } from '../../core/access/authorize.ts';
import { AppError, refused } from '../../platform/errors.ts';
import type { App } from '../../core/app.ts';
import { route } from '../../platform/http/route.ts';
import { changedText, lockItems } from './itemRow.ts';
import type { LockedItem } from './itemRow.ts';
import { queueItemPolicy } from './policy.ts';
import { findOpenAgain, lockSubjects, setCompleted } from './setCompleted.ts';
import { findShareable, shareItems } from './shareItem.ts';

/** Routes that handle several items in one call. */
export function severalItemRoutes(app: App): void {
  route(app, completeWorkQueueItems, async ({ input, actor, db }) => {
    const asked = askedOf(input.items);
    const ids = [...asked.keys()];
    const { allowed, results } = sortOut(ids, await lockItems(db, actor, ids), (item) => {
      const seen = asked.get(item.workQueueEncounterId);
      if (seen?.version !== item.version) throw refused(changedText(actor, item));
      // A claim leaves the version as it is.
      const claim = item.claim?.userId === actor.userId ? null : item.claim;
      if (claim !== null && claim.userId !== seen.seenClaimUserId) {
        throw refused(workQueueTexts.claimedSince(claim.fullName));
      }
      return authorize(actor, queueItemPolicy, 'complete', item);
    });
    await setCompleted(db, actor, allowed);
    return { results: withVersions(results, allowed) };
  });

  route(app, reopenWorkQueueItems, async ({ input, actor, db }) => {
    const asked = askedOf(input.items);
    const ids = [...asked.keys()];
    await lockSubjects(db, ids);
    const items = await lockItems(db, actor, ids);
    const inQueueAgain = await findOpenAgain(db, ids);
    const { allowed, results } = sortOut(ids, items, (item) => {
      if (asked.get(item.workQueueEncounterId)?.version !== item.version) throw refused(changedText(actor, item));
      const completed = authorize(actor, queueItemPolicy, 'reopen', item);
      if (inQueueAgain.has(item.workQueueEncounterId)) throw refused(workQueueTexts.openAgain);
      return completed;
    });
    await setCompleted(db, actor, allowed);
    return { results: withVersions(results, allowed) };
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

/** What was asked for each item; the last one counts if an item is named twice. */
function askedOf<Item extends { workQueueEncounterId: number }>(items: readonly Item[]): Map<number, Item> {
  return new Map(items.map((item) => [item.workQueueEncounterId, item]));
}

function withVersions(results: readonly ItemResult[], changed: readonly LockedItem[]): ChangedResult[] {
  const versions = new Map(changed.map((item) => [item.workQueueEncounterId, item.version + 1]));
  return results.map((result) => ({ ...result, version: versions.get(result.workQueueEncounterId) ?? null }));
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
