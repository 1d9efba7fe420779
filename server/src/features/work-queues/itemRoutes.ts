import {
  claimWorkQueueItem,
  completeWorkQueueItems,
  getQueuedEncounters,
  listWorkQueueItemAccess,
  saveWorkQueueItemAccess,
  setWorkQueueItemCompleted,
  workQueueTexts,
} from '@careloop/contracts/work-queues/items';
import type { ItemResult } from '@careloop/contracts/work-queues/items';

import type { Actor } from '../../access/actor.ts';
import { authorize } from '../../access/authorize.ts';
import type { Db } from '../../db/client.ts';
import { AppError, refused, requireVersion, unauthorizedPatient } from '../../errors.ts';
import type { App } from '../../http/app.ts';
import { route } from '../../http/route.ts';
import { setClaim } from './claimItem.ts';
import { findQueuedEncounters } from './encounterInfo.ts';
import { lockItem, lockItems } from './itemRow.ts';
import type { LockedItem } from './itemRow.ts';
import { queueItemPolicy } from './policy.ts';
import { setCompleted } from './setCompleted.ts';
import { findAccess, findShareable, shareItems } from './shareItem.ts';

export function workQueueItemRoutes(app: App): void {
  route(app, setWorkQueueItemCompleted, async ({ input, actor, db, seen }) => {
    const { workQueueEncounterId, setCompleted: isCompleting } = input;
    seen({ subjectType: 'work_queue_encounter', subjectId: workQueueEncounterId });
    const item = await requireItem(db, actor, workQueueEncounterId);
    seen({ patientId: item.patientId });
    await requireCurrent(input.version, item);
    await setCompleted(
      db,
      actor,
      isCompleting
        ? [authorize(actor, queueItemPolicy, 'complete', item)]
        : [authorize(actor, queueItemPolicy, 'reopen', item)],
    );
    return { workQueueEncounterId, version: item.version + 1 };
  });

  route(app, completeWorkQueueItems, async ({ input, actor, db }) => {
    const versions = new Map(input.items.map((item) => [item.workQueueEncounterId, item.version]));
    const ids = [...versions.keys()];
    const { allowed, results } = sortOut(ids, await lockItems(db, actor, ids), (item) => {
      if (versions.get(item.workQueueEncounterId) !== item.version) throw refused(workQueueTexts.changed);
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

  route(app, listWorkQueueItemAccess, async ({ input, actor, db, seen }) => {
    const { workQueueEncounterId } = input;
    seen({ subjectType: 'work_queue_encounter', subjectId: workQueueEncounterId });
    const access = await findAccess(db, actor, workQueueEncounterId);
    if (access === undefined) throw unauthorizedPatient();
    seen({ patientId: access.patientId });
    return { users: access.users };
  });

  route(app, claimWorkQueueItem, async ({ input, actor, db, seen }) => {
    const { workQueueEncounterId, isClaimed } = input;
    seen({ subjectType: 'work_queue_encounter', subjectId: workQueueEncounterId });
    const item = await requireItem(db, actor, workQueueEncounterId);
    seen({ patientId: item.patientId });
    await setClaim(
      db,
      actor,
      isClaimed ? authorize(actor, queueItemPolicy, 'claim', item) : authorize(actor, queueItemPolicy, 'release', item),
    );
    return { workQueueEncounterId };
  });

  route(app, getQueuedEncounters, async ({ input, actor, db, seen }) => {
    const found = await findQueuedEncounters(db, actor, input.patientEncounterIds);
    seen({ details: { patientIds: [...new Set(found.map(({ patientId }) => patientId))] } });
    return { encountersInfo: found };
  });
}

async function requireItem(db: Db, actor: Actor, workQueueEncounterId: number): Promise<LockedItem> {
  const item = await lockItem(db, actor, workQueueEncounterId);
  if (item === undefined) throw unauthorizedPatient();
  return item;
}

async function requireCurrent(seen: number | undefined, item: LockedItem): Promise<void> {
  await requireVersion(seen, item.version, workQueueTexts.changed, () => undefined);
}

/**
 * Says of each item what becomes of it, and picks those with which something is done: one that is refused stops no other.
 * @param check throws the AppError that refuses an item
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
